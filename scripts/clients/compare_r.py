"""Compares the cells that read_r.R has read: `compare_r.py <folder>`. Exit status 1 if one differs."""

import json
import pathlib
import sys

from cells import compare

folder = pathlib.Path(sys.argv[1])
columns = json.loads((folder / "tables.json").read_text(encoding="utf-8"))["columns"]
faults = 0


def is_announced(column, cell):
    """Tells whether the printed lines say that R may change the cell: a time far away, or a number of 17 digits."""
    if column["type"] == "double precision":
        return len([sign for sign in cell if sign.isdigit()]) > 16
    return column["type"].startswith("timestamp") and not "1700" <= cell[:4] <= "2240"


def without_zone(column, cells):
    """Leaves out the zone, which R has for all times, where the column has none."""
    return [cell and cell.removesuffix("Z") for cell in cells] if column["type"] == "timestamp" else cells


for which in ("typed", "untyped"):
    kinds = columns if which == "typed" else [{**column, "type": "text"} for column in columns]
    found = json.loads((folder / f"r-{which}.json").read_text(encoding="utf-8"))
    found = {column["name"]: without_zone(column, found[column["name"]]) for column in kinds}
    faults += compare(f"readr, {which}", kinds, found, is_announced)
sys.exit(1 if faults else 0)
