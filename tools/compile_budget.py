#!/usr/bin/env python3
"""Compile time of every header and source, in units of a bare `#include <Eigen/Core>`.

Budget: a header 2x, a source file 5x. Headers are only parsed (-fsyntax-only), sources are compiled as the build does, without ccache; each
is compared with the bare include treated the same way. CPU time, the least of several runs, so that a busy machine does not matter much.
Prints a table, the dearest first, and exits 1 when something is over its budget.
  tools/compile_budget.py [--build build/release] [--repeat 1] [FILTER...]    FILTER: part of a path
"""
import argparse
import json
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile

BUDGET = {".hpp": 2.0, ".cpp": 5.0}


def cpu_seconds(command, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least(command, folder, repeat):
    return min(cpu_seconds(command, folder) for _ in range(repeat))


def flags_of(entry):
    """The compiler and its flags, without launcher, input, output and dependency files."""
    words = shlex.split(entry["command"])
    if pathlib.Path(words[0]).name == "ccache":
        words = words[1:]
    flags, skip = [], 0
    for word in words:
        if skip:
            skip -= 1
        elif word in ("-o", "-c", "-MT", "-MF", "-include"):  # the last: what is precompiled would cost nothing
            skip = 1
        elif word not in ("-MD", "-Winvalid-pch"):
            flags.append(word)
    return flags


def measure(root, build, filters, repeat, baseline):
    """(cost, budget, path) of every header and source below src/ that matches, cost in baseline includes."""
    source = root / "src"
    entries = {pathlib.Path(e["file"]): e for e in json.loads((build / "compile_commands.json").read_text())}
    entries = {f: e for f, e in entries.items() if f.is_relative_to(source)}
    flags = flags_of(min(entries.items())[1])
    wanted = [f for f in sorted([*source.rglob("*.hpp"), *entries]) if not filters or any(x in str(f) for x in filters)]
    with tempfile.TemporaryDirectory() as folder:
        bare = pathlib.Path(folder, "bare.cpp")
        bare.write_text(f"#include {baseline}\n")
        parse, compile_ = ["-fsyntax-only"], ["-c", "-o", f"{folder}/out.o"]
        unit = {".hpp": least(flags + parse + [str(bare)], folder, repeat + 2), ".cpp": least(flags + compile_ + [str(bare)], folder, repeat + 2)}
        rows = []
        for file in wanted:
            if file.suffix == ".hpp":
                command = flags + parse + ["-x", "c++", "-include", str(file), "/dev/null"]
            else:
                command = flags_of(entries[file]) + compile_ + [str(file)]
            rows.append((least(command, folder, repeat) / unit[file.suffix], BUDGET[file.suffix], file.relative_to(root)))
    return sorted(rows, reverse=True)


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("filters", nargs="*", metavar="FILTER")
    parser.add_argument("--root", type=pathlib.Path, default=root)
    parser.add_argument("--build", type=pathlib.Path, default=root / "build/release")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--baseline", default="<Eigen/Core>")
    options = parser.parse_args()
    rows = measure(options.root.resolve(), options.build.resolve(), options.filters, options.repeat, options.baseline)
    for cost, budget, file in rows:
        print(f"{cost:6.2f}x of {budget:.0f}x  {'OVER  ' if cost > budget else '      '}{file}")
    n_over = sum(cost > budget for cost, budget, _ in rows)
    print(f"compile_budget: {len(rows)} files, {n_over} over budget")
    return 1 if n_over else 0


if __name__ == "__main__":
    sys.exit(main())
