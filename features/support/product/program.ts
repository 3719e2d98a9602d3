import type { Product } from "#testing/product.ts";

export type Format = "csv" | "json" | "ndjson";

/**
 * The result of a program that read a table: rows of texts, or the refusal. `start` holds the first bytes of the
 * answer.
 */
export type Read = {
  readonly rows: readonly Readonly<Record<string, string>>[] | null;
  readonly said: string;
  readonly start: Uint8Array;
};

/** Requests a table as pandas or curl do: by URL and key, without a cookie. */
export async function readTable(
  product: Product,
  { table, format, key }: { table: string; format: Format; key: string },
): Promise<Read> {
  return read(
    await fetch(`${product.url}/d/${encodeURIComponent(table)}.${format}`, {
      headers: { authorization: `Bearer ${key}` },
    }),
    format,
  );
}

/** Requests a table as Excel's query does. */
export async function readInExcel(product: Product, { table, token }: { table: string; token: string }): Promise<Read> {
  return read(await fetch(`${product.url}/d/${encodeURIComponent(table)}.csv?token=${token}`), "csv");
}

/** The tables that a key opens, by title; null if it opens none. */
export async function tablesOf(product: Product, key: string): Promise<ReadonlyMap<string, string> | null> {
  const answer = await product.call("GET", "/api/stream/data", { headers: { authorization: `Bearer ${key}` } });
  if (answer.status !== 200) return null;
  const listed = answer.json as readonly { readonly title: string; readonly table: string }[];
  return new Map(listed.map(({ title, table }) => [title, table]));
}

async function read(response: Response, format: Format): Promise<Read> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const start = bytes.slice(0, 3);
  if (!response.ok) return { rows: null, said: (JSON.parse(text) as { readonly error: string }).error, start };
  return { rows: rowsOf(text, format), said: "", start };
}

function rowsOf(text: string, format: Format): Record<string, string>[] {
  if (format === "csv") {
    const [head = [], ...lines] = text.trimEnd().split(/\r?\n/).map(cellsOf);
    return lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ""])));
  }
  const rows = (
    format === "json"
      ? JSON.parse(text)
      : text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as unknown)
  ) as Record<string, unknown>[];
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])));
}

/** The cells of a CSV line quoted as in RFC 4180; no cell of the features contains a line break. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}
