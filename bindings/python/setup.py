# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Reads the version from the library's header, the one place where it is written (an sdist has it in PKG-INFO)."""

import re
from pathlib import Path

from setuptools import setup

here = Path(__file__).resolve().parent
header = here.parent.parent / "include" / "sparsebregman.h"
if header.exists():
    text = header.read_text(encoding="utf-8")
    version = ".".join(re.search(rf"SBREG_VERSION_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH"))
else:
    version = re.search(r"^Version: (.+)$", (here / "PKG-INFO").read_text(encoding="utf-8"), re.MULTILINE)[1]

setup(version=version)
