#!/usr/bin/env python3
"""Checks citations against docs/references.bib, both ways.

A citation is a key in square brackets, author and year, or several with commas between them, in a source file, a document or a model.
Each must have an entry, each entry must be cited, and no key may appear twice. Prints one line per stray and exits 1 when there is any.
"""
import argparse
import pathlib
import re
import sys

SEARCHED = {
    "src": ("*.hpp", "*.cpp"), "apps": ("*.hpp", "*.cpp"), "tests": ("*.hpp", "*.cpp"), "bench": ("*.hpp", "*.cpp"),
    "docs": ("*.md",), "models": ("*.yaml",), "studies": ("*.yaml",), ".": ("*.md",),
}
KEY = r"[A-Z][A-Za-z]+(?:19|20)\d\d[a-z]?"
CITATION = re.compile(rf"\[({KEY}(?:, *{KEY})*)\]")
ENTRY = re.compile(r"^@\w+\{([^,\s]+),", re.MULTILINE)


def check(root):
    found, entries, cited = [], {}, set()
    bibliography = root / "docs/references.bib"
    text = bibliography.read_text()
    for entry in ENTRY.finditer(text):
        line = text.count("\n", 0, entry.start()) + 1
        if entry[1] in entries:
            found.append(f"docs/references.bib:{line}: {entry[1]} is already at line {entries[entry[1]]}")
        entries.setdefault(entry[1], line)

    for folder, patterns in SEARCHED.items():
        top = root / folder
        files = [f for p in patterns for f in (top.glob(p) if folder == "." else top.rglob(p))]
        for file in sorted(files):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                for citation in CITATION.finditer(line):
                    for key in re.findall(KEY, citation[1]):
                        cited.add(key)
                        if key not in entries:
                            found.append(f"{file.relative_to(root)}:{number}: {key} is not in docs/references.bib")
    found += [f"docs/references.bib:{line}: {key} is cited nowhere" for key, line in entries.items() if key not in cited]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    found = check(parser.parse_args().root)
    print("\n".join(found) or "check_citations: no stray")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
