#!/usr/bin/env python3
"""Every header compiles by itself: those of the face and those that layers show to each other, as the build lists them (the header sets of CMake).

  tools/check_headers.py --build build/release

They are only read, not translated, and what comes from outside and is read again and again (Eigen, a few of the standard library) is precompiled. A header meets the
precompiled ones only if it includes all of them, itself or by headers of ours; so what it forgets is still missing. Exit: 0 all stand alone, 1 one does not, 2 no build.
"""
import argparse
import concurrent.futures
import functools
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

# Sets of headers that are precompiled; the first that fits a header is taken.
PRECOMPILED = (("Eigen/Core", "string", "vector"), ("Eigen/Core",), ("string", "vector"), ("string",))
INCLUDE = re.compile(r'^#include ["<]([^">]+)[">]', re.M)


@functools.cache
def outside(header, folder):
    """What a header of ours includes from outside, by whatever way."""
    found = set()
    for name in INCLUDE.findall((folder / header).read_text()):
        found |= outside(name, folder) if (folder / name).is_file() else {name}
    return found


def listed(build):
    """The files of the build that include one header each, with the options to read them."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if "_verify_interface_header_sets/" in entry["file"]:
            words = shlex.split(entry["command"])
            words = words[:words.index("-o")]  # then come the object and the source
            yield Path(entry["file"]), [w for w in words if not w.startswith("-O")]


class Reader:
    def __init__(self, folder):
        self.folder, self.made = folder, {}

    def precompile(self, number, words):
        """Once per set of options; where the compiler cannot, headers are read as they are."""
        key = (number, *words)
        if key not in self.made:
            file = self.folder / f"{len(self.made)}.hpp"
            file.write_text("".join(f"#include <{name}>\n" for name in PRECOMPILED[number]))
            done = subprocess.run([*words, "-x", "c++-header", str(file), "-o", f"{file}.gch"], stderr=subprocess.DEVNULL)
            self.made[key] = ["-include", str(file)] if done.returncode == 0 else []
        return self.made[key]

    def prepare(self, source, words):
        header = INCLUDE.search(source.read_text())[1]
        root = next((Path(w[2:]) for w in words if w.startswith("-I") and (Path(w[2:]) / header).is_file()), None)
        theirs = outside(header, root) if root else set()
        number = next((k for k, names in enumerate(PRECOMPILED) if theirs.issuperset(names)), None)
        return header, [*words, *(self.precompile(number, words) if number is not None else []), "-fsyntax-only", str(source)]


def read(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build/release"), help="a configured build folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    given = parser.parse_args()
    if not (given.build / "compile_commands.json").is_file():
        print(f"check_headers: no compile_commands.json in {given.build}; first: cmake --preset release", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        reader = Reader(Path(folder))
        commands = dict(reader.prepare(*one) for one in listed(given.build))
        failed = 0
        for header, done in zip(commands, pool.map(read, commands.values())):
            if done.returncode != 0:
                failed += 1
                print(f"{header} does not compile by itself:\n{done.stdout[:2000]}")
    if not commands:
        print(f"check_headers: {given.build} lists no headers to check; first: cmake --preset release", file=sys.stderr)
        return 2
    print(f"{len(commands)} headers, {failed} that do not stand alone")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
