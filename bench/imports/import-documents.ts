import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { documentChoices, documentKind, importDocument } from "#domain/connector-import/import-document.ts";
import { readDocument } from "#infra/connector-import/read-document.ts";

/**
 * `node bench/imports/import-documents.ts <folder>`: imports each stream of the documents in a folder by itself and counts
 * how many are written as they are, with losses, or not at all, by reason.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Name a folder of documents: node bench/imports/import-documents.ts <folder>");
  process.exit(2);
}

const counts = { documents: 0, unreadable: 0, streams: 0, asWritten: 0, withLoss: 0, refused: 0 };
const reasons = { loss: new Map<string, number>(), refused: new Map<string, number>() };
for (const name of (await readdir(folder)).toSorted()) {
  counts.documents += 1;
  const why = importStreams(await readFile(path.join(folder, name), "utf8"));
  if (why === null) continue;
  counts.unreadable += 1;
  console.log(`${name}: ${why}`);
}
console.log(counts);
for (const [what, byReason] of Object.entries(reasons)) {
  console.log(`${what}:`);
  for (const [reason, count] of [...byReason].toSorted(([, a], [, b]) => b - a)) console.log(`  ${count}\t${reason}`);
}

/** Imports each stream of a document. Returns why the document cannot be read, or null. */
function importStreams(text: string): string | null {
  const read = readDocument(text);
  if (!read.ok) return read.message;
  const kind = documentKind(read.value);
  const found = documentChoices(read.value, kind);
  if (!found.ok) return found.message;
  for (const { key } of found.choices) {
    counts.streams += 1;
    const made = importDocument(read.value, kind, [key]);
    const lost = new Set(
      (made.ok ? made.connector.lost : (made.lost ?? [{ feature: made.message }])).map(({ feature }) => feature),
    );
    if (!made.ok) counts.refused += 1;
    else if (lost.size > 0) counts.withLoss += 1;
    else counts.asWritten += 1;
    const byReason = made.ok ? reasons.loss : reasons.refused;
    for (const feature of lost) byReason.set(feature, (byReason.get(feature) ?? 0) + 1);
  }
  return null;
}
