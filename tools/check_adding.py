"""The diffs in docs/adding/ still fit: each applies to the tree, or, where what it adds has been kept, is what the tree has.

usage: check_adding.py [FOLDER]      FOLDER: the repository; default: the one of this script
"""
import os
import pathlib
import re
import subprocess
import sys


def diffs(text):
    """The blocks ```diff ... ``` of a page, each with the line where it begins."""
    for match in re.finditer(r"^```diff\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, match.start()) + 2, match.group(1)


def fits(root, diff, *options):
    # Outside of its own repository (a build below another one) git would skip files silently.
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(root.parent)}
    return subprocess.run(["git", "apply", "--check", *options, "-"], input=diff.encode(), cwd=root, env=environment, capture_output=True)


def problems(root):
    pages = sorted((root / "docs" / "adding").glob("*.md"))
    if not pages:
        yield "docs/adding has no page"
    for page in pages:
        found = list(diffs(page.read_text(encoding="utf-8")))
        if not found:
            yield f"{page.relative_to(root)}: no example: a block ```diff is expected"
        for line, diff in found:
            applied = fits(root, diff)
            if applied.returncode != 0 and fits(root, diff, "--reverse").returncode != 0:
                yield f"{page.relative_to(root)}:{line}: the example neither applies nor is it in the tree: {applied.stderr.decode().strip()}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]).resolve()
    found = list(problems(root))
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
