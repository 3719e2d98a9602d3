/**
 * The ETag of something that a version of a dataset is in: the version's number, then what else the answer depends on.
 * If-Match of an upload compares the numbers alone, so the tag of the dataset and of its rows both name its version.
 */
export function versionTag(version: number, rest: string): string {
  return `"${version}-${rest}"`;
}

/** The versions that If-Match names; null: it names none because any will do. */
export function versionsOf(ifMatch: string | undefined): readonly number[] | null {
  if (ifMatch === undefined || ifMatch.trim() === "*") return null;
  return [...ifMatch.matchAll(/"(\d{1,9})(?:-[^"]*)?"/g)].map(([, version]) => Number(version));
}
