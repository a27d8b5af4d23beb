#!/usr/bin/env python3
"""clang-tidy on what was changed (the preset `tidy` looks at everything that is compiled).

  tools/tidy.py                  what was changed in the last day before HEAD, the newest first, at most --limit batches
  tools/tidy.py FILE...          these files
  tools/tidy.py --since COMMIT   what was changed since a commit; --limit 0: however much that is
  tools/tidy.py --seconds 120    begins no batch later than that; what was not reached is named

Sources are looked at in the batches they are compiled in (cmake/ZanjirLayer.cmake), since most of the time goes into their headers; so neighbours of a
changed file are looked at too: a fault in one of those is printed and counted, but does not fail, so that nothing hangs on who is compiled beside whom. A changed header is seen through the source of the same name, or else through a changed source that includes it; one that no such
source includes is named as not looked at. Which findings are faults and which are remarks is said in .clang-tidy. Exit: 0 no fault, 1 a fault was found, 2 it could not run.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIDY = "clang-tidy-14"
LOOKED_AT = ("src/", "apps/", "examples/", "tests/")
UNKNOWN_TO_CLANG = ("-Wno-restrict", "-Wno-maybe-uninitialized", "-Wno-subobject-linkage", "-Werror", "-fno-semantic-interposition", "-Winvalid-pch", "-Wno-stringop-overflow", "-Wno-stringop-overread", "-Wno-array-bounds", "-mmemcpy-strategy", "-mmove-max", "-mstore-max")


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


def changed_files(since):
    """Newest first; without `since` those of the commits of one day before HEAD. Commits where a history was cut off seem to change every file: left out."""
    cut_off = Path(git("rev-parse", "--git-path", "shallow").strip())
    ends = ["--not", *(ROOT / cut_off).read_text().split()] if (ROOT / cut_off).is_file() else []
    if ends:
        print("tidy: the history is cut off here; what its oldest commits changed is not known")
    if since:
        log = git("log", "--format=", "--name-only", f"{since}..HEAD", *ends)
    else:
        day = int(git("log", "-1", "--format=%ct").strip()) - 24 * 3600
        log = git("log", "--format=", "--name-only", f"--since=@{day}", "HEAD", *ends)
    names = dict.fromkeys(git("diff", "--name-only", "HEAD").split() + log.split())
    return [ROOT / n for n in names if n.startswith(LOOKED_AT) and n.endswith((".cpp", ".hpp")) and (ROOT / n).is_file()]


def by_sources(files):
    """Sources to look at, and the headers that none of them shows."""
    sources = dict.fromkeys(f for f in files if f.suffix == ".cpp")
    unseen = []
    for header in (f for f in files if f.suffix == ".hpp"):
        own = header.with_suffix(".cpp")
        include = re.compile(r'#include ["<].*' + re.escape(header.name) + '[">]')
        if own.is_file():
            sources[own] = None
        elif not any(include.search(s.read_text()) for s in sources):
            unseen.append(header)
    return list(sources), unseen


class Compiled:
    """What is compiled, and how: the batch of a source (or the source itself), and its options in words that clang knows."""

    def __init__(self, build, until):
        self.until, self.unit_of, self.options_of = until, {}, {}
        for entry in json.loads((build / "compile_commands.json").read_text()):
            words = [w for w in shlex.split(entry["command"])[1:] if not w.startswith(UNKNOWN_TO_CLANG)]
            if "-include" in words:  # precompiled by g++: clang reads every header itself
                del words[words.index("-include"):words.index("-include") + 2]
            unit = Path(entry["file"])
            self.options_of[unit] = [w for w in words if not w.endswith((".cxx", ".cpp", ".o")) and w not in ("-c", "-o", "c++") and "ccache" not in w]
            in_batch = re.findall(r'#include "(.+\.cpp)"', unit.read_text()) if "/batches/" in entry["file"] and unit.is_file() else []
            for source in [ROOT / name for name in in_batch] or [unit]:
                self.unit_of[source] = unit

    def look(self, unit):
        """The exit status and what was said; none when there is no time left."""
        if self.until and time.monotonic() > self.until:
            return None, ""
        done = subprocess.run([TIDY, "--quiet", str(unit), "--", *self.options_of[unit], "-Wno-unknown-warning-option"], cwd=ROOT, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        return done.returncode, done.stdout or (done.stderr if done.returncode else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--since", metavar="COMMIT", help="what was changed since this commit")
    parser.add_argument("--limit", type=int, default=12, help="at most so many batches, 0: all (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=0, help="begin no batch later than this, 0: no limit (default)")
    parser.add_argument("--build", type=Path, default=ROOT / "build/release", help="a configured build folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    given = parser.parse_args()
    if not shutil.which(TIDY):
        print(f"tidy: no {TIDY}; tools/install_dependencies.sh clang installs it", file=sys.stderr)
        return 2
    if not (given.build / "compile_commands.json").is_file():
        print(f"tidy: no compile_commands.json in {given.build}; first: cmake --preset release", file=sys.stderr)
        return 2
    try:
        files = [f.resolve() for f in given.files] or changed_files(given.since)
    except (subprocess.CalledProcessError, FileNotFoundError):
        if not given.since:
            print("tidy: no history of git here, so nothing is known to have changed; name files")
            return 0
        print(f"tidy: git knows no commit '{given.since}'", file=sys.stderr)
        return 2
    sources, unseen = by_sources(files)
    began = time.monotonic()
    compiled = Compiled(given.build, began + given.seconds if given.seconds else None)
    units = {}  # and the sources that are the reason to look at each
    for source in sources:
        name = str(source.relative_to(ROOT) if source.is_relative_to(ROOT) else source)
        if source in compiled.unit_of:
            units.setdefault(compiled.unit_of[source], []).append(name)
        else:
            print(f"{name}: not compiled by this build, left out")
    left_out = list(units)[given.limit:] if given.limit else []
    chosen = [unit for unit in units if unit not in left_out]
    asked = {file.resolve() for file in files}
    for header in unseen:
        print(f"{header.relative_to(ROOT)}: not looked at, no changed source includes it")
    for unit in left_out:
        print(f"{', '.join(units[unit])}: left out, beyond --limit {given.limit}")
    bad, beside, not_reached, faults = 0, 0, [], []
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        waiting = {pool.submit(compiled.look, unit): unit for unit in chosen}
        for k, future in enumerate(concurrent.futures.as_completed(waiting), 1):
            code, said = future.result()
            if code is None:
                not_reached.append(waiting[future])
                continue
            remarks = len(re.findall(r": (?:warning|error): ", said))
            faulty = {Path(name).resolve() for name in re.findall(r"^(\S+?):\d+:\d+: (?:fatal )?error: ", said, re.M)}
            ours = code != 0 and (not faulty or bool(faulty & asked))
            found = "found" if ours else "found in neighbours" if code else f"{remarks} remarks" if remarks else "clean"
            print(f"[{k}/{len(chosen)}] {', '.join(units[waiting[future]])}: {found}", flush=True)
            bad, beside = bad + ours, beside + (code != 0 and not ours)
            if ours:
                faults.append(said)
            elif code or remarks:
                print(said, flush=True)
    for unit in not_reached:
        print(f"{', '.join(units[unit])}: left out, not reached in {given.seconds:.0f} s")
    print(*faults, sep="\n", end="")  # last: of a long output a gate may keep the end alone
    print(f"tidy: {len(chosen) - len(not_reached)} batches, {bad} with faults, {beside} with faults in files that nobody asked about, {time.monotonic() - began:.0f} s; {len(left_out) + len(not_reached)} left out")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
