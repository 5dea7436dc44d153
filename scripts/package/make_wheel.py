"""Makes the wheel with the programs inside, and the sdist, from what setuptools makes of client/python.

usage: make_wheel.py SOURCE DIST EPOCH PLATFORM FILE...
`SOURCE` is a copy of client/python with VERSION in it. The files are what is added, by the folders that they lie in: `bin` and
`lib` go into the package, `licenses` beside its metadata, `man1` into the share/man of where it is installed.
"""
from __future__ import annotations

import base64
import hashlib
import os
import sys
import tempfile
from pathlib import Path

from archives import Files, read_tar, read_zip, write_tar_gz, write_zip
from setuptools import build_meta

ENTRY_POINTS = """[console_scripts]
shapewright = _shapewright_programs:command_line
shapewright-server = _shapewright_programs:server
"""
# Not within the package: importing that takes longer than most commands do.
STARTER = '''"""Starts the programs that lie in the package shapewright."""
import os
import sys


def _start(name):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shapewright", "bin", name)
    os.execv(path, [name, *sys.argv[1:]])


def command_line():
    _start("shapewright")


def server():
    _start("shapewright-server")
'''


def record(files: Files, name: str) -> bytes:
    lines = []
    for path, (content, _) in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}\n")
    return "".join([*lines, f"{name},,\n"]).encode()


def add_programs(files: Files, paths: list[Path], tag: str) -> None:
    """Makes the files of the pure wheel those of a wheel for one platform."""
    info = next(name.partition("/")[0] for name in files if name.partition("/")[0].endswith(".dist-info"))
    places = {"bin": "shapewright/bin", "lib": "shapewright/lib", "licenses": f"{info}/licenses"}
    places["man1"] = info.replace(".dist-info", ".data/data/share/man/man1")
    for path in paths:
        folder = path.parent.name
        files[f"{places[folder]}/{path.name}"] = (path.read_bytes(), folder == "bin")
    files["_shapewright_programs.py"] = (STARTER.encode(), False)
    files[f"{info}/entry_points.txt"] = (ENTRY_POINTS.encode(), False)
    wheel = files[f"{info}/WHEEL"][0].decode()
    wheel = wheel.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false").replace("Tag: py3-none-any", f"Tag: {tag}")
    files[f"{info}/WHEEL"] = (wheel.encode(), False)
    del files[f"{info}/RECORD"]
    files[f"{info}/RECORD"] = (record(files, f"{info}/RECORD"), False)


def main() -> None:
    source, dist, epoch, platform, *paths = sys.argv[1:]
    dist, epoch, paths = Path(dist).resolve(), int(epoch), [Path(path).resolve() for path in paths]
    os.chdir(source)
    with tempfile.TemporaryDirectory() as made:
        pure = Path(made, build_meta.build_wheel(made))
        files = read_zip(pure)
        tag = f"py3-none-{platform}"
        add_programs(files, paths, tag)
        write_zip(dist / pure.name.replace("py3-none-any", tag), files, epoch)
        sdist = Path(made, build_meta.build_sdist(made))
        write_tar_gz(dist / sdist.name, read_tar(sdist), epoch)


if __name__ == "__main__":
    main()
