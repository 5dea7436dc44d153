#!/usr/bin/env python3
"""The inputs that fuzzing starts from, which lie in corpus.tar.xz: FOLDER/TARGET/FILE.

usage: corpus.py unpack FOLDER   writes them into a folder, unless it has come from this archive; what is there else goes
       corpus.py pack FOLDER     makes the archive of what is in that folder now, which has to have come from it
"""
from __future__ import annotations

import hashlib
import io
import lzma
import shutil
import sys
import tarfile
from pathlib import Path

ARCHIVE = Path(__file__).resolve().with_name("corpus.tar.xz")
ORIGIN = ".archive"  # in the folder: the hash of the archive that it came from


def archive_hash() -> str:
    return hashlib.sha256(ARCHIVE.read_bytes()).hexdigest()


def comes_from_archive(folder: Path) -> bool:
    origin = folder / ORIGIN
    return origin.is_file() and origin.read_text() == archive_hash()


def unpack(folder: Path) -> None:
    if comes_from_archive(folder):
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(folder)
    (folder / ORIGIN).write_text(archive_hash())


def pack(folder: Path) -> None:
    """The same files give the same bytes."""
    if not comes_from_archive(folder):
        sys.exit(f"corpus.py: {folder} does not come from {ARCHIVE.name} as it is now: unpack it first")
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(folder.glob("*/*")):
            info = tarfile.TarInfo(path.relative_to(folder).as_posix())
            info.size, info.mode = path.stat().st_size, 0o644
            archive.addfile(info, io.BytesIO(path.read_bytes()))
    ARCHIVE.write_bytes(lzma.compress(plain.getvalue(), preset=9 | lzma.PRESET_EXTREME))
    (folder / ORIGIN).write_text(archive_hash())


def main() -> None:
    command, folder = sys.argv[1:]
    {"unpack": unpack, "pack": pack}[command](Path(folder))


if __name__ == "__main__":
    main()
