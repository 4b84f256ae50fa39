# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Loading, versions and completeness."""

import ast
import os
import re
import subprocess
import sys
from importlib import metadata

import pytest
from conftest import SOURCE, exported

import sparsebregman as sb
from sparsebregman import _library


def test_every_exported_function_is_wrapped_or_left_out_with_a_reason():
    assert exported() <= _library.WRAPPED | set(_library.LEFT_OUT)
    assert all(_library.LEFT_OUT.values())


def test_no_wrapped_function_is_unused():
    text = "".join(path.read_text() for path in (SOURCE / "bindings/python/sparsebregman").glob("_*.py"))
    generic = ("_get_", "_set_int", "_set_real", "_set_text", "_retain", "_destroy", "_step", "_run", "_set_monitor")
    for name in _library.WRAPPED:
        short = name.removeprefix("sbreg_")
        method = short.split("_", 1)[1] if "_" in short else short
        used = f"library.{short}" in text or f'_call("{method}"' in text or f"self.{short}" in text
        assert used or any(part in name for part in generic), name


def test_the_package_is_written_for_the_oldest_python_that_it_promises():
    folder = SOURCE / "bindings" / "python"
    major, minor = re.search(r'requires-python = ">=(\d+)\.(\d+)"', (folder / "pyproject.toml").read_text()).groups()
    oldest = int(major), int(minor)
    for path in (folder / "sparsebregman").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(), path.name, feature_version=oldest)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "zip":  # strict came with 3.10
                assert not node.keywords or oldest >= (3, 10), f"{path.name}:{node.lineno}"


def test_versions_agree():
    assert sb.__version__ == metadata.version("sparsebregman")


@pytest.mark.parametrize(
    "found, wanted, fits",
    [
        ("0.1.0", "0.1.0", True),
        ("0.1.2", "0.1.0", True),
        ("0.2.0", "0.1.0", False),
        ("0.1.0", "0.1.1", False),
        ("1.4.0", "1.2.3", True),
        ("2.0.0", "1.2.3", False),
    ],
)
def test_version_rule(found, wanted, fits):
    if fits:
        _library._check_version(found, wanted)
    else:
        with pytest.raises(sb.LibraryError, match=rf"{wanted}.*{found}[\s\S]*cmake --install"):
            _library._check_version(found, wanted)


def test_missing_library_says_how_to_install_it():
    environment = {**os.environ, "SPARSEBREGMAN_LIBRARY": "/nowhere/libsparsebregman.so.0"}
    command = [sys.executable, "-c", "import sparsebregman"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "LibraryError: libsparsebregman is not found" in done.stderr
    assert "cmake --install" in done.stderr


def test_codes_are_those_of_the_header():
    header = (SOURCE / "include" / "sparsebregman.h").read_text()
    for cls in sb.Error.__subclasses__():
        assert f"= {cls.code}," in header or f"= {cls.code} " in header
    for state in sb.State:
        assert f"SBREG_{state.name} = {state.value}" in header
        assert not str(state).startswith("state ")
    assert {"SEARCHED", "UNBOUNDED", "INCONSISTENT"} <= set(sb.State.__members__)


def test_a_state_of_a_newer_library_is_shown_as_its_number():
    state = sb.State(99)
    assert state == 99 and str(state) == "state 99" and repr(state) == "<State.STATE_99: 99>"
    assert state not in list(sb.State)
    with pytest.raises(ValueError):
        sb.State("searched")


def test_missing_function_of_an_older_library(monkeypatch):
    monkeypatch.setitem(_library._CALLS, "from_the_future", ())
    with pytest.raises(sb.LibraryError, match="has no sbreg_from_the_future"):
        _library.library.from_the_future()
