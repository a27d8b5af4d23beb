"""Files of bench/results/<machine>: reading them, and the shape that zanjir_bench prints (bench/support/report.cpp). For the other bench tools."""
import json
import re

# Key by key, in the order in which header_of() writes them; tests/tools/bench_quick_test.py holds the program to it.
HEADER = {
    "benchmark": re.compile(r"[a-z_]+"),
    "what": re.compile(r".+"),
    "commit": re.compile(r"[0-9a-f]{40}"),
    "clean": bool,
    "date": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"),
    "compiler": re.compile(r"\w+ \d+\.\d+\.\d+"),
    "flags": re.compile(r"[^()]*"),
    "kernel_flags": re.compile(r"[^()]*-ffp-contract=fast[^()]*"),
    "cpu": re.compile(r".+"),
    "cpus": int,
    "load": float,
    "isa": re.compile(r"base|avx2|avx512"),
    "quick": bool,
    "sweeps": int,
    "statistic": re.compile(r"thread CPU time; median, quartiles and smallest of the sweeps; what stands in one table takes turns"),
}
FEWEST_SWEEPS = 5


def fits(value, shape):
    if isinstance(shape, re.Pattern):
        return isinstance(value, str) and shape.fullmatch(value) is not None
    if shape is bool or isinstance(value, bool):
        return shape is bool and isinstance(value, bool)
    return isinstance(value, (int, float) if shape is float else shape)


def header_faults(header, name):
    """What the program could not have printed, as text."""
    if not isinstance(header, dict):
        return ["has no header"]
    faults = []
    if list(header) != list(HEADER):
        faults.append(f"the keys of the header are {', '.join(header)}; the program prints {', '.join(HEADER)}")
    faults += [f"{key}: {header[key]!r} is nothing that the program prints" for key in HEADER if key in header and not fits(header[key], HEADER[key])]
    if not faults and header["benchmark"] != name:
        faults.append(f"holds results of {header['benchmark']}")
    return faults


def landing_faults(header):
    """What may not be committed, in a header of the right shape."""
    faults = []
    if header["quick"] or header["sweeps"] < FEWEST_SWEEPS:
        faults.append("a quick run is no result; run `make bench`")
    if not header["clean"]:
        faults.append("measured with uncommitted changes: commit, then run `make bench`")
    return faults


def rows(value):
    """Every object inside, at any depth."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for entry in value:
            yield from rows(entry)


def time_faults(data):
    for row in rows(data):
        present = [key for key in ("min_s", "q1_s", "median_s", "q3_s") if key in row]
        if present and (len(present) < 4 or not row["min_s"] <= row["q1_s"] <= row["median_s"] <= row["q3_s"]):
            yield f"a time without its median and quartiles in order: {json.dumps(row)}"


def read(folder):
    """{benchmark: results} of a folder of results. ValueError names the file that is no JSON."""
    found = {}
    for file in sorted(folder.glob("*.json")):
        try:
            found[file.stem] = json.loads(file.read_text())
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from error
    return found


def unmeasured(root):
    """{benchmark: reason}: those whose results are known to be older than the code, or that have none yet (bench/results/unmeasured.txt)."""
    file = root / "bench/results/unmeasured.txt"
    lines = file.read_text().splitlines() if file.exists() else []
    return {name: reason.strip() for name, _, reason in (line.partition(" ") for line in lines if line.strip() and not line.startswith("#"))}
