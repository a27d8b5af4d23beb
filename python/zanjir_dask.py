"""Sweeps of zanjir on a Dask cluster: local processes, machines over SSH, job queues, Kubernetes, whatever Dask offers.

A sweep is split into shares, `zanjir sweep STUDY --part K/N`, each a process of its own below a Dask worker, all writing into one shared folder. A
worker that is lost costs the units that it was computing: its share is given to another, which goes on behind what is finished. At the end the shares
are put together. The tables are the same, byte for byte, as those of `zanjir sweep STUDY` on one machine.

    import zanjir_dask
    from distributed import Client
    zanjir_dask.run_sweep(Client("tcp://127.0.0.1:8786"), "study.yaml", "sweep")

or  python3 -m zanjir_dask study.yaml --out sweep --local 4

Whoever reaches a Dask scheduler can run anything on its workers: a local cluster listens on 127.0.0.1 only.
"""
import argparse
import os
import shutil
import subprocess
import sys

__all__ = ["SweepFailed", "run_part", "run_sweep"]


class SweepFailed(Exception):
    """Shares that did not come to their end, each with the reason."""

    def __init__(self, reasons):
        super().__init__("; ".join(f"part {part}: {reason}" for part, reason in sorted(reasons.items())))
        self.reasons = reasons


def words_of(zanjir, study, out, options):
    words = [zanjir, "sweep", str(study), "--out", str(out)]
    return words + [str(option) for option in options]


def run_part(part, parts, words):
    """One share, on a worker: (part, exit code, what it said)."""
    # The share ends with its worker, whatever ends that: its work is given to somebody else.
    guard = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
    done = subprocess.run([*guard, *words, "--part", f"{part}/{parts}", "--workers", "1"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return part, done.returncode, (done.stderr or done.stdout).strip()


def run_sweep(client, study, out, *, parts=None, zanjir="zanjir", options=(), retries=3, progress=None):
    """Runs the sweeps of a study on the workers of `client` and joins them; returns what `zanjir sweep join` printed.

    parts: into how many shares, by default four for every thread of the cluster. zanjir: the command, as the workers find it; options: more words for it,
    ["--task", "lengths", "--set", "mass=2"]. retries: of a share whose worker raises. progress: called with (finished, parts) after every share. Raises SweepFailed
    when a share did not come to its end, also one that kills its worker again and again; the others are finished first and kept.
    """
    from distributed import as_completed
    from distributed.scheduler import KilledWorker

    study, out = os.path.abspath(study), os.path.abspath(out)
    words = words_of(zanjir, study, out, options)
    n = parts or 4 * max(1, sum(client.nthreads().values()))
    numbers = {}
    for part in range(1, n + 1):  # pure=False: a share is run each time it is asked for
        numbers[client.submit(run_part, part, n, words, retries=retries, pure=False)] = part
    reasons = {}
    for finished, future in enumerate(as_completed(list(numbers)), 1):
        try:
            part, code, said = future.result()
            if code != 0:
                reasons[part] = said or f"exit code {code}"
        except KilledWorker:
            reasons[numbers[future]] = "its workers were lost again and again"
        except Exception as problem:  # of the worker: no such command, no such folder
            reasons[numbers[future]] = str(problem) or repr(problem)
        if progress:
            progress(finished, n)
    if reasons:
        raise SweepFailed(reasons)
    joined = subprocess.run([zanjir, "sweep", "join", *words[2:]], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if joined.returncode not in (0, 4):  # 4: a claim about it has another verdict than expected
        raise SweepFailed({"join": joined.stderr.strip()})
    return joined.stdout


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="zanjir_dask", description="Runs the sweeps of a study on a Dask cluster.")
    parser.add_argument("study")
    parser.add_argument("--out", default="sweep", help="folder that all machines share (sweep)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS", help="of a cluster that is there, tcp://HOST:PORT")
    where.add_argument("--local", metavar="N", type=int, help="start N workers on this machine, reachable from it only (as many as cores)")
    parser.add_argument("--parts", type=int, metavar="N", help="how many shares (four per worker)")
    parser.add_argument("--zanjir", default=os.environ.get("ZANJIR", "zanjir"), help="the command, as workers find it")
    parser.add_argument("--task", action="append", default=[], metavar="NAME", help="only this sweep; repeatable")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="change a parameter; repeatable")
    given = parser.parse_args(arguments)
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        print("zanjir_dask: the Python package `distributed` is missing (Debian: python3-distributed)", file=sys.stderr)
        return 2
    options = [word for name in given.task for word in ("--task", name)] + [word for value in given.set for word in ("--set", value)]

    def progress(finished, n):
        if sys.stderr.isatty():
            print(f"\r{finished} of {n} shares", end="" if finished < n else "\n", file=sys.stderr, flush=True)

    cluster = None
    if not given.scheduler:
        cluster = LocalCluster(n_workers=given.local or os.cpu_count(), threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None)
    try:
        with Client(given.scheduler or cluster) as client:
            print(run_sweep(client, given.study, given.out, parts=given.parts, zanjir=given.zanjir, options=options, progress=progress), end="")
    except SweepFailed as problem:
        print(f"zanjir_dask: {problem}", file=sys.stderr)
        return 3
    finally:
        if cluster:
            cluster.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
