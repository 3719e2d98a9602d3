import { picked, randomFrom } from "../../chaos/random.ts";
import { DAMAGES, isOfType, type WrittenRecord } from "./csv-damage.ts";
import { type CsvStyle, recordText, STYLES } from "./csv-style.ts";
import { type CsvTable, csvTable, HEADERS, type Header } from "./csv-table.ts";

/** A row as it should be read. `line`: its first one in the file, from 1. `damaged`: it may be set aside. */
export type TrueRow = { readonly cells: readonly string[]; readonly line: number; readonly damaged: boolean };

/** A file and what it says. */
export type CsvFile = {
  readonly style: string;
  readonly header: Header;
  readonly damage: string;
  readonly text: string;
  /** Empty: the file has no labels, or those that it has are broken. */
  readonly labels: readonly string[];
  readonly rows: readonly TrueRow[];
};

/** Damages of files whose cells have no quotes. */
const SIMPLE = [
  "none",
  "titles above",
  "comments above",
  "blank lines",
  "the header again",
  "line ends of two systems",
];

/** The file of a seed, always the same. Null: what was drawn does not go together. */
export function csvFileOf(seed: number): CsvFile | null {
  const random = randomFrom(seed);
  const style = picked(random, Object.keys(STYLES));
  const header = picked(random, HEADERS);
  const damage = picked(random, Object.keys(DAMAGES));
  return csvFile(random, { style, header, damage });
}

/** A file of this kind; null: they do not go together. */
export function csvFile(random: () => number, kind: Pick<CsvFile, "style" | "header" | "damage">): CsvFile | null {
  const style = STYLES[kind.style] as CsvStyle;
  const isSimple = style.freedom === "spaces" || style.freedom === "words";
  if (isSimple && !SIMPLE.includes(kind.damage)) return null;
  if (style.lineEnd === "\r" && /line ends? of/.test(kind.damage)) return null;
  const table = csvTable(random, kind.header, style.freedom);
  // A few words in each line may be a text.
  if (kind.style === "one space" && (table.rows[0] ?? []).filter(isOfType).length < 2) return null;
  const whole: WrittenRecord[] = [
    ...(table.labels.length > 0 ? [{ cells: table.labels, row: null, header: true }] : []),
    ...table.rows.map((cells, row) => ({ cells, row })),
  ];
  const records = DAMAGES[kind.damage]?.(whole, random, table) ?? null;
  if (!records || (style.quote !== '"' && kind.damage.includes("quote"))) return null;
  return { ...kind, ...written(style, table, records) };
}

function written(
  style: CsvStyle,
  table: CsvTable,
  records: readonly WrittenRecord[],
): Pick<CsvFile, "text" | "labels" | "rows"> {
  const widths = (table.rows[0] ?? []).map((_, at) =>
    Math.max(...[table.labels, ...table.rows].map((cells) => cells[at]?.length ?? 0)),
  );
  const rows: TrueRow[] = [];
  let text = "";
  let line = 1;
  for (const { row, means, damaged = false, ...record } of records) {
    if (row !== null) rows.push({ cells: means ?? table.rows[row] ?? [], line, damaged });
    const cells =
      record.text ??
      (record.cells.length === 0 ? "" : recordText(style, record.cells, widths)).replace("\0", style.quote);
    text += cells + (record.lineEnd ?? style.lineEnd);
    line += 1 + (cells.match(/\n/g)?.length ?? 0);
  }
  const isWhole = records.find(({ header }) => header)?.damaged !== true;
  return { text, labels: isWhole ? table.labels : [], rows };
}
