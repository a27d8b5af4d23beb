"""Tables that zanjir has written as CSV (of sweeps, searches, maps, exported recordings) as Parquet files, by pyarrow.

    python3 -m zanjir_parquet sweep/swings/speeds.csv [OUT.parquet]

Columns keep their names and their numbers, to the last bit: `unit` and `done` are whole numbers, other numbers doubles, a reason (`why`) is a text whatever
rows there are, so that tables of one sweep have one schema. An empty cell, or one that is `nan`, is null.
"""
import argparse
import os
import pathlib
import sys
import tempfile

__all__ = ["NoTable", "to_parquet"]


class NoTable(Exception):
    """What is there is no table, or cannot be written."""


def to_parquet(table, out=None):
    """Writes the CSV file `table` as Parquet, beside it unless `out` says where; the place it was written to."""
    try:
        import pyarrow
        from pyarrow import csv, parquet
    except ImportError as missing:
        raise NoTable("Parquet files need the Python package pyarrow: pip install pyarrow") from missing
    table = pathlib.Path(table)
    out = pathlib.Path(out) if out else table.with_suffix(".parquet")
    if not table.is_file():
        raise NoTable(f"{table}: no such file")
    if out.exists() and out.samefile(table):
        raise NoTable(f"{out}: the table itself; say where the Parquet file goes")
    if out.is_symlink() or (out.exists() and not out.is_file()):
        raise NoTable(f"{out}: only a file can be replaced; links, folders and devices stay")
    unfinished = None
    try:
        texts = csv.ConvertOptions(column_types={"why": pyarrow.string()}, strings_can_be_null=True)
        read = csv.read_csv(table, convert_options=texts)
        for i, column in enumerate(read.schema):
            if column.name not in ("unit", "done") and (pyarrow.types.is_integer(column.type) or pyarrow.types.is_null(column.type)):
                read = read.set_column(i, column.name, read.column(i).cast(pyarrow.float64()))
        with tempfile.NamedTemporaryFile(dir=out.parent, prefix=".", suffix=".tmp", delete=False) as file:  # appears whole or not at all; nobody's link is followed
            unfinished = pathlib.Path(file.name)
            parquet.write_table(read, file)
        mask = os.umask(0)
        os.umask(mask)
        unfinished.chmod(0o666 & ~mask)
        unfinished.replace(out)
    except (pyarrow.ArrowException, OSError, ValueError) as problem:
        raise NoTable(f"{table}: {problem}") from problem
    finally:
        if unfinished:
            unfinished.unlink(missing_ok=True)
    return out


def main():
    parser = argparse.ArgumentParser(prog="zanjir_parquet", description=__doc__.splitlines()[0])
    parser.add_argument("table", help="a CSV file that zanjir has written")
    parser.add_argument("out", nargs="?", help="the Parquet file (beside the table)")
    options = parser.parse_args()
    try:
        print(to_parquet(options.table, options.out))
    except NoTable as why:
        sys.exit(f"zanjir_parquet: {why}")


if __name__ == "__main__":
    main()
