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

/** A line for programs about columns that come as text. */
const NUMERIC_IS_TEXT = "numeric columns are text, so that no digit is lost.";

function hasType(columns: readonly SnippetColumn[], ...types: readonly string[]): boolean {
  return columns.some(({ type }) => types.includes(type));
}

/** The types by which pandas keeps every cell, and takes an empty one. Dates and times are parsed. */
const DTYPES: Readonly<Record<string, string>> = {
  ...{ text: "string", jsonb: "string", time: "string", numeric: "string" },
  ...{ bigint: "Int64", boolean: "boolean", "double precision": "float64" },
};

/** The arguments by which pandas reads the columns with their types. Where these are not known every cell is text. */
function typeArguments(columns: readonly SnippetColumn[]): string {
  if (columns.length === 0) return `\n    dtype="string",`;
  const dates = columns.filter(({ type }) => DTYPES[type] === undefined).map(({ name }) => JSON.stringify(name));
  const dtypes = columns.flatMap(({ name, type }) => {
    const dtype = DTYPES[type];
    return dtype === undefined ? [] : [`${JSON.stringify(name)}: "${dtype}"`];
  });
  return [
    ...(dtypes.length > 0 ? [`\n    dtype={${dtypes.join(", ")}},`] : []),
    ...(hasType(columns, "double precision") ? [`\n    float_precision="round_trip",`] : []),
    ...(dates.length > 0 ? [`\n    parse_dates=[${dates.join(", ")}], date_format="ISO8601",`] : []),
  ].join("");
}

/** Writes the call by which pandas reads the rows of an address and changes no cell. `authorization` is Python. */
export function pandasCall(address: string, authorization: string, columns?: SnippetFacts["columns"]): string {
  const typed = typedColumns(columns);
  const notes = [
    ...(hasType(typed, "numeric") ? [`# ${NUMERIC_IS_TEXT}\n`] : []),
    ...(hasType(typed, "date", "timestamp", "timestamptz")
      ? ["# pandas 2 leaves a column as text if it has a day before 1678 or after 2261.\n"]
      : []),
  ];
  return `${notes.join("")}df = pd.read_csv(
    "${address}",
    storage_options={"Authorization": ${authorization}},
    keep_default_na=False, na_values=[""],${typeArguments(typed)}
)
print(df.head())`;
}

/** pandas: the key is in a header, so that no log contains it. */
export function pandasCode(facts: SnippetFacts): Snippet {
  return withSecret(facts.key, (secret) => {
    const authorization = `"Bearer ${secret}"`;
    const read =
      facts.table === null
        ? `tables = pd.read_json(
    "${listAddress(facts.origin)}",
    storage_options={"Authorization": ${authorization}},
)`
        : pandasCall(rowsAddress(facts), authorization, facts.columns);
    return `import pandas as pd\n\n${read}`;
  });
}

const DUCKDB_TYPES: Readonly<Record<string, string>> = {
  ...{ text: "VARCHAR", jsonb: "JSON", bigint: "BIGINT", "double precision": "DOUBLE", numeric: "VARCHAR" },
  ...{ boolean: "BOOLEAN", date: "DATE", timestamp: "TIMESTAMP", timestamptz: "TIMESTAMPTZ", time: "TIME" },
};

/** DuckDB: the key is in a secret that belongs to the address of this server alone. Nothing is left to detection. */
export function duckdbCode({ origin, table, key, columns }: SnippetFacts): Snippet {
  const address = rowsAddress({ origin, table });
  const typed = typedColumns(columns);
  const types = typed.map(({ name, type }) => `'${name.replaceAll("'", "''")}': '${DUCKDB_TYPES[type] ?? "VARCHAR"}'`);
  const read =
    table === null
      ? `read_json('${address}')`
      : `read_${ROWS_EXTENSION}('${address}',
  delim = ',', quote = '"', escape = '"', header = true,
  ${types.length === 0 ? "all_varchar = true" : `auto_detect = false, columns = {${types.join(", ")}}`})`;
  return withSecret(
    key,
    (secret) => `CREATE SECRET tributary (
  TYPE http, SCOPE '${origin}',
  EXTRA_HTTP_HEADERS MAP {'Authorization': 'Bearer ${secret}'}
);
SET force_download = true;
${hasType(typed, "numeric") ? `-- ${NUMERIC_IS_TEXT}\n` : ""}FROM ${read};`,
  );
}

const R_TYPES: Readonly<Record<string, string>> = {
  ...{ text: "col_character()", jsonb: "col_character()", bigint: "col_character()", numeric: "col_character()" },
  ...{ "double precision": "col_double()", boolean: "col_logical()", date: "col_date()" },
  ...{ timestamp: "col_datetime()", timestamptz: "col_datetime()", time: "col_character()" },
};

/** R: the key is in a header here too. */
export function rCode({ origin, table, key, columns }: SnippetFacts): Snippet {
  const typed = typedColumns(columns);
  const types =
    typed.length === 0
      ? [".default = col_character()"]
      : typed.map(({ name, type }) => `\`${name}\` = ${R_TYPES[type] ?? "col_character()"}`);
  const notes = [
    ...(hasType(typed, "bigint", "numeric", "time")
      ? ["# bigint, numeric and time columns are text, so that no digit is lost.\n"]
      : []),
    ...(hasType(typed, "timestamp", "timestamptz")
      ? ["# R rounds fractions of a second before 1700 and after 2240.\n"]
      : []),
    ...(hasType(typed, "double precision") ? ["# readr may change the last of 17 digits of a number.\n"] : []),
  ];
  return withSecret(key, (secret) => {
    const source = `url("${rowsAddress({ origin, table })}", headers = c(Authorization = "Bearer ${secret}"))`;
    return table === null
      ? `tables <- jsonlite::fromJSON(${source})`
      : `library(readr)

${notes.join("")}rows <- read_csv(
  ${source},
  na = "", trim_ws = FALSE,
  col_types = cols(${types.join(", ")})
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
  // With --fail a refusal is not saved as if it were the rows.
  return withSecret(
    key,
    (secret) => `curl --fail -H "Authorization: Bearer ${secret}" \\
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
