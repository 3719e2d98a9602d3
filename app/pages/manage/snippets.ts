/**
 * The text that opens a table in one tool. `copied` is what Copy copies; `shown` is the same with the secret masked.
 */
export type Snippet = { copied: string; shown: string };

/** `table` is null while the user has none: the snippet then reads the list of tables. */
export type SnippetFacts = {
  origin: string;
  table: string | null;
  key: string;
  excelToken: string;
  /** The columns of the table with their types in the database; empty if they are not known. */
  columns?: readonly { readonly name: string; readonly type: string }[];
};

/** The short address of a table's rows. */
const csvAddress = (origin: string, table: string) => `${origin}/d/${encodeURIComponent(table)}.csv`;

/** `trib_7Qm4…x2Vd`: enough to recognise a key, not to use it. */
export function maskKey(key: string): string {
  // eslint-disable-next-line house/cut-text -- a key is ASCII
  return key.length > 14 ? `${key.slice(0, 9)}…${key.slice(-4)}` : "…";
}

function withSecret(secret: string, write: (secret: string) => string): Snippet {
  return { copied: write(secret), shown: write(maskKey(secret)) };
}

/** Power BI: the general link, for Get data, Web. */
export function powerBiLink({ origin, table, key }: SnippetFacts): Snippet {
  return withSecret(
    key,
    (secret) => `${table === null ? `${origin}/api/stream/data` : csvAddress(origin, table)}?api_key=${secret}`,
  );
}

/** Excel: a Power Query with a short-lived token in place of the key. */
export function excelQuery({ origin, table, excelToken }: SnippetFacts): Snippet {
  if (table === null)
    return withSecret(
      excelToken,
      (secret) => `let
  Source = Json.Document(
    Web.Contents("${origin}/api/stream/data/excel", [Query = [token = "${secret}"]])
  ),
  Tables = Table.FromRecords(Source, {"table", "title", "kind", "rows", "url"}, MissingField.UseNull)
in
  Tables`,
    );
  return withSecret(
    excelToken,
    (secret) => `let
  Source = Csv.Document(
    Web.Contents("${origin}/api/stream/data/excel", [
      Query = [token = "${secret}", table = "${table}"]
    ]),
    [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]
  ),
  Named = Table.PromoteHeaders(Source, [PromoteAllScalars = true])
in
  Named`,
  );
}

/** More columns would make the lines longer than the rest of the program. */
const MAX_TYPED_COLUMNS = 60;
const DTYPES: Readonly<Record<string, string>> = {
  ...{ text: "string", jsonb: "string", time: "string" },
  // Types that can be empty.
  ...{ bigint: "Int64", boolean: "boolean", "double precision": "float64" },
};

/** The arguments by which pandas reads the columns with their types. */
function typeArguments(columns: NonNullable<SnippetFacts["columns"]>): string {
  if (columns.length > MAX_TYPED_COLUMNS) return "";
  const dates = columns.filter(({ type }) => /^(date|timestamp)/.test(type)).map(({ name }) => JSON.stringify(name));
  const dtypes = columns.flatMap(({ name, type }) => {
    const dtype = DTYPES[type];
    return dtype === undefined ? [] : [`${JSON.stringify(name)}: "${dtype}"`];
  });
  return [
    ...(dtypes.length > 0 ? [`\n    dtype={${dtypes.join(", ")}},`] : []),
    ...(dates.length > 0 ? [`\n    parse_dates=[${dates.join(", ")}],`] : []),
  ].join("");
}

/** pandas: the key is in a header, so that no log contains it. */
export function pandasCode({ origin, table, key, columns = [] }: SnippetFacts): Snippet {
  if (table === null)
    return withSecret(
      key,
      (secret) => `import pandas as pd

tables = pd.read_json(
    "${origin}/api/stream/data",
    storage_options={"Authorization": "Bearer ${secret}"},
)`,
    );
  return withSecret(
    key,
    (secret) => `import pandas as pd

df = pd.read_csv(
    "${csvAddress(origin, table)}",
    storage_options={"Authorization": "Bearer ${secret}"},
    keep_default_na=False, na_values=[""],${typeArguments(columns)}
)
print(df.head())`,
  );
}

export function curlLine({ origin, table, key }: SnippetFacts): Snippet {
  return withSecret(
    key,
    (secret) => `curl -H "Authorization: Bearer ${secret}" \\
  ${table === null ? `"${origin}/api/stream/data"` : `"${csvAddress(origin, table)}" -o ${fileName(table)}.csv`}`,
  );
}

function fileName(table: string): string {
  return table.replace(/\W/g, "_");
}
