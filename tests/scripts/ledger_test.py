#!/usr/bin/env python3
"""Part of ./dev test: when a count of instructions is held to be wrong, and how the ledger is written."""
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/benchmark"))
sys.dont_write_bytecode = True

from ledger import ledger_text, read_rows, verdict  # noqa: E402

LEDGER = "# What calls cost.\ninfer a 1000  # a check more\nmerge 20\n"


class Ledger(unittest.TestCase):
    def test_growth_beyond_the_tolerance_is_wrong(self):
        self.assertIsNone(verdict("merge", 1000, 1020))
        self.assertIn("+2.1%", verdict("merge", 1000, 1021))

    def test_an_improvement_is_to_be_written(self):
        self.assertIsNone(verdict("merge", 1000, 900))
        self.assertIn("--write", verdict("merge", 1000, 899))

    def test_a_row_without_a_count_is_wrong(self):
        self.assertIsNotNone(verdict("merge", 0, 1))

    def test_notes_and_rows_that_were_not_counted_stay(self):
        rows = read_rows(LEDGER)
        self.assertEqual(rows, {"infer a": (1000, "a check more"), "merge": (20, "")})
        written = ledger_text(LEDGER, rows, {"infer a": 2000})
        self.assertTrue(written.startswith("# What calls cost.\n"), written)
        self.assertEqual(read_rows(written), {"infer a": (2000, "a check more"), "merge": (20, "")})


if __name__ == "__main__":
    unittest.main()
