import {
  listAddress,
  plain,
  rowsAddress,
  rowsPath,
  type Snippet,
  type SnippetColumn,
  type SnippetFacts,
  typedColumns,
  withSecret,
} from "./snippet.ts";

/** Power BI: the general link, for Get data, Web. */
export function powerBiLink(facts: SnippetFacts): Snippet {
  return withSecret(facts.key, (secret) => `${rowsAddress(facts)}?api_key=${secret}`);
}

/** The address of all tables, for Get data, OData feed. */
export function odataRoot({ origin }: Pick<SnippetFacts, "origin">): string {
  return `${origin}/odata/`;
}

/** Power BI: all tables of the key; the key is asked for once, as the password of Basic. */
export function odataFeed({ origin, table }: SnippetFacts): Snippet {
  const feed = `OData.Feed("${odataRoot({ origin })}", null, [Implementation="2.0"])`;
  if (table === null) return plain(`let\n  Source = ${feed}\nin\n  Source`);
  return plain(`let
  Source = ${feed},
  Rows = Source{[Name="${table}", Signature="table"]}[Data]
in
  Rows`);
}

/** Excel: a Power Query with a short-lived token in place of the key. */
export function excelQuery({ origin, table, excelToken }: SnippetFacts): Snippet {
  if (table === null)
    return withSecret(
      excelToken,
      (secret) => `let
  Source = Json.Document(
    Web.Contents("${listAddress(origin)}/excel", [Query = [token = "${secret}"]])
  ),
  Tables = Table.FromRecords(Source, {"table", "title", "kind", "rows", "url"}, MissingField.UseNull)
in
  Tables`,
    );
  return withSecret(
    excelToken,
    (secret) => `let
  Source = Csv.Document(
    Web.Contents("${rowsAddress({ origin, table })}", [Query = [token = "${secret}"]]),
    [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]
  ),
  Named = Table.PromoteHeaders(Source, [PromoteAllScalars = true])
in
  Named`,
  );
}

/** A numeric column has more digits than a number of Excel. */
const M_TYPES: Readonly<Record<string, string>> = {
  ...{ bigint: "Int64.Type", "double precision": "type number", numeric: "type text", boolean: "type logical" },
  ...{ date: "type date", timestamp: "type datetime", timestamptz: "type datetimezone", time: "type time" },
};

/**
 * Excel: a Power Query that can be refreshed. It holds no secret: Excel asks for the key once (ApiKeyName) and keeps it
 * among its own credentials. The first argument of Web.Contents is fixed and its answer is buffered, so that Excel neither
 * asks again nor calls twice. Cells are read by the rules of en-US, whatever the language of the computer.
 */
export function excelRefreshingQuery({ origin, table, columns }: SnippetFacts): Snippet {
  if (table === null)
    return plain(`let
  Source = Json.Document(
    Binary.Buffer(Web.Contents("${origin}", [
      RelativePath = "api/stream/data",
      Query = [limit = "100"],
      ApiKeyName = "api_key"
    ]))
  ),
  Tables = Table.FromRecords(Source, {"table", "title", "kind", "rows", "url"}, MissingField.UseNull)
in
  Tables`);
  const typed = typedColumns(columns);
  const types = typed.map(mType);
  const rounded = typed.some(({ type }) => type === "bigint");
  return plain(`${rounded ? "// Excel keeps 15 digits of a number: give columns with longer ones type text in place of Int64.Type.\n" : ""}let
  Source = Csv.Document(
    Binary.Buffer(Web.Contents("${origin}", [
      RelativePath = "${rowsPath(table)}",
      ApiKeyName = "api_key"
    ])),
    [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]
  ),
  Named = Table.PromoteHeaders(Source, [PromoteAllScalars = true]),
  Rows = Table.ReplaceValue(Named, "", null, Replacer.ReplaceValue, Table.ColumnNames(Named))${
    types.length === 0
      ? `
in
  Rows`
      : `,
  Typed = Table.TransformColumnTypes(Rows, {
    ${types.join(",\n    ")}
  }, "en-US")
in
  Typed`
  }`);
}

function mType({ name, type }: SnippetColumn): string {
  return `{"${name.replaceAll('"', '""')}", ${M_TYPES[type] ?? "type text"}}`;
}
