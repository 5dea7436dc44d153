#!/usr/bin/env python3
"""Part of ./dev test: how pages are wrapped, and what is left as it is."""
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True

from wrap_pages import WIDTH, complaints, wrap_page  # noqa: E402

WORDS = "word " * 30


class WrapPages(unittest.TestCase):
    def test_paragraphs_and_items(self):
        page = wrap_page(f"# Title\n\n{WORDS}end\n\n- {WORDS}end\n  more\n\n1. {WORDS}end\n")
        self.assertTrue(all(len(line) <= WIDTH for line in page.splitlines()), page)
        self.assertEqual(page.split(), f"# Title {WORDS} end - {WORDS} end more 1. {WORDS} end".split())
        self.assertIn("\n  word", page)
        self.assertIn("\n   word", page)
        self.assertEqual(list(complaints("p.md", page)), [])
        self.assertEqual(wrap_page(page), page)

    def test_what_stays(self):
        row, title = f"| {WORDS}|", f"# {WORDS.strip()}"
        page = f"{title}\n\n{row}\n\n```\n{WORDS}\n```\n\n    {WORDS}\n\n<!-- {WORDS} -->\n\nshort\nlines\n"
        self.assertEqual(wrap_page(page), page)
        self.assertEqual(list(complaints("p.md", page)), [])

    def test_what_is_not_broken(self):
        code, link = "`a code span of some words`", "[a link of some words](page.md#title)"
        for start in range(40, 100):
            text = "x" * start
            page = wrap_page(f"{text} {code}, {link}. {WORDS}- 5 # word {WORDS}\n")
            self.assertIn(f"{code},", page)
            self.assertIn(f"{link}.", page)
            for line in page.splitlines():
                self.assertNotRegex(line, r"^(-|#) ")

    def test_long_lines_are_told(self):
        found = list(complaints("p.md", f"short\n\n{WORDS}\n"))
        self.assertEqual(len(found), 1)
        self.assertTrue(found[0].startswith("p.md:3: 150 columns"), found)
        self.assertEqual(list(complaints("p.md", "x" * 200 + "\n")), [])


if __name__ == "__main__":
    unittest.main()
