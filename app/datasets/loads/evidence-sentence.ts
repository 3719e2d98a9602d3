import { counted } from "#domain/core/text/counted.ts";
import type { ColumnEvidence } from "#domain/dataset/column-evidence.ts";
import { kindOfReading } from "#domain/dataset/column-reading.ts";

/** Says what the cells of a column show: "date: 119 of 120 cells hold a date, day first; line 126 is 'Summe'." */
export function evidenceSentence({ column, reading, cells, fits, misfits, empty, runnerUp }: ColumnEvidence): string {
  const kind = kindOfReading(reading);
  const all = cells === 1 ? "its cell holds" : `all ${counted(cells, "cell")} hold`;
  const share = fits === cells ? `${all} ${kind}` : `${fits} of ${counted(cells, "cell")} hold ${kind}`;
  const odd = misfits.map(({ line, text }) => `line ${line} is ${text === undefined ? "not" : `'${text}'`}`);
  const more = cells - fits - misfits.length;
  const rest = odd.length === 0 ? "" : `; ${odd.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const words = empty ? `; ${empty.map((word) => `'${word}'`).join(", ")} may mean an empty cell` : "";
  const other = runnerUp ? `; it may be ${kindOfReading(runnerUp)} too` : "";
  return `${column}: ${share}${rest}${words}${other}.`;
}
