#!/usr/bin/env python3
"""How the cost of a mechanism grows with the number of its bodies: instructions (or CPU seconds, where the processor does not count for us) and memory of the
command as a user calls it, at several sizes, and the exponents between neighbours.

  ZANJIR=<binary> tools/measure_sizes.py [--write] [--largest N] [--case WORDS] [--count]

--write puts the table and the picture into docs/performance.md; --count has valgrind count instructions where the processor does not: fifty times slower, and the same
whatever else the machine does.
"""
import argparse
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent
SIZES = (1250, 2500, 5000, 10000)
TREE = """zanjir: 1
name: binary-tree
parameters: {n: 10}
gravity: [0, 0, -9.81]
bodies:
  link1: {mass: 1, com: [0.1, 0, 0], inertia: {ixx: 0.01, iyy: 0.02, izz: 0.02}}
joints:
  J1: {type: revolute, parent: ground, child: link1, at: [0, 0, 0], axis: y}
repeat:
  - count: $n - 1
    from: 2
    bodies:
      "link{i}": {mass: 1, com: [0.1, 0, 0], inertia: {ixx: 0.01, iyy: 0.02, izz: 0.02}}
    joints:
      "J{i}": {type: revolute, parent: "link{(i - mod(i, 2))/2}", child: "link{i}", at: {point: [0.2, 0, 0], turn: {axis: x, angle: 90 deg}}, axis: y}
initial: {q: {J1: 20 deg, J2: 35 deg}, v: {J1: 0.4, J2: -0.7}}
"""
RING = """zanjir: 1
name: ring
parameters: {n: 10}
plane: xz
gravity: [0, 0, -9.81]
bodies:
  link1: {mass: 1, com: [0.5, 0, 0], inertia: {iyy: 0.1}}
frames:
  ground: {end: [-1, 0, 0]}
joints:
  J1: {type: revolute, parent: ground, child: link1, at: {point: [0, 0, 0], turn: {axis: y, angle: 2*pi/($n + 1)}}, axis: y}
repeat:
  - count: $n - 1
    from: 2
    bodies:
      "link{i}": {mass: 1, com: [0.5, 0, 0], inertia: {iyy: 0.1}}
    joints:
      "J{i}": {type: revolute, parent: "link{i - 1}", child: "link{i}", at: {point: [1, 0, 0], turn: {axis: y, angle: 2*pi/($n + 1)}}, axis: y}
  - count: 1
    from: $n
    frames:
      "link{i}": {tip: [1, 0, 0]}
    loops:
      close: {type: revolute, between: [ground.end, "link{i}.tip"], axis: y}
"""
# name, file or text, the parameter that counts, bodies per count, sizes
MECHANISMS = {"chain in a plane": ("chain_planar", "n", 1, SIZES), "chain in space": ("chain_spatial", "n", 1, SIZES), "binary tree": (TREE, "n", 1, SIZES),
              "four-bars in a row": ("n_four_bar", "N", 2, SIZES), "the same, redundant": ("n_four_bar_spatial", "N", 2, SIZES),
              "ring, one loop": (RING, "n", 1, SIZES)}
CALLS = {"check": ["check"], "eval": ["eval", "--what", "forward_dynamics"],
         "run": ["run", "--until", "2e-3", "--step", "1e-3", "--method", "rk4", "--overwrite", "--record"]}


# Who counts instructions: how it is called, and where the number stands in what it writes.
COUNTERS = {"perf": (lambda file: ["perf", "stat", "-x,", "-e", "instructions:u", "-o", str(file)], r"^(\d+),"),
            "valgrind": (lambda file: ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={file}"], r"Collected : (\d+)")}


def counter(asked):
    """`perf stat` where it counts for us, else valgrind where it is asked for, else nobody."""
    done = subprocess.run(["perf", "stat", "-x,", "-e", "instructions:u", "true"], capture_output=True, text=True) if shutil.which("perf") else None
    if done and done.returncode == 0 and re.match(r"\d+,", done.stderr.strip().splitlines()[-1] if done.stderr.strip() else ""):
        return "perf"
    return "valgrind" if asked else None


def cost(command, by=None):
    """(instructions or CPU seconds, megabytes) of a command that must succeed."""
    with tempfile.TemporaryDirectory() as folder:
        counted = pathlib.Path(folder) / "count"
        prefix = COUNTERS[by][0](counted) if by else []
        work = subprocess.Popen([*prefix, *map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = work.stderr.read().decode()
        _, status, usage = os.wait4(work.pid, 0)
        work.stderr.close()
        work.returncode = os.waitstatus_to_exitcode(status)
        if work.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, command))}: exit {work.returncode}: {said[-500:]}")
        if by:
            memory = usage.ru_maxrss / 1024 if by == "perf" else cost(command)[1]  # valgrind has its own
            return float(re.search(COUNTERS[by][1], counted.read_text(), re.MULTILINE)[1]), memory
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(binary, mechanism, call, bodies, by=None, repeats=1):
    """The cost beyond that of starting the program; the median of some."""
    model, parameter, per, _ = MECHANISMS[mechanism]
    with tempfile.TemporaryDirectory() as folder:
        file = SOURCE / "models" / f"{model}.yaml"
        if model.startswith("zanjir:"):
            file = pathlib.Path(folder) / "mechanism.yaml"
            file.write_text(model)
        words = CALLS[call]
        command = [binary, words[0], file, "--set", f"{parameter}={bodies // per}", *words[1:]]
        if call == "run":
            command.append(pathlib.Path(folder) / "run.h5")
        found = [cost(command, by) for _ in range(repeats)]
        start = statistics.median(cost([binary, "--version"], by)[0] for _ in range(repeats))
    return max(statistics.median(c for c, _ in found) - start, 1e-3), statistics.median(m for _, m in found)


def exponent(small, large):
    """Of (size, cost) pairs."""
    return math.log(large[1] / small[1]) / math.log(large[0] / small[0])


def picture(rows, unit):
    """Both axes logarithmic: cost against bodies, one line each, and the slope of one."""
    width, height, left, bottom = 760, 430, 70, 40
    sizes = sorted({n for *_, n, _, _ in rows})
    costs = [c for *_, c, _ in rows]
    x0, x1, y0, y1 = math.log10(sizes[0]), math.log10(sizes[-1]), math.floor(math.log10(min(costs))), math.ceil(math.log10(max(costs)))
    x = lambda n: left + (math.log10(n) - x0) / (x1 - x0) * (width - left - 230)
    y = lambda c: height - bottom - (math.log10(c) - y0) / (y1 - y0) * (height - bottom - 20)
    colours = dict(zip(MECHANISMS, ("#1f77b4", "#d95f02", "#1b9e77", "#7570b3", "#e7298a", "#66a61e")))
    dashes = {"check": "2 3", "eval": "7 3", "run": ""}
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="DejaVu Sans, sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for n in sizes:
        out.append(f'<line x1="{x(n):.1f}" y1="20" x2="{x(n):.1f}" y2="{height - bottom}" stroke="#ddd"/><text x="{x(n):.1f}" y="{height - bottom + 16}" text-anchor="middle">{n}</text>')
    for d in range(y0, y1 + 1):
        out.append(f'<line x1="{left}" y1="{y(10**d):.1f}" x2="{x(sizes[-1]):.1f}" y2="{y(10**d):.1f}" stroke="#ddd"/><text x="{left - 6}" y="{y(10**d) + 4:.1f}" text-anchor="end">1e{d}</text>')
    lines = {}
    for mechanism, call, n, c, _ in rows:
        lines.setdefault((mechanism, call), []).append((x(n), y(c)))
    legend = 30
    for (mechanism, call), points in lines.items():
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colours[mechanism]}" stroke-width="2" stroke-dasharray="{dashes[call]}"/>')
        out.append(f'<line x1="{width - 215}" y1="{legend - 4}" x2="{width - 190}" y2="{legend - 4}" stroke="{colours[mechanism]}" stroke-width="2" stroke-dasharray="{dashes[call]}"/>'
                   f'<text x="{width - 184}" y="{legend}">{call}, {mechanism}</text>')
        legend += 20
    a, b = sizes[0], sizes[-1]
    c = 10 ** (y0 + 0.35)
    out.append(f'<line x1="{x(a):.1f}" y1="{y(c):.1f}" x2="{x(b):.1f}" y2="{y(c * b / a):.1f}" stroke="#888"/><text x="{x(b) - 4:.1f}" y="{y(c * b / a) + 16:.1f}" text-anchor="end" fill="#666">slope 1</text>')
    out.append(f'<text x="{(left + x(sizes[-1])) / 2:.0f}" y="{height - 6}" text-anchor="middle">bodies</text><text x="14" y="{height / 2:.0f}" text-anchor="middle" transform="rotate(-90 14 {height / 2:.0f})">{unit}</text></svg>')
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--largest", type=int, default=SIZES[-1])
    parser.add_argument("--case", default="")
    parser.add_argument("--count", action="store_true", help="instructions by valgrind, where the processor does not count")
    options = parser.parse_args()
    binary, by = os.environ["ZANJIR"], counter(options.count)
    unit = "instructions" if by else "CPU seconds"
    rows, table = [], [f"| mechanism | call | bodies | {unit} | exponents between them | MB | exponents |", "|---|---|---|---|---|---|---|"]
    for mechanism in MECHANISMS:
        for call in CALLS:
            if options.case not in f"{call} {mechanism}":
                continue
            found = []
            for n in MECHANISMS[mechanism][3]:
                if n > options.largest:
                    break
                try:
                    found.append((n, *measure(binary, mechanism, call, n, by, 1 if by else 3)))
                except RuntimeError as e:
                    print(e, file=sys.stderr)
                    break
            rows += [(mechanism, call, *f) for f in found]
            pairs = list(zip(found, found[1:]))
            table.append(f"| {mechanism} | {call} | {', '.join(str(n) for n, *_ in found)} | {', '.join(f'{c:.3g}' for _, c, _ in found)} | "
                         f"{', '.join(f'{exponent(a, b):.2f}' for a, b in pairs)} | {', '.join(f'{m:.0f}' for *_, m in found)} | "
                         f"{', '.join(f'{exponent((a[0], a[2]), (b[0], b[2])):.2f}' for a, b in pairs)} |")
            print(table[-1], flush=True)
    if not options.write:
        return 0
    page = SOURCE / "docs/performance.md"
    text = re.sub(r"(?s)<!-- sizes -->\n.*<!-- /sizes -->", lambda _: "<!-- sizes -->\n" + "\n".join(table) + "\n<!-- /sizes -->", page.read_text())
    page.write_text(text)
    (SOURCE / "docs/pictures/sizes.svg").write_text(picture(rows, unit))
    return 0


if __name__ == "__main__":
    sys.exit(main())
