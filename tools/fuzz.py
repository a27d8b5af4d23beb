#!/usr/bin/env python3
"""Runs the libFuzzer programs of build/fuzz, each for a time or a number of inputs, and says how many inputs there were and what they reached.

  tools/fuzz.py --seconds 60                       every target, a minute each (what `make fuzz` does)
  tools/fuzz.py --runs 100000 --seed 7 expression  one target, so many inputs

Inputs start from the corpus in tests/libfuzzer/corpus, and for some targets from files of ours (models/, studies/, recordings of the
tests). What is found on the way goes to build/fuzz/found/TARGET and is used again the next time; nothing is written into the source tree.
Ends with 1 when an input crashes, hangs (over --hang seconds) or leaks: the input is kept and the command that shows it again is printed.
"""
import argparse
import os
import random
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tests/libfuzzer"
# Where inputs come from besides the corpus, and how long they may be.
MORE = {"description": ["models", "models/joints", "models/hard"], "study": ["studies"], "recording": ["tests/data/recordings"]}
CORPUS = {"solver": "description"}  # shared
LENGTH = {"expression": 200, "csv": 2000, "description": 6000, "solver": 4000, "study": 6000, "recording": 60000}
WORDS = {"description": "description.dict", "solver": "description.dict", "study": "study.dict", "expression": "expression.dict"}


def targets():
    return sorted(file.stem.removesuffix("_fuzz") for file in SOURCE.glob("*_fuzz.cpp"))


def command(program, target, options, found, artifacts):
    words = [str(program), f"-seed={options.seed}", f"-max_len={LENGTH.get(target, 4000)}", f"-timeout={options.hang}", "-rss_limit_mb=4096", "-print_final_stats=1",
             f"-artifact_prefix={artifacts}/", "-verbosity=1", "-reload=0"]
    words.append(f"-runs={options.runs}" if options.runs else f"-max_total_time={options.seconds}")
    if target in WORDS:
        words.append(f"-dict={SOURCE / WORDS[target]}")
    return words + [str(found), str(SOURCE / "corpus" / CORPUS.get(target, target))] + [str(ROOT / folder) for folder in MORE.get(target, [])]


def run(target, options):
    """One line of the table, and whether all went well."""
    program = options.build / "tests/libfuzzer" / f"{target}_fuzz"
    found, artifacts = options.build / "found" / target, options.build / "broken" / target
    for folder in (found, artifacts):
        folder.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1", "LSAN_OPTIONS": f"suppressions={ROOT / 'cmake/leaks.supp'}:print_suppressions=0",
                   "ASAN_OPTIONS": "detect_container_overflow=0:allocator_may_return_null=1:" + os.environ.get("ASAN_OPTIONS", "")}
    done = subprocess.run(command(program, target, options, found, artifacts), env=environment, cwd=options.build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace")
    last = lambda pattern: (re.findall(pattern, done.stdout) or ["-"])[-1]
    inputs, rate = last(r"stat::number_of_executed_units:\s*(\d+)"), last(r"stat::average_exec_per_sec:\s*(\d+)")
    interrupted = 72  # libFuzzer's own code for SIGINT and SIGTERM
    edges, features, verdict = last(r"cov: (\d+)"), last(r"ft: (\d+)"), {0: "fine", interrupted: "interrupted"}.get(done.returncode, "BROKEN")
    print(f"{target:<12} {inputs:>9} {rate:>7} {edges:>7} {features:>7} {options.seed:>11}  {verdict}", flush=True)
    if verdict == "BROKEN":
        kept = last(r"Test unit written to (\S+)")
        print(f"{done.stdout[-6000:]}\n{target}: an input breaks it. To see it again:\n  {program} {kept}", file=sys.stderr)
    return verdict != "BROKEN", int(inputs) if inputs.isdigit() else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"default all: {', '.join(targets())}")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--runs", type=int, help="inputs for each target, instead")
    parser.add_argument("--seed", type=int, default=0, help="0: a new one, which is printed")
    parser.add_argument("--hang", type=int, default=30, help="an input that takes longer is a hang, in seconds")
    parser.add_argument("--build", type=Path, default=ROOT / "build/fuzz", help="where the programs are")
    options = parser.parse_args()
    unknown = set(options.targets) - set(targets())
    if unknown:
        print(f"fuzz: no target {', '.join(sorted(unknown))}; there are {', '.join(targets())}", file=sys.stderr)
        return 2
    options.build = options.build.resolve()
    options.seed = options.seed or random.randrange(1, 2**31)
    print(f"{'target':<12} {'inputs':>9} {'per s':>7} {'edges':>7} {'feats':>7} {'seed':>11}", flush=True)
    results = [run(target, options) for target in options.targets or targets()]
    print(f"{sum(n for _, n in results)} inputs in all, seed {options.seed}")
    return 0 if all(fine for fine, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
