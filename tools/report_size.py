#!/usr/bin/env python3
"""How large reports are, apart from recordings: what was written last into each folder REPORTS/STUDY/STUDY, the script of all pages once.
  report_size.py REPORTS MEGABYTES STUDY...      exit code 1: more than MEGABYTES together; 77: a study is not there, so nothing is said
"""
import pathlib
import sys


def written_last(folder):
    """Files as new as the claims; an older report may have left others beside them."""
    newest = (folder / "claims.json").stat().st_mtime
    return [p for p in folder.rglob("*") if p.is_file() and p.stat().st_mtime > newest - 60]


def main(reports, megabytes, *studies):
    missing = [s for s in studies if not (pathlib.Path(reports) / s / s / "claims.json").exists()]
    if missing:
        print(f"SKIPPED: no report of {', '.join(missing)} in {reports}", file=sys.stderr)
        return 77
    total = max((pathlib.Path(reports) / s / "viewer.js").stat().st_size for s in studies)
    for study in studies:
        files = written_last(pathlib.Path(reports) / study / study)
        size = sum(p.stat().st_size for p in files)
        total += size
        largest = max(files, key=lambda p: p.stat().st_size)
        print(f"{study:32} {size / 1e6:6.2f} MB, {largest.name} {largest.stat().st_size / 1e6:.2f} MB")
    print(f"{'together':32} {total / 1e6:6.2f} MB of {megabytes}")
    return 0 if total <= float(megabytes) * 1e6 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
