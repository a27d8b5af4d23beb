#!/usr/bin/env python3
"""Checks that the results of benchmarks belong to the code: headers are such as zanjir_bench prints, and nothing that was measured has changed since.

  tools/check_bench.py [ROOT]     exits 1 with what is wrong

A result is measured at a commit X and committed after it, in a commit that touches results and docs only. It is stale when a source that it measures
(bench/measured.txt) is not what it was at X, unless every commit after X that touched one is listed in bench/results/unaffected-commits.txt with a
reason. Benchmarks that are known to be older than the code, or were never measured, stand in bench/results/unmeasured.txt with the reason until `make bench` has
run; they are named here and in the README of the results, so nobody takes their numbers for those of the code. Without history (a release archive, a shallow
clone) only headers are checked, and that is said.
"""
import pathlib
import re
import subprocess
import sys

import bench_results


def measured_sources(root):
    """{benchmark: paths}, groups written out."""
    groups, benchmarks = {}, {}
    for number, line in enumerate((root / "bench/measured.txt").read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, colon, words = line.partition(":")
        if not colon:
            raise ValueError(f"bench/measured.txt:{number}: NAME: PATH... is wanted")
        paths = []
        for word in words.split():
            if word.startswith("*") and word not in groups:
                raise ValueError(f"bench/measured.txt:{number}: no group '{word}' above this line")
            paths += groups[word] if word.startswith("*") else [word]
            if not word.startswith("*") and not (root / word).exists():
                raise ValueError(f"bench/measured.txt:{number}: there is no {word}")
        (groups if name.startswith("*") else benchmarks)[name] = paths
    return benchmarks


class History:
    def __init__(self, root):
        self.root = root
        top = self.git("rev-parse", "--show-toplevel")
        self.why_not = None
        if top is None or pathlib.Path(top.strip()).resolve() != root:
            self.why_not = "no git repository"
        elif self.git("rev-parse", "--is-shallow-repository").strip() == "true":
            self.why_not = "a shallow clone"

    def git(self, *words):
        """Output, or None on failure."""
        try:
            done = subprocess.run(["git", "-C", self.root, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        except FileNotFoundError:
            return None
        return done.stdout if done.returncode == 0 else None

    def has(self, commit):
        return self.git("merge-base", "--is-ancestor", commit, "HEAD") is not None

    def full(self, commit):
        found = self.git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")
        return found.strip() if found else None

    def same(self, commit, paths):
        return self.git("diff", "--quiet", commit, "HEAD", "--", *paths) is not None

    def since(self, commit, paths):
        """(hash, subject), newest first."""
        log = self.git("log", "--no-merges", "--format=%H %s", f"{commit}..HEAD", "--", *paths) or ""
        return [line.split(" ", 1) for line in log.splitlines()]


def unaffected_commits(root, history, report):
    """{hash: reason}"""
    file = root / "bench/results/unaffected-commits.txt"
    found = {}
    for number, line in enumerate(file.read_text().splitlines() if file.exists() else [], 1):
        if not line.strip() or line.startswith("#"):
            continue
        at = f"{file.relative_to(root)}:{number}"
        word, _, reason = line.partition(" ")
        if not re.fullmatch(r"[0-9a-f]{10,40}", word) or not reason.strip():
            report(f"{at}: HASH reason is wanted, at least ten digits and why the commit has no effect")
        elif history.why_not is None and not history.full(word):
            report(f"{at}: there is no commit {word}")
        elif history.why_not is None:
            found[history.full(word)] = reason
    return found


def check_machine(folder, root, sources, history, unaffected, unmeasured, report):
    """Returns the unaffected commits that were needed; takes the benchmarks that are really older, or not there, out of `unmeasured`."""
    needed = set()
    results = bench_results.read(folder)
    missing = set(sources) - set(results)
    unmeasured.difference_update(missing)
    for name in sorted(missing - set(bench_results.unmeasured(root))):
        report(f"{folder.relative_to(root)}: no {name}.json; run `make bench`")
    for name, data in results.items():
        at = f"{(folder / name).relative_to(root)}.json"
        if name not in sources:
            report(f"{at}: bench/measured.txt names no such benchmark")
            continue
        faults = bench_results.header_faults(data.get("header"), name)
        if not faults:
            faults = bench_results.landing_faults(data["header"])
        for fault in [*faults, *bench_results.time_faults(data)]:
            report(f"{at}: {fault}")
        if faults or history.why_not:
            continue
        commit = data["header"]["commit"]
        if not history.has(commit):
            report(f"{at}: measured at {commit[:10]}, which is no commit of this history; run `make bench`")
        elif not history.same(commit, sources[name]):
            since = history.since(commit, sources[name])
            needed.update(hash for hash, _ in since)
            effective = [f"{hash[:10]} {subject}" for hash, subject in since if hash not in unaffected]
            if (effective or not since) and name in bench_results.unmeasured(root):
                unmeasured.discard(name)
            elif effective or not since:  # none: a merge has changed them
                by = "; ".join(effective[:5]) + (f" and {len(effective) - 5} more" if len(effective) > 5 else "")
                report(f"{at}: measured at {commit[:10]}; changed since by {by or 'a merge'}. "
                       "Run `make bench`, or list commits without effect in bench/results/unaffected-commits.txt")
    return needed


def main(arguments):
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parent.parent).resolve()
    found = []
    history = History(root)
    if history.why_not:
        print(f"check_bench: {history.why_not}: only the headers of results are checked, not whether they are stale")
    try:
        sources = measured_sources(root)
        unaffected = unaffected_commits(root, history, found.append)
        machines = sorted(p for p in (root / "bench/results").iterdir() if p.is_dir())
        older = bench_results.unmeasured(root)
        fresh = set(older)
        needed = set().union(*(check_machine(folder, root, sources, history, unaffected, fresh, found.append) for folder in machines))
        for name in sorted(fresh) if history.why_not is None else []:
            found.append(f"bench/results/unmeasured.txt: {name} is no benchmark, or its results belong to the code: take its line out")
        for name, reason in older.items():
            print(f"check_bench: {name} is older than the code: {reason}")
        for commit in unaffected:
            if not found and commit not in needed:
                print(f"check_bench: the line of {commit[:10]} in bench/results/unaffected-commits.txt is no longer needed")
    except (OSError, ValueError) as error:
        found.append(str(error))
        machines = []
    print("\n".join(found + [f"check_bench: {len(machines)} machines, {len(found)} faults"]))
    return 1 if found or not machines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
