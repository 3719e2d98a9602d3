import type { CsvFile, TrueRow } from "./csv-file.ts";

/** What a reader made of a file: the labels and rows that it gives, and the lines that it says it left out. */
export type ReadTable = {
  readonly labels: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly aside: ReadonlySet<number>;
  /** It says that this reading is in doubt, or that it changed rows. */
  readonly told: boolean;
};

/** `right`: all cells are in their places, but for damaged rows that were set aside. `aside`: others were set aside too. */
export const OUTCOMES = ["right", "aside", "refused", "wrong-told", "silently-wrong"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Cells of the true table by what became of them, and the outcome of the file. */
export type Verdict = {
  readonly outcome: Outcome;
  readonly cells: { readonly right: number; readonly aside: number; readonly wrong: number };
  /** The first thing that is wrong, in words. */
  readonly because: string;
};

/** Compares what was read with what the file says, by the place of each cell. */
export function verdictOf(file: CsvFile, read: ReadTable | null): Verdict {
  const all = file.rows.reduce((sum, { cells }) => sum + cells.length, 0);
  if (!read) return { outcome: "refused", cells: { right: 0, aside: all, wrong: 0 }, because: "refused" };
  const kept = file.rows.filter(({ line }) => !read.aside.has(line));
  const asideRows = file.rows.filter(({ line }) => read.aside.has(line));
  const aside = asideRows.reduce((sum, { cells }) => sum + cells.length, 0);
  const columns = columnsOf(file, read);
  const compared = compareRows(kept, read.rows, columns);
  const header =
    file.labels.length === 0 || file.labels.every((label, at) => sameLabel(label, read.labels[columns[at] ?? -1]));
  const because = compared.because ?? (header ? null : `labels ${JSON.stringify(read.labels)}`);
  const cells = { right: all - aside - compared.wrong, aside, wrong: compared.wrong };
  if (because !== null) return { outcome: read.told ? "wrong-told" : "silently-wrong", cells, because };
  const lost = asideRows.filter(({ damaged }) => !damaged).length;
  return { outcome: lost === 0 ? "right" : "aside", cells, because: lost === 0 ? "" : `${lost} sound rows set aside` };
}

/** Where each true column is in what was read: columns without a value have no place if none has a label. */
function columnsOf({ labels, rows }: CsvFile, read: ReadTable): number[] {
  const width = rows[0]?.cells.length ?? 0;
  let at = 0;
  return Array.from({ length: width }, (_, column) => {
    const isLeftOut =
      labels.length === 0 && rows.every(({ cells }) => cells[column] === "") && read.labels.length < width;
    return isLeftOut ? -1 : at++;
  });
}

function compareRows(truth: readonly TrueRow[], read: ReadTable["rows"], columns: readonly number[]) {
  let wrong = 0;
  let because: string | null = null;
  const width = columns.filter((at) => at >= 0).length;
  const isWrong = (row: TrueRow, cells: readonly (string | null)[] | undefined) =>
    row.cells.filter((cell, column) => {
      const found = cells?.[columns[column] as number] ?? null;
      // A quote that is not closed may be a character.
      return !cells || !(sameCell(cell, found) || (row.damaged && found === `"${cell}`));
    }).length;
  let at = 0;
  for (const row of truth) {
    // Rows that are none may stand between those that are.
    const found = [0, 1, 2, 3].find((ahead) => isWrong(row, read[at + ahead]) === 0) ?? 0;
    if (found > 0) because ??= `line ${row.line} follows ${JSON.stringify(read[at])}`;
    at += found;
    const bad = isWrong(row, read[at]);
    wrong += bad;
    if (bad > 0) because ??= `line ${row.line} is ${JSON.stringify(read[at] ?? null)}`;
    at += 1;
  }
  if (read.length > at) because ??= `${read.length - at} rows too many, such as ${JSON.stringify(read[at])}`;
  const widest = read[0]?.length ?? width;
  if (widest > width) because ??= `${widest} columns instead of ${width}`;
  return { wrong, because };
}

/** Numbers and dates are equal whatever their notation. */
function sameCell(truth: string, read: string | null): boolean {
  if (truth === "" || read === null) return truth === "" && (read === null || read === "");
  if (truth === read) return true;
  const local = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(truth);
  if (local) return read === `${local[3]}-${local[2]}-${local[1]}`;
  const grouped = /^\d\.\d{3},\d{2}$/.test(truth) ? truth.replace(".", "").replace(",", ".") : truth;
  return /^-?[1-9]\d*(?:\.\d+)?$|^0\.\d+$/.test(grouped) && Number(grouped) === Number(read);
}

function sameLabel(label: string, read: string | undefined): boolean {
  return read !== undefined && read.trim() === label.trim();
}
