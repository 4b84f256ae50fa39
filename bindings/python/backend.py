# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""The build backend of setuptools, with one setting: `pip install --config-settings=library=system` takes an installed
library instead of building one, as the environment variable SPARSEBREGMAN_LIBRARY does."""

from __future__ import annotations

import os
from typing import Any

from setuptools import build_meta as setuptools
from setuptools.build_meta import *  # noqa: F403  (what is not changed below)

Settings = "dict[str, Any] | None"


def _apply(settings: Settings) -> None:
    library = (settings or {}).get("library")
    if library is not None:
        os.environ["SPARSEBREGMAN_LIBRARY"] = library


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    _apply(config_settings)
    return setuptools.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    _apply(config_settings)
    return setuptools.build_editable(wheel_directory, config_settings, metadata_directory)
