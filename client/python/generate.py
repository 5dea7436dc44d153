#!/usr/bin/env python3
"""Writes the generated part of the package, shapewright/v1, from proto/.

Where it can be had, with Debian's protoc, whose code works with every protobuf and grpcio for Python from 2022 on; else
with the package grpcio-tools.

usage: generate.py [FOLDER]     default: where this file lies
"""
from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import List, Optional

HERE = Path(__file__).resolve().parent
PROTOS = HERE.parent.parent / "proto"
GENERATED = "shapewright/v1"
# What grpcio-tools 1.62 makes asks for no version either, but it is not for Python 3.13.
TOOLS = ["grpcio-tools==1.62.3; python_version < '3.13'", "grpcio-tools==1.85.1; python_version >= '3.13'"]


def is_checkout() -> bool:
    """Whether there is something to generate from; an sdist has what was generated."""
    return (PROTOS / GENERATED).is_dir()


def installed_compiler() -> Optional[List[str]]:
    """protoc and its plugin, of versions whose code does not ask for versions; none before 3.20 writes stubs of types."""
    protoc, plugin = shutil.which("protoc"), shutil.which("grpc_python_plugin")
    if not protoc or not plugin:
        return None
    told = subprocess.run([protoc, "--version"], capture_output=True, text=True, check=True).stdout
    version = [int(number) for number in re.findall(r"\d+", told)]
    release = version[1] if version[0] == 3 else version[0]
    return [protoc, f"--plugin=protoc-gen-grpc_python={plugin}"] if 20 <= release < 26 else None


def compiler() -> List[str]:
    found = installed_compiler()
    if found:
        return found
    try:
        import grpc_tools  # noqa: F401
    except ImportError:
        sys.exit("generate.py: needs Debian's protobuf-compiler and protobuf-compiler-grpc, or the package grpcio-tools")
    return [sys.executable, "-m", "grpc_tools.protoc"]


def requirements(folder: Path = HERE) -> List[str]:
    """What the generated code needs, of versions that it asks for itself, if it does."""
    stubs = (folder / GENERATED / "service_pb2_grpc.py").read_text(encoding="utf-8")
    messages = (folder / GENERATED / "service_pb2.py").read_text(encoding="utf-8")
    grpcio = re.search(r"GRPC_GENERATED_VERSION = '([\d.]+)'", stubs)
    protobuf = re.search(r"ValidateProtobufRuntimeVersion\(\s*[\w.]+,\s*(\d+),\s*(\d+),\s*(\d+)", messages)
    return [
        f"grpcio>={grpcio[1] if grpcio else '1.48'}",
        f"protobuf>={'.'.join(protobuf.groups()) if protobuf else '3.20.2'}",
    ]


def generate(folder: Path = HERE) -> None:
    """Files that are as they should be are not touched."""
    protos = sorted(path.relative_to(PROTOS).as_posix() for path in PROTOS.glob(f"{GENERATED}/*.proto"))
    written = folder / GENERATED
    written.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as made:
        command = [*compiler(), f"-I{PROTOS}"]
        subprocess.run([*command, f"--python_out={made}", f"--pyi_out={made}", *protos], check=True)
        subprocess.run([*command, f"--grpc_python_out={made}", f"{GENERATED}/service.proto"], check=True)
        (Path(made) / GENERATED / "__init__.py").touch()
        files = {path.name: path for path in (Path(made) / GENERATED).iterdir()}
        for name, path in files.items():
            target = written / name
            if not target.is_file() or target.read_bytes() != path.read_bytes():
                path.replace(target)
        for path in written.iterdir():
            if path.is_file() and path.name not in files:
                path.unlink()


if __name__ == "__main__":
    generate(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
