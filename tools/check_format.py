#!/usr/bin/env python3
"""Checks that every tracked C++ source is formatted as .clang-format says; `make format` formats them.

  tools/check_format.py [ROOT]     exits 1 with the files that differ, 77 (skipped) where clang-format 14 is not installed
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

TOOL = "clang-format-14"
SKIPPED = 77


def sources(root):
    """Tracked files; of a tree that is not a repository (a release archive), all below the folders that hold sources."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "*.hpp", "*.cpp"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if listed.returncode == 0:
        return listed.stdout.split()
    folders = [root / name for name in ("src", "apps", "tests", "bench", "examples")]
    return [str(f.relative_to(root)) for folder in folders for f in sorted(folder.rglob("*.[hc]pp"))]


def wrong_ones(root, files):
    """Those that are not formatted, and those that it cannot read. Many at once: to begin costs the tool more than a file does."""
    done = subprocess.run([TOOL, "--dry-run", "-Werror", *files], cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode == 0:
        return []
    named = set(re.findall(r"^(.+?):\d+:\d+: error: ", done.stderr, re.M))
    return [file for file in files if file in named or not (root / file).is_file()] or files  # it names none: none of them is known to be right


def main(arguments):
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parent.parent).resolve()
    if not shutil.which(TOOL):
        print(f"check_format: {TOOL} is not installed (tools/install_dependencies.sh format); nothing was checked")
        return SKIPPED
    files = sources(root)
    shares = [files[k:k + 50] for k in range(0, len(files), 50)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [file for found in pool.map(lambda share: wrong_ones(root, share), shares) for file in found]
    for file in wrong:
        print(f"{file}: not formatted")
    print(f"check_format: {len(files)} files, {len(wrong)} to format" + ("; run `make format`" if wrong else ""))
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
