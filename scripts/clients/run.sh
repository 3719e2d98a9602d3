#!/bin/sh
# Runs the printed lines for pandas and R, and the readers of pyarrow and polars, against a server of their own, and compares
# every cell. Python packages go into a folder that is removed at the end; R is used if it is there, with readr.
# PANDAS chooses another version.
set -eu
export PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check "pandas${PANDAS:->=2,<3}" pyarrow polars requests
node scripts/build.ts
node scripts/clients/serve-tables.ts "$folder" "$folder/python/bin/python"
