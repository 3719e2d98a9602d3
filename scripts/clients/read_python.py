"""Reads the tables with pandas, pyarrow and polars: `read_python.py <folder>`. Exit status 1 if a cell differs."""

import datetime
import io
import json
import os
import pathlib
import sys

import pandas
import polars
import pyarrow
import pyarrow.csv
import pyarrow.parquet
import requests

from cells import compare

folder = pathlib.Path(sys.argv[1])
tables = json.loads((folder / "tables.json").read_text(encoding="utf-8"))
columns = tables["columns"]
os.environ["TRIBUTARY_KEY"] = tables["key"]
faults = 0


def body(path):
    """Gets the bytes of an address."""
    answer = requests.get(f"{tables['origin']}{path}", headers={"Authorization": f"Bearer {tables['key']}"}, timeout=60)
    answer.raise_for_status()
    return answer.content


def text_of(value, kind):
    """Writes a value as the product writes it."""
    if value is None or value is pandas.NA or value is pandas.NaT or (isinstance(value, float) and value != value):
        return None
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return "true" if value else "false"
    if kind == "date" and isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, datetime.datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if kind == "double precision":
        return repr(float(value))
    return str(value)


def cells_of(read):
    """Gets the cells of each column as texts; `read` gets the values of a column by its name."""
    return {column["name"]: [text_of(value, column["type"]) for value in read(column["name"])] for column in columns}


def number(name, found, wanted):
    """Compares two numbers of rows."""
    global faults
    print(f"{name}: {found} rows of {wanted}")
    faults += found != wanted


print(f"Python {sys.version.split()[0]}, pandas {pandas.__version__}, pyarrow {pyarrow.__version__}, polars {polars.__version__}, requests {requests.__version__}")

for which, code in tables["pandas"].items():
    names = {}
    exec(compile(code, f"the printed lines ({which})", "exec"), names)
    frame = names["df"]
    kinds = columns if which == "typed" else [{**column, "type": "text"} for column in columns]
    faults += compare(f"pandas, {which}", kinds, cells_of(lambda name: frame[name].tolist()))
    if which == "typed":
        print(frame.dtypes.to_string())

faults += compare(
    "pyarrow, Parquet", columns, cells_of(pyarrow.parquet.read_table(io.BytesIO(body(f"/d/{tables['edges']}.parquet"))).to_pydict().get)
)
parquet = polars.read_parquet(io.BytesIO(body(f"/d/{tables['edges']}.parquet")))
faults += compare("polars, Parquet", columns, cells_of(lambda name: parquet[name].to_list()))

note = body(f"/d/{tables['notes']}.csv?columns=note")
number("pandas, one column", len(pandas.read_csv(io.BytesIO(note), keep_default_na=False, na_values=[""])), 5)
number("pyarrow, one column", pyarrow.csv.read_csv(io.BytesIO(note)).num_rows, 5)
number("polars, one column", polars.read_csv(io.BytesIO(note)).height, 5)

lines = body(f"/d/{tables['signs']}.ndjson")
number("str.splitlines, NDJSON", len([json.loads(line) for line in lines.decode().splitlines()]), 4)
answer = requests.get(
    f"{tables['origin']}/d/{tables['signs']}.ndjson", headers={"Authorization": f"Bearer {tables['key']}"}, stream=True, timeout=60
)
number("requests, iter_lines", len([json.loads(line) for line in answer.iter_lines(decode_unicode=True)]), 4)
number("polars, NDJSON", polars.read_ndjson(io.BytesIO(lines)).height, 4)

sys.exit(1 if faults else 0)
