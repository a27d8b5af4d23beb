#!/usr/bin/env python3
"""Mutation testing: puts the faults of tools/faults.toml into the source, one at a time, and asks whether the tests notice.

  tools/mutate.py                       every fault that has no result yet
  tools/mutate.py --only 'gibbs-*'      some of them, again
  tools/mutate.py --list                the faults and what is known about them
  tools/mutate.py --table FILE          the results as a Markdown table, between two marks of a page (docs/mutation-testing.md)

Works in a git worktree of its own (build/mutate/tree, at HEAD) with a release build there; the tree you work in is never touched. Only the
object that holds the fault is compiled anew (-O1, without warnings), then the tests run, the nearest first, until one fails:
the unit tests of the file, of its folder, the programs and scripts that lie near, then all others. A fault is called a survivor only after
every test of CTest has passed with it, but those of tools and packaging, which look at texts and at the build. A test that runs out of processor time (not of
time on the wall, which says more about the machine) counts as failed.
Results are kept in build/mutate/results.json after each fault, so that a run that was stopped goes on where it was; a clone that has none begins with
those of docs/mutation-testing.md.
"""
import argparse
import fnmatch
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FAULTS = ROOT / "tools/faults.toml"
PAGE = ROOT / "docs/mutation-testing.md"
SOURCE = ROOT / "src/zanjir"
PROGRAMS = ("unit", "agreement", "physics", "reference")
# Where the faults of a folder show first, after the unit tests of the folder.
NEAR = {"kernels": "agreement", "formulations": "agreement", "dynamics": "agreement physics", "loops": "agreement physics", "flexible": "agreement physics",
        "contact": "physics", "forces": "agreement physics", "integrate": "physics", "simulate": "physics", "terms": "cli", "study": "cli", "report": "cli"}
CPU_SECONDS = 900  # of one process; the whole of a program takes a fifth of it
MARKS = ("<!-- results -->", "<!-- end of results -->")
# Long ones that look at something else than numbers; they come last.
LAST = "KilledWriter.*:Damage.*:LongRun.*:RandomDrops.*:Threads.*"


def read_faults(path, source):
    """The faults, and what is wrong with the list: each text must occur exactly once in its file, or the fault would be another one."""
    faults = tomllib.loads(path.read_text())["fault"]
    problems, names = [], set()
    for fault in faults:
        missing = {"name", "file", "was", "now", "why"} - fault.keys()
        if missing:
            problems.append(f"{fault.get('name', '?')}: {', '.join(sorted(missing))} missing")
            continue
        if fault["name"] in names:
            problems.append(f"{fault['name']}: the name is taken")
        names.add(fault["name"])
        file = source / fault["file"]
        count = file.read_text().count(fault["was"]) if file.is_file() else -1
        if count != 1:
            problems.append(f"{fault['name']}: " + (f"no file {fault['file']}" if count < 0 else f"its text occurs {count} times in {fault['file']}, not once"))
        if fault["was"] == fault["now"]:
            problems.append(f"{fault['name']}: changes nothing")
    return faults, problems


def spread(faults):
    """One of each folder after the other, so that a run that is stopped has looked everywhere."""
    seen = {}
    for fault in faults:
        folder = fault["file"].rsplit("/", 1)[0]
        seen[folder] = seen.get(folder, 0) + 1
        yield seen[folder], fault


def limit_cpu():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))


def call(command, cwd, **options):
    return subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)


class Workshop:
    """The worktree and its build."""

    def __init__(self, folder, jobs):
        self.tree, self.jobs = folder / "tree", jobs
        self.build = self.tree / "build/release"

    def set_up(self):
        head = call(["git", "rev-parse", "HEAD"], ROOT).stdout.strip()
        if not self.tree.exists():
            self.run(["git", "worktree", "add", "--detach", str(self.tree), head], ROOT)
        else:
            self.run(["git", "checkout", "--quiet", "--force", "--detach", head], self.tree)
        for kept in self.build.glob("src/zanjir/**/*.kept"):  # a run was killed
            kept.replace(kept.with_suffix(".o"))
        self.run(["cmake", "--preset", "release", "-DZANJIR_CHECK_FORMAT=OFF"], self.tree)
        if problem := self.make("unit_tests", "zanjir_cli"):  # others when they are asked for
            sys.exit(f"mutate: the build failed:\n{problem[-4000:]}")
        self.commands = {Path(e["file"]): e for e in json.loads((self.build / "compile_commands.json").read_text())}
        self.batch = {}  # sources are compiled several at once: cmake/ZanjirLayer.cmake
        for batch in self.build.glob("src/zanjir/batches/*/*.cpp"):
            for name in re.findall(r'#include "(.+\.cpp)"', batch.read_text()):
                self.batch[(self.tree / name).resolve()] = batch
        return head

    def run(self, command, cwd):
        done = call(command, cwd)
        if done.returncode != 0:
            sys.exit(f"mutate: {shlex.join(command)} failed:\n{done.stdout[-4000:]}")

    def make(self, *targets):
        # Without git, or what holds the commit would be compiled anew with every fault: the tree is then another one.
        done = call(["cmake", "--build", str(self.build), "--parallel", str(self.jobs), "--target", *targets], self.tree, env={**os.environ, "GIT_DIR": os.devnull})
        return "" if done.returncode == 0 else done.stdout

    def entries(self):
        """The entries of CTest but the single TESTs of the programs, and those that look at texts or at the build (one of them at this very list)."""
        if not hasattr(self, "listed"):
            listed = json.loads(call(["ctest", "--test-dir", str(self.build), "--show-only=json-v1"], self.tree).stdout)["tests"]
            programs = re.compile(rf"({'|'.join((*PROGRAMS, 'fuzz'))})\.(?!.*ZANJIR_ISA)")
            self.listed = [t for t in listed if "command" in t and not programs.match(t["name"]) and not t["name"].startswith(("tools.", "packaging."))]
        return self.listed

    def put(self, fault):
        """Writes the fault and compiles what it is in; returns what the compiler said when that fails, and how to take it back."""
        source = self.tree / "src/zanjir" / fault["file"]
        original, times = source.read_text(), (source.stat().st_atime, source.stat().st_mtime)
        source.write_text(original.replace(fault["was"], fault["now"]))
        library = self.build / "src/zanjir/libzanjir.a"
        if source.suffix != ".cpp":  # a header: whatever includes it, as the build knows

            def take_back():
                source.write_text(original)

            return self.make("zanjir"), take_back
        entry = self.commands[self.batch.get(source.resolve(), source)]
        words = shlex.split(entry["command"])
        words = words[next(i for i, word in enumerate(words) if "ccache" not in word):] + ["-O1", "-w"]
        made = Path(entry["directory"]) / words[words.index("-o") + 1]
        kept = made.with_suffix(".kept")
        shutil.copy2(made, kept)
        done = call(words, entry["directory"])
        # The build is to see nothing new but a missing library: it makes that anew, and links what is asked for.
        os.utime(source, times)
        shutil.copystat(kept, made)
        library.unlink(missing_ok=True)

        def take_back():
            source.write_text(original)
            os.utime(source, times)
            shutil.copy2(kept, made)
            kept.unlink()
            library.unlink(missing_ok=True)

        return ("" if done.returncode == 0 else done.stdout), take_back


class Tests:
    def __init__(self, workshop):
        self.workshop = workshop

    def suites(self, pattern):
        """A GoogleTest filter for the tests written in these files."""
        names = set()
        for file in sorted((self.workshop.tree / "tests").glob(pattern)):
            names |= set(re.findall(r"^(?:TYPED_)?TEST(?:_[FP])?\((\w+),", file.read_text(), re.M))
        return ":".join(f"{name}.*:*/{name}.*:{name}/*" for name in sorted(names))

    def program(self, kind, chosen, left_out=LAST):
        """The first failure of a program, or nothing. The tests of `chosen`; all: '*'."""
        if not chosen:
            return None
        problem = self.workshop.make(f"{kind}_tests")
        if problem:
            return f"{kind}_tests do not link"
        done = call([str(self.workshop.build / f"tests/{kind}_tests"), "--gtest_brief=1", "--gtest_fail_fast", f"--gtest_filter={chosen}" + (f"-{left_out}" if left_out else "")],
                    self.workshop.build / "tests", preexec_fn=limit_cpu)
        if done.returncode == 0:
            return None
        failed = re.search(r"\[  FAILED  \] ([^ \n,]+)", done.stdout)
        if failed:
            return f"{kind}.{failed[1]}"
        return f"{kind}: " + ("runs for ever" if done.returncode in (-24, -9) else f"ends with {done.returncode}")

    def script(self, test):
        """One entry of CTest: None when it passes. By ourselves, since the limits of CTest are seconds on the wall, which a busy machine uses up; where a script has such
        limits of its own, what runs into them shows nothing. Of a script of several tests the first that fails is named too."""
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        environment = dict(line.split("=", 1) for line in properties.get("ENVIRONMENT", []))
        done = call(test["command"], properties.get("WORKING_DIRECTORY", self.workshop.build), env={**os.environ, **environment}, preexec_fn=limit_cpu)
        wanted = properties.get("PASS_REGULAR_EXPRESSION")
        passed = any(re.search(w, done.stdout) for w in wanted) if wanted else done.returncode in (0, properties.get("SKIP_RETURN_CODE", 0))
        if passed:
            return None
        failed = re.findall(r"^(?:FAIL|ERROR): (\w+) (.*?)(?=^=====|\Z)", done.stdout, re.M | re.S)
        if not failed:
            return test["name"]
        return next((f"{test['name']}.{name}" for name, trace in failed if "TimeoutExpired" not in trace), None)

    def scripts(self, target, choose):
        """The first failure among the entries of CTest that are no single TEST of a program."""
        if self.workshop.make(target):
            return "does not link"
        for test in self.workshop.entries():
            if choose(test["name"]) and (by := self.script(test)):
                return by
        return None

    def stages(self, fault):
        """Calls that return the test that fails, the nearest first: all programs, and the scripts that run the command."""
        file = Path(fault["file"])
        folder, stem = file.parts[0], file.stem
        yield lambda: self.program("unit", self.suites(f"unit/{file.parent}/{stem}_test.cpp"))
        yield lambda: self.program("unit", self.suites(f"unit/{folder}/**/*_test.cpp"))
        near = NEAR.get(folder, "").split()
        for kind in near + [kind for kind in (*PROGRAMS, "cli") if kind not in near]:
            if kind == "cli":
                yield lambda: self.scripts("build_cli", lambda name: name.startswith("cli.") and not name.startswith("cli.study_"))
            else:
                yield lambda kind=kind: self.program(kind, "*")

    def rest(self):
        """What stages() leaves out, so that with it every test has run."""
        for kind in PROGRAMS:
            if by := self.program(kind, LAST, left_out=""):
                return by
        if by := self.program("fuzz", "*", left_out=""):
            return by
        return self.scripts("all", lambda name: not name.startswith("cli.") or name.startswith("cli.study_"))


def try_fault(workshop, fault, known, whole):
    """The result of one fault: caught (by which test), survived, or still to see the whole of CTest."""
    tests, began = Tests(workshop), time.time()
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
    complaint, take_back = workshop.put(fault)
    try:
        if complaint:
            return {"result": "does not compile", "by": complaint.splitlines()[0][:200] if complaint else ""}
        by = None
        if known.get("result") != "open":
            for stage in tests.stages(fault):
                by = stage()
                if by:
                    break
        if not by and whole:
            by = tests.rest()
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = now.ru_utime + now.ru_stime - cpu.ru_utime - cpu.ru_stime
        return {"result": "caught" if by else "survived" if whole else "open", "by": by or "", "cpu_s": round(spent), "wall_s": round(time.time() - began)}
    finally:
        take_back()


def results_of(page):
    """What a page says about faults: the way back from table()."""
    results = {}
    for name, by, cpu_s in re.findall(r"^\| `([\w-]+)` \|.*\| ([^|]+) \| *(\d*) *\|$", page, re.M):
        result = {"**survives**": "survived", "open": "open", "not tried": "", "does not compile": "does not compile"}.get(by, "caught")
        if result:
            results[name] = {"result": result, "by": by if result == "caught" else "", **({"cpu_s": int(cpu_s)} if cpu_s else {})}
    return results


def score(faults, results):
    """A sentence on top of the table."""
    named = lambda result: [f["name"] for f in faults if results.get(f["name"], {}).get("result") == result]
    caught, survived, open_ = named("caught"), named("survived"), named("open")
    text = f"{len(caught) + len(survived) + len(open_)} of the {len(faults)} faults have been tried: {len(caught)} are caught, {len(survived)} survive."
    if open_:
        text += f" {', '.join(f'`{name}`' for name in open_)} {'pass' if len(open_) > 1 else 'passes'} all that has run, but not every test has (*open*)."
    return text + "\n\n"


def table(faults, results):
    lines = ["| fault | file | what it does | caught by | CPU s |", "|---|---|---|---|---|"]
    for fault in faults:
        r = results.get(fault["name"], {})
        by = {"caught": r.get("by", ""), "survived": "**survives**"}.get(r.get("result"), r.get("result", "not tried"))
        lines.append(f"| `{fault['name']}` | {fault['file']} | {fault['why']} | {by} | {r.get('cpu_s', '')} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="PATTERN", help="faults whose names match (again, if they have a result); may be repeated")
    parser.add_argument("--near", action="store_true", help="leave out the studies and what looks at no number: a fault that passes the others stays open")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="for builds and CTest")
    parser.add_argument("--faults", type=Path, default=FAULTS, help="the list of faults")
    parser.add_argument("--source", type=Path, default=SOURCE, help="what the files of the list are below, for --check")
    parser.add_argument("--folder", type=Path, default=ROOT / "build/mutate", help="where to work")
    parser.add_argument("--list", action="store_true", help="list the faults and stop")
    parser.add_argument("--check", action="store_true", help="see that every fault still fits its source, and stop")
    parser.add_argument("--control", action="store_true", help="every test without any fault: they must pass")
    parser.add_argument("--table", type=Path, metavar="FILE", help="write the results as a Markdown table into a page and stop")
    options = parser.parse_args()

    faults, problems = read_faults(options.faults, options.source)
    if problems:
        print(*problems, sep="\n", file=sys.stderr)
        return 1
    if options.check:
        print(f"{len(faults)} faults fit their sources")
        return 0
    file = options.folder / "results.json"
    results = json.loads(file.read_text()) if file.exists() else results_of(PAGE.read_text())
    if options.table:
        before, mark, rest = options.table.read_text().partition(MARKS[0])
        if not mark or MARKS[1] not in rest:
            print(f"{options.table} has no lines {MARKS[0]} and {MARKS[1]}", file=sys.stderr)
            return 1
        options.table.write_text(before + mark + "\n" + score(faults, results) + table(faults, results) + MARKS[1] + rest.partition(MARKS[1])[2])
        return 0
    if options.only:
        chosen = [f for f in faults if any(fnmatch.fnmatch(f["name"], pattern) for pattern in options.only)]
        if not chosen:
            print(f"no fault matches {', '.join(options.only)}", file=sys.stderr)
            return 1
    else:
        done = ("caught", "survived") + (("open",) if options.near else ())
        chosen = [f for f in faults if results.get(f["name"], {}).get("result") not in done]
    if options.list:
        for f in chosen if options.only else faults:
            r = results.get(f["name"], {})
            print(f"{f['name']:<34} {r.get('result', '-'):<16} {r.get('by', '')}")
        return 0
    options.folder.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # takes the fault back first
    workshop = Workshop(options.folder.resolve(), options.jobs)
    head = workshop.set_up()
    if options.control:
        tests = Tests(workshop)
        by = next((by for stage in tests.stages(faults[0]) if (by := stage())), None) or tests.rest()
        print(f"without a fault: {'all tests pass' if not by else 'FAILS ' + by}")
        return 1 if by else 0
    for i, (_, fault) in enumerate(sorted(spread(chosen), key=lambda pair: pair[0])):
        known = {} if options.only else results.get(fault["name"], {})
        result = try_fault(workshop, fault, known, not options.near)
        results[fault["name"]] = {**result, "commit": head[:12]}
        file.write_text(json.dumps(results, indent=1))
        print(f"[{i + 1}/{len(chosen)}] {fault['name']}: {result['result']} {result['by']} ({result.get('cpu_s', 0)} s)", flush=True)
    workshop.make("zanjir")
    survived = [name for name, r in results.items() if r["result"] == "survived"]
    print(f"{sum(r['result'] == 'caught' for r in results.values())} caught, {len(survived)} survived: {', '.join(survived)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
