#!/usr/bin/env python3
"""Every public name is documented: runs Doxygen over the headers of zanjir_face(...) in src/zanjir/CMakeLists.txt and prints what it misses.

  tools/check_api.py [--output FOLDER]    with FOLDER the reference is written there, as FOLDER/html/index.html
Exits 1 when a public name has no comment, and 77 (a skipped test) where Doxygen is not installed.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Arithmetic of the notation, which docs/notation.md explains; their types are documented as Vec3d, Transformd, ... in spatial/spatial.hpp.
NOTATION = {f"spatial/{name}.hpp" for name in ("transform", "vector")}


def public_headers(root):
    text = (root / "src/zanjir/CMakeLists.txt").read_text()
    return re.search(r"^zanjir_face\(([^)]*)\)", text, re.MULTILINE)[1].split()


def document(root, output):
    """What Doxygen has to say about the public headers."""
    headers = [str(root / "src/zanjir" / h) for h in public_headers(root) if h not in NOTATION]
    settings = (root / "docs/Doxyfile").read_text() + f"""
INPUT = {' '.join(headers)} {root / 'docs/api.md'}
OUTPUT_DIRECTORY = {output}
STRIP_FROM_PATH = {root / 'src'}
FILTER_PATTERNS = *.hpp="{sys.executable} {root / 'tools/doxygen_filter.py'}"
"""
    done = subprocess.run(["doxygen", "-"], input=settings, cwd=root, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return [line for line in done.stderr.splitlines() if line.strip()], done.returncode


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=root)
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    if not shutil.which("doxygen"):
        print("check_api: doxygen is not installed (apt-get install doxygen)", file=sys.stderr)
        return 77
    with tempfile.TemporaryDirectory() as temporary:
        output = options.output.resolve() if options.output else pathlib.Path(temporary)
        output.mkdir(parents=True, exist_ok=True)
        warnings, code = document(options.root.resolve(), output)
    print("\n".join(warnings))
    print(f"check_api: {len(public_headers(options.root))} public headers, {len(warnings)} complaints")
    return 1 if warnings or code else 0


if __name__ == "__main__":
    sys.exit(main())
