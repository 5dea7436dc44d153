"""Archives whose bytes follow from their contents alone: names sorted, one time, modes of 644 or 755, no owner."""
from __future__ import annotations

import gzip
import io
import tarfile
import time
import zipfile
from pathlib import Path
from typing import Dict, Tuple

Files = Dict[str, Tuple[bytes, bool]]
"""By name: what is in it, and whether it is a program."""


def mode_of(is_program: bool) -> int:
    return 0o755 if is_program else 0o644


def write_zip(path: Path, files: Files, epoch: int) -> None:
    date = time.gmtime(max(epoch, 315532800))[:6]  # zip knows no time before 1980
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, (content, is_program) in sorted(files.items()):
            info = zipfile.ZipInfo(name, date)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o100000 | mode_of(is_program)) << 16
            info.create_system = 3  # Unix, where modes count
            archive.writestr(info, content)


def read_zip(path: Path) -> Files:
    with zipfile.ZipFile(path) as archive:
        return {
            info.filename: (archive.read(info), bool(info.external_attr >> 16 & 0o100))
            for info in archive.infolist()
            if not info.is_dir()
        }


def read_tar(path: Path) -> Files:
    with tarfile.open(path) as archive:
        return {m.name: (archive.extractfile(m).read(), bool(m.mode & 0o100)) for m in archive if m.isfile()}


def write_tar_gz(path: Path, files: Files, epoch: int) -> None:
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, (content, is_program) in sorted(files.items()):
            info = tarfile.TarInfo(name)
            info.size, info.mtime, info.mode = len(content), epoch, mode_of(is_program)
            archive.addfile(info, io.BytesIO(content))
    path.write_bytes(gzip.compress(plain.getvalue(), mtime=epoch))
