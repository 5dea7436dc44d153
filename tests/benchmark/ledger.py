#!/usr/bin/env python3
"""Counts the instructions of calls and holds them against tests/benchmark/ledger.txt.

A time on a shared machine says nothing below 10 %; a count of instructions does. Fails if a call takes over 2 %
more than the ledger says, or so much less that the ledger should say it. `--write` writes the counts of now into
the ledger; its notes stay.

usage: ledger.py [--bin FOLDER] [--write] [--only TEXT]
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEDGER = ROOT / "tests/benchmark/ledger.txt"
MODELS = ROOT / "tests/data/corpus/models"
TOLERANCE = 0.02
# Less than this is to be written down, so that a later growth is seen.
IMPROVEMENT = 0.10


def read_rows(text):
    """The rows `CALL COUNT  # NOTE` of a ledger by call, as (count, note), in their order."""
    rows = {}
    for line in text.splitlines():
        row, _, note = line.partition("#")
        if not row.strip():
            continue
        call, count = row.rsplit(maxsplit=1)
        rows[call.strip()] = (int(count), note.strip())
    return rows


def ledger_text(text, rows, counts):
    """A ledger's text with new counts of some calls."""
    lines = [line for line in text.splitlines() if line.startswith("#")]
    for call, (was, note) in rows.items():
        lines.append(f"{call:<34} {counts.get(call, was):>12}{'  # ' + note if note else ''}")
    return "\n".join(lines) + "\n"


def count(program, call):
    """The instructions of a call such as `infer bert_base_ts17`."""
    kind, _, model = call.partition(" ")
    command = [program, kind] + ([str(MODELS / f"{model}.onnx")] if model else [])
    # Addresses salt the hash tables of Abseil: without random ones each run is the same.
    if shutil.which("setarch") and subprocess.run(["setarch", "-R", "true"], capture_output=True, check=False).returncode == 0:
        command = ["setarch", "-R", *command]
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["valgrind", "--trace-children=yes", "--tool=callgrind", "--toggle-collect=CountedCall",
             f"--callgrind-out-file={folder}/%p", *command],
            capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})
    counts = [int(found) for found in re.findall(r"Collected : (\d+)", run.stderr)]
    if run.returncode or not max(counts, default=0):
        sys.exit(f"ledger: {call}: {run.stderr}")
    return max(counts)


def verdict(call, was, now):
    """What is wrong with a count, or nothing. A row that was never counted has 0."""
    if was * (1 - IMPROVEMENT) <= now <= was * (1 + TOLERANCE):
        return None
    mend = "make it faster, or write the count and why it grew" if now > was else "write it: ./dev ledger --write"
    return f"{call}: {now} instructions, the ledger says {was} ({now / max(was, 1) - 1:+.1%}): {mend}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, default=ROOT / "build/release/bin")
    parser.add_argument("--write", action="store_true", help="write the counts of now into the ledger")
    parser.add_argument("--only", default="", help="calls that have this text")
    options = parser.parse_args()
    text = LEDGER.read_text(encoding="utf-8")
    rows = read_rows(text)
    asked = [call for call in rows if options.only in call]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = dict(zip(asked, pool.map(lambda call: count(options.bin / "counted_call", call), asked)))
    for call, now in counts.items():
        was, note = rows[call]
        print(f"{call:<34} {was:>12} {now:>12} {now / max(was, 1):>7.3f}  {note}".rstrip())
    if options.write:
        LEDGER.write_text(ledger_text(text, rows, counts), encoding="utf-8")
        return 0
    wrong = [text for call, now in counts.items() if (text := verdict(call, rows[call][0], now))]
    for complaint in wrong:
        print(complaint, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
