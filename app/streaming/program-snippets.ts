import {
  listAddress,
  ROWS_EXTENSION,
  rowsAddress,
  type Snippet,
  type SnippetColumn,
  type SnippetFacts,
  typedColumns,
  withSecret,
} from "./snippet.ts";

const DTYPES: Readonly<Record<string, string>> = {
  ...{ text: "string", jsonb: "string", time: "string" },
  // Types that can be empty.
  ...{ bigint: "Int64", boolean: "boolean", "double precision": "float64" },
};

/** The arguments by which pandas reads the columns with their types. */
function typeArguments(columns: SnippetFacts["columns"]): string {
  const typed = typedColumns(columns);
  const dates = typed.filter(({ type }) => /^(date|timestamp)/.test(type)).map(({ name }) => JSON.stringify(name));
  const dtypes = typed.flatMap(({ name, type }) => {
    const dtype = DTYPES[type];
    return dtype === undefined ? [] : [`${JSON.stringify(name)}: "${dtype}"`];
  });
  return [
    ...(dtypes.length > 0 ? [`\n    dtype={${dtypes.join(", ")}},`] : []),
    ...(dates.length > 0 ? [`\n    parse_dates=[${dates.join(", ")}],`] : []),
  ].join("");
}

/** pandas: the key is in a header, so that no log contains it. */
export function pandasCode({ origin, table, key, columns }: SnippetFacts): Snippet {
  if (table === null)
    return withSecret(
      key,
      (secret) => `import pandas as pd

tables = pd.read_json(
    "${listAddress(origin)}",
    storage_options={"Authorization": "Bearer ${secret}"},
)`,
    );
  return withSecret(
    key,
    (secret) => `import pandas as pd

df = pd.read_csv(
    "${rowsAddress({ origin, table })}",
    storage_options={"Authorization": "Bearer ${secret}"},
    keep_default_na=False, na_values=[""],${typeArguments(columns)}
)
print(df.head())`,
  );
}

const DUCKDB_TYPES: Readonly<Record<string, string>> = {
  ...{ text: "VARCHAR", jsonb: "JSON", bigint: "BIGINT", "double precision": "DOUBLE", boolean: "BOOLEAN" },
  ...{ date: "DATE", timestamp: "TIMESTAMP", timestamptz: "TIMESTAMPTZ", time: "TIME" },
};

/** DuckDB: the key is in a secret that belongs to the address of this server alone. */
export function duckdbCode({ origin, table, key, columns }: SnippetFacts): Snippet {
  const address = rowsAddress({ origin, table });
  const types = typedColumns(columns).flatMap(({ name, type }: SnippetColumn) => {
    const known = DUCKDB_TYPES[type];
    return known === undefined ? [] : [`'${name.replaceAll("'", "''")}': '${known}'`];
  });
  const typed = types.length === 0 ? "" : `,\n  types = {${types.join(", ")}}`;
  const read =
    table === null ? `read_json('${address}')` : `read_${ROWS_EXTENSION}('${address}', header = true${typed})`;
  return withSecret(
    key,
    (secret) => `CREATE SECRET tributary (
  TYPE http, SCOPE '${origin}',
  EXTRA_HTTP_HEADERS MAP {'Authorization': 'Bearer ${secret}'}
);
SET force_download = true;
FROM ${read};`,
  );
}

const R_TYPES: Readonly<Record<string, string>> = {
  ...{ text: "col_character()", jsonb: "col_character()", bigint: "col_double()", "double precision": "col_double()" },
  ...{ numeric: "col_double()", boolean: "col_logical()", date: "col_date()", time: "col_time()" },
  ...{ timestamp: "col_datetime()", timestamptz: "col_datetime()" },
};

/** R: the key is in a header here too. */
export function rCode({ origin, table, key, columns }: SnippetFacts): Snippet {
  const types = typedColumns(columns).map(({ name, type }) => `\`${name}\` = ${R_TYPES[type] ?? "col_guess()"}`);
  const typed = types.length === 0 ? "" : `,\n  col_types = cols(${types.join(", ")})`;
  return withSecret(key, (secret) => {
    const source = `url("${rowsAddress({ origin, table })}", headers = c(Authorization = "Bearer ${secret}"))`;
    return table === null
      ? `tables <- jsonlite::fromJSON(${source})`
      : `library(readr)

rows <- read_csv(
  ${source},
  na = ""${typed}
)`;
  });
}

/** Google Sheets: there is no other place for the key than the address. */
export function sheetsFormula({ origin, table, key }: SnippetFacts): Snippet {
  return withSecret(key, (secret) =>
    table === null
      ? `=IMPORTDATA("${origin}/d/your_table.${ROWS_EXTENSION}?api_key=${secret}")`
      : `=IMPORTDATA("${rowsAddress({ origin, table })}?api_key=${secret}")`,
  );
}

export function curlLine({ origin, table, key }: SnippetFacts): Snippet {
  const address = rowsAddress({ origin, table });
  return withSecret(
    key,
    (secret) => `curl -H "Authorization: Bearer ${secret}" \\
  ${table === null ? `"${address}"` : `"${address}" -o ${fileName(table)}.${ROWS_EXTENSION}`}`,
  );
}

/** OData: the rows of a table, for any client; curl shows them. */
export function odataLine({ origin, table, key }: SnippetFacts): Snippet {
  const address = table === null ? `${origin}/odata/` : `${origin}/odata/${encodeURIComponent(table)}?\\$top=10`;
  return withSecret(key, (secret) => `curl -u "key:${secret}" "${address}"`);
}

function fileName(table: string): string {
  return table.replace(/\W/g, "_");
}
