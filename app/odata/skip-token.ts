/** Where a page begins: after a row of a version, with so many rows left of `$top`. */
export type SkipToken = { readonly version: number; readonly rowId: string; readonly left: number | null };

/** The text of a token, which clients pass on unread. */
export function writeSkipToken({ version, rowId, left }: SkipToken): string {
  return Buffer.from(`${version}.${rowId}.${left ?? ""}`).toString("base64url");
}

/** Null: it is none of ours. */
export function readSkipToken(text: string): SkipToken | null {
  const [, version, rowId, left] =
    /^(\d{1,9})\.(\d{1,15})\.(\d{0,12})$/.exec(Buffer.from(text, "base64url").toString("utf8")) ?? [];
  if (version === undefined || rowId === undefined || left === undefined) return null;
  return { version: Number(version), rowId, left: left === "" ? null : Number(left) };
}
