# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""What the tests of the documents share: where the pages are, and what is in them."""

import os
import pathlib
import re

SOURCE = pathlib.Path(os.environ["SBREG_SOURCE"])
BUILD = pathlib.Path(os.environ["SBREG_BUILD"])
PAGES = sorted(
    [SOURCE / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    + [page for folder in ("docs", "bindings", "tests/data") for page in (SOURCE / folder).rglob("*.md")]
)
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)


def name(page):
    return str(page.relative_to(SOURCE))


def blocks(page, language):
    """The text of the code blocks of a language."""
    return [body for _, kind, body in FENCE.findall(page.read_text(encoding="utf-8")) if kind == language]


def prose(page):
    """The page without its code blocks."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def code_spans(page):
    return re.findall(r"`([^`\n]+)`", prose(page))
