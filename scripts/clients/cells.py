"""Compares cells as they were read with those of the table."""

import re


def comparable(cell, kind):
    """Turns a cell into the text that is compared: doubles by value, fractions without zeros at their end."""
    if cell is None or cell == "":
        return None
    if kind == "double precision":
        return repr(float(cell))
    if kind.startswith("time"):
        return re.sub(r"\.(?=Z?$)", "", re.sub(r"(\.\d*?)0+(?=Z?$)", r"\1", cell))
    return cell


def compare(name, columns, found, known=lambda column, cell: False):
    """Prints each cell that differs; `found` has the cells of each column as texts. Returns how many differ.

    `known` tells which differences the printed lines announce.
    """
    faults = 0
    announced = 0
    for column in columns:
        cells = found.get(column["name"])
        if cells is None or len(cells) != len(column["cells"]):
            print(f"{name}: {column['name']} has {cells and len(cells)} rows instead of {len(column['cells'])}")
            faults += 1
            continue
        for at, (cell, wanted) in enumerate(zip(cells, column["cells"])):
            if comparable(cell, column["type"]) == comparable(wanted, column["type"]):
                continue
            if known(column, wanted):
                announced += 1
                continue
            print(f"{name}: {column['name']} in row {at + 1} is {cell!r} instead of {wanted!r}")
            faults += 1
    cells = sum(len(column["cells"]) for column in columns)
    print(f"{name}: {cells} cells, {faults} differ{f', {announced} as announced' if announced else ''}")
    return faults
