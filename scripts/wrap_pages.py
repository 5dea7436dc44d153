#!/usr/bin/env python3
"""Wraps the lines of pages at 100 columns: `./dev format` writes, `./dev lint --fast` asks.

Tables, code, headings and HTML stay as they are, and so do paragraphs whose lines are short enough. Code spans of up to
60 columns, links, and what would begin a list at the start of a line are not broken.

usage: wrap_pages.py [--check]     in the repository's root
"""
import glob
import re
import sys

WIDTH = 100
_ITEM = re.compile(r"^(\s*)([-*+]|\d+\.)(\s+)")
_WORD = re.compile(r"`[^`]{0,60}`\S*|\[[^\]]{0,60}\]\([^)]*\)\S*|\S+")
# At the start of a line these mean something else.
_STARTS_BLOCK = re.compile(r"^([-*+>|#=]+|\d+[.)])$")


def pages():
    return sorted([*glob.glob("*.md"), *glob.glob("docs/*.md"), *glob.glob("client/*/README.md"), "examples/README.md"])


def _words(text):
    """What is not broken; code spans that stand within a word stay in it."""
    words = []
    position = 0
    while match := re.compile(r"\s*").match(text, position):
        position = match.end()
        if position == len(text):
            return words
        end = position
        while end < len(text) and not text[end].isspace():
            span = _WORD.match(text, end) if text[end] in "`[" else None
            end = span.end() if span else end + 1
        words.append(text[position:end])
        position = end


def wrap(lines):
    """A paragraph or an item of a list, in lines of at most WIDTH columns where they can be broken."""
    item = _ITEM.match(lines[0])
    first = item[0] if item else re.match(r"\s*", lines[0])[0]
    hanging = " " * len(first)
    wrapped, line = [], first
    is_empty = True
    words = _words(" ".join([lines[0][len(first):], *(text.strip() for text in lines[1:])]))
    for number, word in enumerate(words):
        follows = words[number + 1] if number + 1 < len(words) else ""
        needed = len(word) + (1 + len(follows) if _STARTS_BLOCK.match(follows) else 0)
        if not is_empty and len(line) + 1 + needed > WIDTH and not _STARTS_BLOCK.match(word):
            wrapped.append(line)
            line, is_empty = hanging, True
        line += word if is_empty else f" {word}"
        is_empty = False
    return [*wrapped, line]


def _blocks(text):
    """Lines by what they are: ("text", lines of a paragraph or an item) or ("other", [line])."""
    block, in_code, after_blank, in_list = [], False, True, False
    for line in text.splitlines():
        fence = line.lstrip().startswith("```")
        is_code = not in_list and after_blank and line.startswith("    ")
        is_other = in_code or fence or is_code or not line.strip() or line.lstrip().startswith(("|", "#", "<", ">"))
        if block and (is_other or _ITEM.match(line)):
            yield "text", block
            block = []
        if fence:
            in_code = not in_code
        if is_other:
            yield "other", [line]
            after_blank = not line.strip() or is_code
            in_list = in_list and not line.lstrip().startswith("#")
        else:
            in_list = bool(_ITEM.match(line)) or in_list and (bool(block) or line.startswith("  "))
            block.append(line)
            after_blank = False
    if block:
        yield "text", block


def wrap_page(text):
    lines = []
    for kind, block in _blocks(text):
        is_long = kind == "text" and any(len(line) > WIDTH for line in block)
        lines += wrap(block) if is_long else block
    return "\n".join(lines) + "\n"


def complaints(path, text):
    line = 0
    for kind, block in _blocks(text):
        for each in block:
            line += 1
            if kind == "text" and len(each) > WIDTH and wrap(block) != block:
                yield f"{path}:{line}: {len(each)} columns, {WIDTH} is the limit; ./dev format wraps it"


def main():
    found = []
    for path in pages():
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if sys.argv[1:] == ["--check"]:
            found += complaints(path, text)
        elif (wrapped := wrap_page(text)) != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(wrapped)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
