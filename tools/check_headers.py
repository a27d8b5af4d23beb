#!/usr/bin/env python3
"""Every header compiles by itself: those of the face and those that layers show to each other, as the build lists them (the header sets of CMake).

  tools/check_headers.py --build build/release            all of them: ten minutes on one core
  tools/check_headers.py --build build/release --share 8  those of the face (the target `zanjir`) and each eighth of the others, other ones with every commit (tools/turn.sh)

They are only read, not translated, and what is read again and again (Eigen, the model and what it needs) is precompiled. That hides nothing about the header itself: it meets a
precompiled one only if it includes it, directly or not, and what it forgets is still missing, as includes come before all else. That another one on its way leans on it is seen when that
one is read, now or in its turn.
Exit: 0 all stand alone, 1 one does not, 2 no build.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

INCLUDE = re.compile(r'^#include ["<]([^">]+)[">]', re.M)
# About what it costs to read a header from outside, in lines of ours; the others.
COST = {"Eigen/Core": 20000, "Eigen/Eigenvalues": 6000, "Eigen/SVD": 6000, "Eigen/LU": 3000, "Eigen/QR": 3000, "filesystem": 5000, "functional": 3000, "string": 4000}
OTHER = 500
PRECOMPILING = 2  # costs as much as reading so many times
WORTH_IT = 3000   # to save less is not


def listed(build, share, turn):
    """The files of the build that include one header each, with the options to read them."""
    of_layers = 0
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if "_verify_interface_header_sets/" in entry["file"]:
            if "/zanjir_verify_interface_header_sets/" not in entry["file"]:
                of_layers += 1
                if (of_layers + turn) % share:
                    continue
            words = shlex.split(entry["command"])
            words = words[:words.index("-o")]  # then come the object and the source
            yield Path(entry["file"]), [w for w in words if not w.startswith("-O")]


class Headers:
    """What the headers of one set of options include, and which of them are worth precompiling."""

    def __init__(self, names, words):
        self.words, self.names = words, names
        self.folders = [Path(w[2:]) for w in words if w.startswith("-I")]
        self.of, self.cost = {}, {}  # all that a header reads, itself among it
        for name in names:
            self.reads(name)
        self.hubs = self.choose()

    def reads(self, name):
        if name not in self.of:
            file = next((folder / name for folder in self.folders if (folder / name).is_file()), None)
            text = file.read_text() if file else ""
            self.cost[name] = text.count("\n") if file else COST.get(name, OTHER)
            self.of[name] = frozenset({name}.union(*map(self.reads, INCLUDE.findall(text))))
        return self.of[name]

    def total(self, name):
        return sum(self.cost[n] for n in self.of[name])

    def choose(self):
        """One after the other what saves most, until nothing does."""
        totals = {n: self.total(n) for n in self.of}
        saved, hubs = dict.fromkeys(self.names, 0), []
        users = {hub: [n for n in self.names if hub in self.of[n]] for hub in self.of}
        gain = lambda hub: sum(max(0, totals[hub] - saved[n]) for n in users[hub]) - PRECOMPILING * totals[hub]
        while gain(best := max(self.of, key=gain)) > WORTH_IT:
            hubs.append(best)
            for n in users[best]:
                saved[n] = max(saved[n], totals[best])
        return hubs

    def hub_of(self, name):
        """The largest precompiled one that the header includes."""
        return max((h for h in self.hubs if h in self.of[name]), key=self.total, default=None)


class Reader:
    def __init__(self, folder):
        self.folder, self.made = folder, {}

    def precompile(self, hub, words):
        """Once; where the compiler cannot, headers are read as they are."""
        key = (hub, *words)
        if key not in self.made:
            file = self.folder / f"{len(self.made)}.hpp"
            file.write_text(f"#include <{hub}>\n")
            done = subprocess.run([*words, "-x", "c++-header", "-c", str(file), "-o", f"{file}.gch"], stderr=subprocess.DEVNULL)
            self.made[key] = ["-include", str(file)] if done.returncode == 0 else []
        return self.made[key]

    def commands(self, files):
        """By header, the command that reads it."""
        named = [(INCLUDE.search(source.read_text())[1], source, words) for source, words in files]
        by_options = {}
        for name, _, words in named:
            by_options.setdefault(tuple(words), []).append(name)
        headers = {words: Headers(names, words) for words, names in by_options.items()}
        for name, source, words in named:
            hub = headers[tuple(words)].hub_of(name)
            yield name, [*words, *(self.precompile(hub, words) if hub else []), "-fsyntax-only", str(source)]


def read(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build/release"), help="a configured build folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--share", type=int, default=1, help="of how many headers of the layers one is read")
    parser.add_argument("--turn", type=int, help="which; by default the number of commits")
    given = parser.parse_args()
    if given.share < 1:
        parser.error("--share is a number from 1 on")
    if given.turn is None:
        given.turn = int(subprocess.run([Path(__file__).with_name("turn.sh")], stdout=subprocess.PIPE, text=True, check=True).stdout) if given.share > 1 else 0
    if not (given.build / "compile_commands.json").is_file():
        print(f"check_headers: no compile_commands.json in {given.build}; first: cmake --preset release", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        reader = Reader(Path(folder))
        commands = dict(reader.commands(listed(given.build, given.share, given.turn)))
        failed = 0
        for header, done in zip(commands, pool.map(read, commands.values())):
            if done.returncode != 0:
                failed += 1
                print(f"{header} does not compile by itself:\n{done.stdout[:2000]}")
    if not commands:
        print(f"check_headers: {given.build} lists no headers to check; first: cmake --preset release", file=sys.stderr)
        return 2
    which = f" (all of the face, each {given.share}th of the others in turn {given.turn})" if given.share > 1 else ""
    print(f"{len(commands)} headers{which}, {failed} that do not stand alone; {sum(map(bool, reader.made.values()))} precompiled")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
