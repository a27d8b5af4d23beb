#!/usr/bin/env python3
"""Finds bounds of tests that are far above what they bound: more than LIMIT times the worst residual that is seen.

Runs test programs that were built with -DZANJIR_GAUGE_BOUNDS=ON (`make gauge`; tests/support/gauge says what they print), or reads what they printed
(--read). Bounds of 1e-14 and less are not looked at: that is the rounding of numbers of size one. A loose bound is a fault unless
tests/loose_bounds.txt says why theory gives it; so is an entry there that no loose bound needs any more (with --part, where not every test
was run, it is not). Exits 1 when there is any.
"""
import argparse
import pathlib
import re
import subprocess
import sys

LIMIT = 30
ROUNDING = 1e-14
ROOT = pathlib.Path(__file__).resolve().parent.parent


class Bound:
    """One comparison of one test, the worst of all times that it was made."""

    def __init__(self, share, residual, bound, times, file, test, text):
        self.share, self.residual, self.bound, self.times = float(share), float(residual), float(bound), int(times)
        self.place = f"{file} {test} {text}"

    def __str__(self):
        return f"{self.residual:.1e} of {self.bound:.1e}  {self.place}"


def read(outputs):
    """The bounds in the outputs of programs, by place; of several runs the worst counts."""
    bounds = {}
    for output in outputs:
        for line in re.findall(r"^gauge\t(.*)$", output, re.MULTILINE):
            bound = Bound(*line.split("\t", 6))
            other = bounds.get(bound.place)
            if other is None or bound.share > other.share:
                bounds[bound.place] = bound
    return bounds


class Reasons:
    """tests/loose_bounds.txt: a reason at the margin, below it, indented, the places (file, test, comparison as written) it is the reason of; * is anything."""

    def __init__(self, path):
        self.path, self.entries, reason = path, [], None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            if not line.startswith(" "):
                reason = line
            elif reason is None:
                sys.exit(f"{path}:{number}: no reason stands above it")
            else:
                self.entries.append((number, line.strip(), re.compile(".*".join(re.escape(part) for part in line.strip().split("*")))))
        self.used = set()

    def of(self, place):
        fitting = [number for number, _, pattern in self.entries if pattern.fullmatch(place)]
        self.used.update(fitting)
        return bool(fitting)

    def idle(self):
        return [f"{self.path}:{number}: no loose bound needs it: {text}" for number, text, _ in self.entries if number not in self.used]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path, help="test programs")
    parser.add_argument("--read", action="store_true", help="the files are outputs of test programs")
    parser.add_argument("--part", action="store_true", help="not every test was run: entries of the list may be idle")
    parser.add_argument("--reasons", type=pathlib.Path, default=ROOT / "tests/loose_bounds.txt")
    options = parser.parse_args()

    reasons, outputs = Reasons(options.reasons), []
    for file in options.files:
        if options.read:
            outputs.append(file.read_text(errors="replace"))
            continue
        print(f"gauge: {file.name} ...", file=sys.stderr, flush=True)
        done = subprocess.run([file.resolve(), "--gtest_brief=1"], stdout=subprocess.PIPE, text=True, errors="replace")
        if done.returncode:
            sys.exit(f"gauge: {file} fails (exit {done.returncode}); a bound that does not hold is mended first")
        outputs.append(done.stdout)

    bounds = read(outputs)
    if not bounds:
        sys.exit("gauge: nothing was gauged; are these programs built with -DZANJIR_GAUGE_BOUNDS=ON?")
    loose = sorted((b for b in bounds.values() if b.share < 1 / LIMIT and b.bound > ROUNDING), key=lambda b: b.share)
    unexplained = [b for b in loose if not reasons.of(b.place)]
    idle = [] if options.part else reasons.idle()
    for fault in [*unexplained, *idle]:
        print(fault)
    print(f"gauge: {len(bounds)} bounds, {len(loose)} more than {LIMIT} times above what is seen, {len(unexplained)} of them without a reason"
          + (f"; {len(idle)} reasons without a bound" if idle else ""))
    return 1 if unexplained or idle else 0


if __name__ == "__main__":
    sys.exit(main())
