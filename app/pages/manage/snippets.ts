/**
 * The text that opens a table in one tool. `copied` is what Copy copies; `shown` is the same with the secret masked.
 */
export type Snippet = { copied: string; shown: string };

/** `table` is null while the user has none: the snippet then reads the list of tables. */
export type SnippetFacts = { origin: string; table: string | null; key: string; excelToken: string };

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
    (secret) =>
      `${origin}/api/stream/data?api_key=${secret}${table === null ? "" : `&table=${encodeURIComponent(table)}&format=csv`}`,
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

/** pandas: the key is in a header, so that no log contains it. */
export function pandasCode({ origin, table, key }: SnippetFacts): Snippet {
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

${pythonName(table)} = pd.read_csv(
    "${origin}/api/stream/data?table=${encodeURIComponent(table)}&format=csv",
    storage_options={"Authorization": "Bearer ${secret}"},
    keep_default_na=False, na_values=[""],
)`,
  );
}

export function curlLine({ origin, table, key }: SnippetFacts): Snippet {
  return withSecret(
    key,
    (secret) => `curl -H "Authorization: Bearer ${secret}" \\
  ${
    table === null
      ? `"${origin}/api/stream/data"`
      : `"${origin}/api/stream/data?table=${encodeURIComponent(table)}&format=csv" -o ${pythonName(table)}.csv`
  }`,
  );
}

function pythonName(table: string): string {
  const name = table.replace(/\W/g, "_");
  return /^[A-Za-z_]/.test(name) ? name : `t_${name}`;
}
