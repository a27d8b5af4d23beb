#!/usr/bin/env python3
"""Makes the tables of benchmarks from the files of bench/results/<machine>: the README of that folder, and whatever pages show of it.

  tools/bench_tables.py [--check] [ROOT]     writes, or with --check exits 1 with the files that are not what they would be

A page shows a table of bench_shown.py between two lines: `<!-- bench: MACHINE TABLE -->` and `<!-- /bench -->`. No number of a benchmark is written
by hand: a page with a time in microseconds or nanoseconds outside of such lines is a fault (docs/decisions, records of their day, apart).
"""
import pathlib
import re
import sys

import bench_results
from bench_shown import TABLES, number

MARK = re.compile(r"(<!-- bench: (\S+) ([^\n]+?) -->\n).*?(<!-- /bench -->)", re.DOTALL)
PASTED = re.compile(r"\d ?(µs|ns)\b")

# Title, benchmark, then tables by name and sentences.
README = [
    ("Aims", [None, "aims"]),
    ("When and from what", [None, "provenance"]),
    ("Trees beside Pinocchio: public call beside public call", [
        "tree_peers",
        "Models from files; ours through the face (`Dynamics`), through a `Solver`, and the kernel alone; the peer's call is what its users call. "
        "Ratio: ours over theirs; the fastest build and variant of the peer counts.",
        "calls beside peers"]),
    ("Trees beside Pinocchio: kernel beside its call", ["tree_peers", "One state, everything from the state.", "kernels beside peers"]),
    ("Closed loops beside Pinocchio", [
        "loop_peers",
        "`constraintDynamics` with three rows per loop; of its proximal settings the fastest that gives our accelerations to 1e-8 counts (in a plane "
        "the third row is redundant, and without a proximal term its factorisation gives NaN). It gives accelerations and loop forces; ours with all "
        "reactions also those of all tree joints.",
        "loops beside peers"]),
    ("Many states at once", [
        "batch",
        "A thousand states per call by one thread, nanoseconds per state, beside single calls of the peer, whose fastest build and variant counts; it gives no reactions of tree joints.",
        "batch"]),
    ("The face beside what it stands on", ["face_cost", "face", "inverse tasks"]),
    ("Our kernels alone, lanes included", [
        "kernel_cost", "Nanoseconds per state.", "kernels", "The mass matrix with its kinematics, rows walk / world walk, medians in ns:", "walks"]),
    ("Closed loops alone", [
        "loop_cost", "Microseconds per question by newton-euler with the rank given; `-`: the actuators cannot make the motion.", "loop questions",
        "Forward by a `Solver`:", "rank kept", "N four-bars in a row:", "loop growth", "Closing the loops and deciding their rank:", "start of a run"]),
    ("Inverse kinematics in closed form", ["branch_cost", "All branches of one pose.", "branches"]),
    ("Maps", ["map_cost", "The pentapod: legs, J0 with its singular values, five strokes, a cone and ten distances at every pose.", "map poses",
              "A lattice of 16 x 16 cells, halved along the boundary:", "map boundary",
              "Units of a sweep, each a run of ten seconds of a double pendulum:", "sweep units"]),
    ("A step of a run, with and without projection", [
        "simulation_cost",
        "Six seconds at 1 kHz, µs per step. *Plain*: the same equations, never projected. *Projected*: the residual is looked at after every step and "
        "removed where it is above 1e-12. *Run*: the whole of a run, with energy, ledger and worst residual after every step; *with rows*: a sample of "
        "all default channels per step as well.",
        "projection", "Whole runs by formulation, `dopri5` at a tolerance of 1e-3:", "formulations"]),
    ("Springs for loops: the 3-RRR on its rose path", [
        "spring_cost", "Six seconds; MDeNOC is `denoc` on the tree with springs in place of the loops.", "springs"]),
    ("Gaits and crawling robots", [
        "gait_cost", "Positions, rates and accelerations of all joints of a chain at one instant, by how the wave is written:", "gait laws",
        "Every kind of gait on 16 links, two seconds, `dopri5` at a tolerance of 1e-6. *Off*: how far the base is from where it is at 1e-9.", "every gait",
        "One second with `rk4` at 1 ms, compliant contacts along the body. *Off*: how far the base is from where it is with an eighth of the step.", "crawlers"]),
    ("Elastic chains", [
        "elastic_cost",
        "One right-hand side of a free planar chain with two modes per link; a formulation stops where a call takes half a second.", "elastic",
        "The falling chain of `studies/elastic_chain.yaml`, 1.5 s with all its impacts, `dop853` at a tolerance of 1e-10:", "elastic runs"]),
    ("Error against work of whole runs", ["work_precision_mechanisms", "Drawn and discussed in `docs/work-precision.md`.", "work precision"]),
    ("Error against work on small systems", ["work_precision", "small work precision"]),
]


def readme(results, unmeasured):
    headers = [data["header"] for data in results.values()]
    first, loads = headers[0], [h["load"] for h in headers]
    shared = " It was shared with other work, which thread CPU time hides only in part: ratios count, not nanoseconds." if max(loads) > 1.5 else ""
    lines = [f"# {first['cpu']}, {first['cpus']} CPUs", "",
             "Made by `tools/bench_tables.py` from the files beside this one; `make bench` measures, writes and fills in all of it. Do not edit.", "",
             f"Load of the machine when the programs started: {number(min(loads), 2)} to {number(max(loads), 2)} on {first['cpus']} CPUs.{shared}", "",
             f"Statistic: {first['statistic']}. Times stand as median (first to third quartile).",
             f"Flags: `{first['flags']}`, kernels also `{first['kernel_flags']}` with the instruction set of each column."]
    peers = results.get("tree_peers", {}).get("peers", [])
    if peers:
        lines.append("Peers: " + "; ".join(f"{p['library']} by {p['compiler'].strip()}" for p in peers) + ", `-O3 -march=native -DNDEBUG`.")
    if unmeasured:
        lines += ["", "## Older than the code", "", "Measured before what is said here was changed, or not yet at all; the numbers below are those of the commit they name."]
        lines += ["", *(f"- `{name}`: {reason}" for name, reason in unmeasured.items())]
    for title, (benchmark, *parts) in README:
        if benchmark and benchmark not in results:
            lines += ["", f"## {title}", "", f"Not measured: there is no {benchmark}.json."]
            continue
        lines += ["", f"## {title}"]
        if benchmark:
            lines += ["", f"`{benchmark}` at commit {results[benchmark]['header']['commit'][:10]}."]
        for part in parts:
            lines += ["", TABLES[part](results) if part in TABLES else part]
    return "\n".join(lines) + "\n"


def filled(text, machines, where):
    def fill(mark):
        if mark[2] not in machines:
            raise ValueError(f"{where}: no results of a machine '{mark[2]}'; there are {', '.join(machines)}")
        if mark[3] not in TABLES:
            raise ValueError(f"{where}: no table '{mark[3]}'; there are {', '.join(TABLES)}")
        return f"{mark[1]}{TABLES[mark[3]](machines[mark[2]])}\n{mark[4]}"
    return MARK.sub(fill, text)


def pasted(text):
    """Line numbers with times outside of the marked parts."""
    outside = MARK.sub(lambda mark: "\n" * mark[0].count("\n"), text)
    return [i for i, line in enumerate(outside.splitlines(), 1) if PASTED.search(line) and "zeno_interval" not in line]


def main(arguments):
    check = "--check" in arguments
    roots = [word for word in arguments if word != "--check"]
    root = pathlib.Path(roots[0] if roots else pathlib.Path(__file__).parent.parent).resolve()
    wrong, n_files = [], 0
    try:
        folders = {p.name: p for p in sorted((root / "bench/results").iterdir()) if p.is_dir()}
        machines = {name: bench_results.read(folder) for name, folder in folders.items()}
        for name, results in machines.items():
            if not results:
                raise ValueError(f"bench/results/{name}: holds no results")
            for benchmark, data in results.items():
                faults = bench_results.header_faults(data.get("header"), benchmark)
                if faults:
                    raise ValueError(f"bench/results/{name}/{benchmark}.json: {faults[0]}")
        wanted = {folder / "README.md": readme(machines[name], bench_results.unmeasured(root)) for name, folder in folders.items()}
        pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
        for page in filter(pathlib.Path.exists, pages):
            text = page.read_text()
            wanted[page] = filled(text, machines, page.relative_to(root))
            if page.parent.name != "decisions":
                wrong += [f"{page.relative_to(root)}:{line}: a time written by hand; show a table of the benchmarks, or a ratio"
                          for line in pasted(text)]
        for file, text in wanted.items():
            n_files += 1
            if file.exists() and file.read_text() == text:
                continue
            if check:
                wrong.append(f"{file.relative_to(root)}: is not what tools/bench_tables.py makes of the results; run it")
            else:
                file.write_text(text)
                print(f"bench_tables: {file.relative_to(root)} written")
    except (KeyError, IndexError) as error:
        wrong.append(f"a file of results lacks something that the tables need: {error!r}")
    except (OSError, ValueError) as error:
        wrong.append(str(error))
    print("\n".join(wrong + [f"bench_tables: {n_files} files, {len(wrong)} faults"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
