#!/usr/bin/env python3
"""Runs the commands shown in a document, so that it cannot promise what does not work.

A fenced block that opens with ```sh and follows a line `<!-- tested -->` is run line by line with the built `zanjir` first on the path, in a
folder that shows everything of the source tree but its `report/`: what the commands write there goes away with the folder, and the user's own
report stays. A command that exits non-zero fails the run; one with `# exits N` at its end must exit N, one with `# prints TEXT` must have
TEXT in its output; `# exits N, prints TEXT` says both.

Listings are tested, too. One that follows a line `<!-- file: NAME -->` is what the reader is told to write: it is put there before the commands
below it run. One that follows `<!-- listing: PATH -->` is part of a file of the repository, and must stand there word for word.
  ZANJIR=<binary> tools/run_doc_commands.py FILE...
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^<!-- (tested|file: \S+|listing: \S+) -->\n+```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SOURCE = pathlib.Path(__file__).resolve().parent.parent


def blocks(text):
    """(what it is, line number, content) of every marked block."""
    for block in BLOCK.finditer(text):
        if block[1] != "tested" or block[2] == "sh":
            yield block[1], text.count("\n", 0, block.start(3)) + 1, block[3]


def commands(content, line):
    """(line number, command, expected exit code, expected text) of every command in a tested block; a trailing backslash continues a command."""
    for command in re.findall(r"(?:[^\n]*\\\n)*[^\n]*\n", content):
        if command.strip() and not command.lstrip().startswith("#"):
            expected = re.search(r"# exits (\d+)(?:, prints .+)?\s*$", command)
            text_expected = re.search(r"# (?:exits \d+, )?prints (.+?)\s*$", command)
            yield line, command.strip(), int(expected[1]) if expected else 0, text_expected[1] if text_expected else ""
        line += command.count("\n")


def mirror(source, folder):
    """Makes everything in `source` visible in `folder`, except the report."""
    for entry in source.iterdir():
        if entry.name != "report":
            (folder / entry.name).symlink_to(entry)


def main(files):
    with tempfile.TemporaryDirectory() as folder:
        mirror(SOURCE, pathlib.Path(folder))
        return run_all(files, folder)


def run_all(files, root):
    binary = pathlib.Path(os.environ["ZANJIR"]).resolve()
    environment = {**os.environ, "PATH": f"{binary.parent}:{os.environ['PATH']}"}
    n_run = n_failed = 0
    for file in files:
        for what, first_line, content in blocks(pathlib.Path(file).read_text()):
            if what.startswith("file: "):
                target = pathlib.Path(root, what.removeprefix("file: "))
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(content)
                continue
            if what.startswith("listing: "):
                n_run += 1
                if content not in (SOURCE / what.removeprefix("listing: ")).read_text():
                    n_failed += 1
                    print(f"{file}:{first_line}: this listing is not in {what.removeprefix('listing: ')}")
                continue
            for line, command, expected, printed in commands(content, first_line):
                done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=root, env=environment, stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                n_run += 1
                if done.returncode != expected:
                    n_failed += 1
                    print(f"{file}:{line}: `{command}` exited {done.returncode}, expected {expected}\n{done.stdout}")
                elif printed not in done.stdout:
                    n_failed += 1
                    print(f"{file}:{line}: `{command}` does not print {printed}\n{done.stdout}")
    print(f"run_doc_commands: {n_run} commands, {n_failed} failed")
    return 1 if n_failed or not n_run else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
