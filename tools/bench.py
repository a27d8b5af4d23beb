#!/usr/bin/env python3
"""Measures everything and writes it down: builds the bench preset, runs every benchmark, makes the tables. `make bench` calls it.

  tools/bench.py [--quick] [--only NAME,...] [--machine FOLDER] [--without-peers] [--jobs N]

Results go to bench/results/<machine>/<benchmark>.json, pictures to docs/pictures, tables to the README beside the results and into the docs
(tools/bench_tables.py). They belong to the commit that is built, so the tree must be clean (results and docs apart); commit what this wrote, and nothing
else, afterwards. --quick goes through all of it in seconds, writes to build/bench/quick and touches no result. Without --machine the folder is the one that
has results of this processor. Pinocchio, the peer, is taken from CMAKE_PREFIX_PATH or from build/peers, where pip installs it
(bench/peers/requirements.txt); where that fails its results stay as they are. So they do where a compiler is missing whose build of the peer they hold:
the fastest build counts, and beside the slower ones alone the ratios would flatter.
"""
import argparse
import glob
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import bench_results

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/bench"
PEERS = ROOT / "build/peers"
PROGRAM = BUILD / "bench/zanjir_bench"
NEED_PEER = ("tree_peers", "loop_peers", "batch")
DRAW = ("elastic_cost", "work_precision_mechanisms")


def stop(why):
    sys.exit(f"bench: {why}")


def peer_prefix():
    """Where Pinocchio's headers are, installed if need be; (None, why) without."""
    header = "include/pinocchio/algorithm/rnea.hpp"
    inside = lambda: [p for p in PEERS.glob("lib/python3*/site-packages/cmeel.prefix") if (p / header).exists()]
    for prefix in [*os.environ.get("CMAKE_PREFIX_PATH", "").split(":"), *inside()]:
        if prefix and (pathlib.Path(prefix) / header).exists():
            return prefix, None
    print("bench: installing Pinocchio in build/peers", flush=True)
    for command in ([sys.executable, "-m", "venv", PEERS],
                    [PEERS / "bin/pip", "install", "--quiet", "--requirement", ROOT / "bench/peers/requirements.txt"]):
        try:
            done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except OSError as error:
            return None, str(error)
        if done.returncode != 0:
            return None, (done.stdout.strip().splitlines() or ["pip failed"])[-1]
    found = inside()
    return (str(found[0]), None) if found else (None, "pip installed no headers")


def build(prefix, jobs):
    """Builds zanjir_bench and, with a prefix, the peers; returns their libraries."""
    subprocess.run(["cmake", "--preset", "bench",
                    *([f"-DPINOCCHIO_INCLUDE={prefix}/include"] if prefix else [])], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    targets = ["zanjir_bench"] + (["peers"] if prefix else [])
    subprocess.run(["cmake", "--build", "--preset", "bench", "--parallel", str(jobs), "--target", *targets], cwd=ROOT, check=True)
    return sorted(glob.glob(str(BUILD / "bench/pinocchio_*.so"))) if prefix else []


def lost_builds(folder, name, peers):
    """Compilers whose build of the peer stands in the results of `name` and is not among `peers`."""
    old = folder / f"{name}.json"
    held = json.loads(old.read_text()).get("peers", []) if old.exists() else []
    here = ["clang" if "clang" in pathlib.Path(p).name else "g++" for p in peers]
    return sorted({build["compiler"].split()[0] for build in held} - set(here))


def slug(cpu):
    return re.sub(r"[^a-z0-9]+", "-", cpu.lower()).strip("-")


def folder_of_machine(name, cpu):
    results = ROOT / "bench/results"
    if name:
        return results / name
    for folder in sorted(p for p in results.iterdir() if p.is_dir()):
        if any(data.get("header", {}).get("cpu") == cpu for data in bench_results.read(folder).values()):
            return folder
    return results / slug(cpu)


def run(name, target, options, peers):
    """Runs one benchmark; the file appears when it is complete."""
    unfinished = target.with_suffix(".json.tmp")
    command = [PROGRAM, name, "--json", unfinished, *(["--quick"] if options.quick else [])]
    if name in NEED_PEER:
        command += [word for library in peers for word in ("--peer", library)]
    if name in DRAW:
        command += ["--pictures", target.parent if options.quick else ROOT / "docs/pictures"]
    start = time.monotonic()
    done = subprocess.run(list(map(str, command)))
    if done.returncode != 0:
        unfinished.unlink(missing_ok=True)
        stop(f"{name} failed with exit code {done.returncode}")
    data = json.loads(unfinished.read_text())
    faults = bench_results.header_faults(data["header"], name) + ([] if options.quick else bench_results.landing_faults(data["header"]))
    if faults:
        unfinished.unlink()
        stop(f"{name}: {faults[0]}")
    unfinished.rename(target)
    print(f"bench: {name}: {time.monotonic() - start:.0f} s", flush=True)
    return data


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the smallest that goes through all the code; no results")
    parser.add_argument("--only", default="", help="these benchmarks, separated by commas")
    parser.add_argument("--machine", help="folder in bench/results")
    parser.add_argument("--without-peers", action="store_true", help="leave other libraries out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers at once")
    return parser.parse_args()


def main():
    options = read_arguments()
    dirty = subprocess.run(["git", "-C", ROOT, "status", "--porcelain", "--", ".", ":(exclude)bench/results", ":(exclude)docs"],
                           stdout=subprocess.PIPE, text=True).stdout
    if dirty and not options.quick:
        stop(f"results belong to a commit, and these are in none:\n{dirty}Commit first, or try --quick.")
    prefix, why_not = (None, "left out") if options.without_peers else peer_prefix()
    peers = build(prefix, options.jobs)
    names = subprocess.run([PROGRAM, "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    wanted = options.only.split(",") if options.only else names
    unknown = [name for name in wanted if name not in names]
    if unknown:
        stop(f"no benchmark '{unknown[0]}'; there are {', '.join(names)}")
    folder = BUILD / "quick" if options.quick else None
    skipped = {}
    for name in wanted:
        if folder is None:
            cpu = json.loads(subprocess.run([PROGRAM, name, "--header"], stdout=subprocess.PIPE, text=True, check=True).stdout)["cpu"]
            folder = folder_of_machine(options.machine, cpu)
        if name in NEED_PEER and not options.quick:
            lost = lost_builds(folder, name, peers)
            if not peers:
                skipped[name] = f"no Pinocchio ({why_not})"
            elif lost:
                skipped[name] = f"no Pinocchio by {' and '.join(lost)} (tools/install_dependencies.sh build clang)"
            if name in skipped:
                continue
        folder.mkdir(parents=True, exist_ok=True)
        run(name, folder / f"{name}.json", options, peers)
    for name, why in skipped.items():
        old = folder / f"{name}.json"
        commit = json.loads(old.read_text())["header"]["commit"][:10] if old.exists() else None
        print(f"bench: {name} skipped, {why}; " + (f"its results stay those of commit {commit}" if commit else "there are no results of it"))
    if options.quick:
        print(f"bench: quick run complete, in {folder.relative_to(ROOT)}; no result was touched")
        return 0
    return subprocess.run([sys.executable, ROOT / "tools/bench_tables.py"]).returncode


if __name__ == "__main__":
    sys.exit(main())
