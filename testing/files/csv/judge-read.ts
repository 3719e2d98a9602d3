import type { CsvFile } from "./csv-file.ts";
import { readCsv } from "./read-csv.ts";
import { type Verdict, verdictOf } from "./csv-verdict.ts";

/** What our reader makes of a file, compared with what the file says. */
export async function verdictOfOurs(file: CsvFile): Promise<Verdict> {
  const read = await readCsv(file.text);
  if (!read.ok) return verdictOf(file, null);
  const { report } = read;
  const lines = read.aside.flatMap(({ line, text }) =>
    Array.from({ length: text.trimEnd().split(/\r\n|\r|\n/).length }, (_, at) => line + at),
  );
  for (let line = 1; line <= report.skippedLines; line += 1) lines.push(line);
  return verdictOf(file, {
    labels: read.columns.map(({ label }) => label),
    rows: read.rows,
    aside: new Set(lines),
    told: report.doubt !== undefined,
  });
}
