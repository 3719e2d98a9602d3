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
  /** The columns of the table with their types in the database; empty or absent if they are not known. */
  columns?: readonly SnippetColumn[] | undefined;
};

export type SnippetColumn = { readonly name: string; readonly type: string };

/** The format that programs read by the short address. */
export const ROWS_EXTENSION = "csv";

/** More columns would make the lines longer than the rest of the program: all of them are text then. */
const MAX_TYPED_COLUMNS = 60;

/** Chooses the columns whose types a snippet names: all, or none. */
export function typedColumns(columns: readonly SnippetColumn[] | undefined): readonly SnippetColumn[] {
  return columns === undefined || columns.length > MAX_TYPED_COLUMNS ? [] : columns;
}

/** The path of a table's short address, without the slash before it. */
export function rowsPath(table: string, extension: string = ROWS_EXTENSION): string {
  return `d/${encodeURIComponent(table)}.${extension}`;
}

export function listAddress(origin: string): string {
  return `${origin}/api/stream/data`;
}

/** The short address of a table's rows, or that of the list of tables. */
export function rowsAddress({ origin, table }: Pick<SnippetFacts, "origin" | "table">): string {
  return table === null ? listAddress(origin) : `${origin}/${rowsPath(table)}`;
}

/** `trib_7Qm4…x2Vd`: enough to recognise a key, not to use it. */
export function maskKey(key: string): string {
  // eslint-disable-next-line house/cut-text -- a key is ASCII
  return key.length > 14 ? `${key.slice(0, 9)}…${key.slice(-4)}` : "…";
}

export function withSecret(secret: string, write: (secret: string) => string): Snippet {
  return { copied: write(secret), shown: write(maskKey(secret)) };
}

/** A snippet without a secret. */
export function plain(text: string): Snippet {
  return { copied: text, shown: text };
}
