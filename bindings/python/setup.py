# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The libsparsebregman authors
"""Builds the library and puts it into the wheel, with its BLAS inside where an archive of OpenBLAS is found. Where the
environment variable SPARSEBREGMAN_LIBRARY is set, nothing is built: the package uses the library of the system.

  CXX, CXXFLAGS        the compiler, and how it optimises (c++, -O2)
  SPARSEBREGMAN_BLAS   how to link another BLAS and LAPACK, by their Fortran symbols: "-L/opt/b -lblas -llapack"
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # until setuptools 70
    from wheel.bdist_wheel import bdist_wheel

here = Path(__file__).resolve().parent
# A source distribution carries the library's sources; in the repository they are two folders up.
library = next((path for path in (here / "libsparsebregman", here.parent.parent) if (path / "include").exists()), None)
file_name = "libsparsebregman.so.0"
system = bool(os.environ.get("SPARSEBREGMAN_LIBRARY"))


def version() -> str:
    """From the library's header, the one place where it is written."""
    if library is None:
        return re.search(r"^Version: (.+)$", (here / "PKG-INFO").read_text(encoding="utf-8"), re.MULTILINE)[1]
    text = (library / "include" / "sparsebregman.h").read_text(encoding="utf-8")
    return ".".join(re.search(rf"SBREG_VERSION_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH"))


def refuse(what: str) -> None:
    raise SystemExit(
        f"\nsparsebregman: {what}\n"
        "Debian, Ubuntu: apt-get install g++ make libopenblas-dev\n"
        "To use an installed libsparsebregman instead: pip install --config-settings=library=system ...\n"
    )


def compile_library(build: Path, target: Path) -> None:
    if not sys.platform.startswith("linux"):
        refuse(f"the library is built by pip on Linux only, not on {sys.platform}.")
    if library is None or not (library / "src").exists():
        refuse(f"the sources of the library are neither in {here / 'libsparsebregman'} nor in {here.parent.parent}.")
    compiler = os.environ.get("CXX") or "c++"
    for tool in (shlex.split(compiler)[0], "make"):
        if shutil.which(tool) is None:
            refuse(f"{tool} is not found. The library is compiled from its sources, with a compiler for C++20 and make.")
    settings = {"CXX": compiler, "OUT": str(build), "LINK_FLAGS": "-static-libstdc++ -static-libgcc -Wl,--strip-all"}
    blas = os.environ.get("SPARSEBREGMAN_BLAS")
    if not blas:
        for kind in ("static", "shared"):
            command = [library / "src" / "find-blas", kind, compiler]
            blas = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout.strip()
            if blas:
                if kind == "static":
                    settings["STATIC_BLAS"] = "1"
                break
        else:
            refuse("no BLAS with LAPACK is found. Another one is named by SPARSEBREGMAN_BLAS (flags of the linker).")
    print(f"sparsebregman: compiling the library with {compiler}; BLAS: {blas}", flush=True)
    jobs = len(os.sched_getaffinity(0))
    flags = [f"{name}={value}" for name, value in (*settings.items(), ("BLAS_LIBS", blas))]
    if subprocess.run(["make", "--no-print-directory", f"-j{jobs}", "-C", library / "src", *flags, "shared"]).returncode:
        refuse("the library does not compile; the reason is above.")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(build / file_name, target)


def platform_tag(path: Path, default: str) -> str:
    """manylinux_x_y, with the version of the C library here, where nothing else is needed; else the machine's own tag."""
    try:
        found = re.fullmatch(r"glibc (\d+)\.(\d+).*", os.confstr("CS_GNU_LIBC_VERSION") or "")
        notes = subprocess.run(["readelf", "-dVW", path], capture_output=True, text=True, check=True).stdout
    except (OSError, ValueError, subprocess.CalledProcessError):
        return default
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", notes)
    outside = [name for name in needed if not re.match(r"(libc|libm|libpthread|libdl|librt|ld-linux.*)\.so\.", name)]
    if not found or outside:
        print(f"sparsebregman: the wheel is for this machine alone: it needs {', '.join(outside) or 'another C library'}")
        return default
    here_is = int(found[1]), int(found[2])
    asked = [(int(major), int(minor)) for major, minor in re.findall(r"Name: GLIBC_(\d+)\.(\d+)", notes)]
    if not asked or max(asked) > here_is:
        raise SystemExit(f"sparsebregman: {path} asks for glibc {max(asked, default=None)}, but this is {here_is}")
    machine = default.partition("_")[2]
    return f"manylinux_{here_is[0]}_{here_is[1]}_{machine}"


class BuildPython(build_py):
    """The modules and, beside them, the library."""

    def run(self) -> None:
        super().run()
        if not system:
            package = here if self.editable_mode else Path(self.build_lib).resolve()
            build = Path(self.get_finalized_command("build").build_temp).resolve() / "library"
            compile_library(build, package / "sparsebregman" / file_name)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        own = [] if system else [os.path.join(self.build_lib, "sparsebregman", file_name)]
        return super().get_outputs(include_bytecode) + own


class BuildWheel(bdist_wheel):
    """For every Python 3, on the machines that the library runs on."""

    def get_tag(self) -> tuple[str, str, str]:
        tag = super().get_tag()
        if system:
            return tag
        return "py3", "none", platform_tag(Path(self.bdist_dir) / "sparsebregman" / file_name, tag[2])


class SourceDistribution(sdist):
    """With the sources of the library, so that it can be unpacked and built anywhere."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        carried = Path(base_dir) / "libsparsebregman"
        leave_out = shutil.ignore_patterns("cli", ".clang-*")
        for folder in ("include", "src"):
            shutil.copytree(library / folder, carried / folder, ignore=leave_out, dirs_exist_ok=True)
        for name in ("LICENSE",):
            shutil.copy(library / name, carried)


class WithLibrary(Distribution):
    """A package with a compiled file in it, unless the library is the system's."""

    def has_ext_modules(self) -> bool:
        return not system


setup(
    version=version(),
    cmdclass={"build_py": BuildPython, "bdist_wheel": BuildWheel, "sdist": SourceDistribution},
    distclass=WithLibrary,
)
