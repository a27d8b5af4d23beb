"""The diffs in docs/adding/ still fit: each applies to the tree, or, where what it adds has been kept, is what the tree has. Where one adds a word to an enumeration, it changes
every file with a switch that has to know all of them, since the tree with it would not compile otherwise.

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


def enumerations(diff):
    """The names of those to which the diff adds a word."""
    return {match.group(1) for match in re.finditer(r"^\+enum class (\w+)\b", diff, re.MULTILINE)}


def switches(text):
    """What stands in the braces of each `switch`."""
    for match in re.finditer(r"\bswitch \(", text):
        begin = text.find("{", match.end())
        depth, end = 1, begin + 1
        while begin >= 0 and depth > 0 and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        yield text[begin:end]


def forgotten(root, diff):
    """Files with a switch over such an enumeration, without `default`, that the diff leaves as they are."""
    touched = set(re.findall(r"^\+\+\+ b/(.*)$", diff, re.MULTILINE))
    for name in sorted(enumerations(diff)):
        for path in sorted((root / "src").rglob("*.[ch]pp")):
            knows_all = any(f"case {name}::" in block and "default:" not in block for block in switches(path.read_text(encoding="utf-8")))
            if knows_all and str(path.relative_to(root)) not in touched:
                yield f"{path.relative_to(root)} has a switch over {name} that would lack the new word"


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
            if applied.returncode == 0:
                for where in forgotten(root, diff):
                    yield f"{page.relative_to(root)}:{line}: the tree with this example does not compile: {where}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]).resolve()
    found = list(problems(root))
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
