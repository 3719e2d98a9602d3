import type { LoadReport } from "#domain/dataset/load-report.ts";
import { type CorpusCase, lines } from "./corpus-case.ts";

const versions = ["0.9", "0.10", "1.1", "1.9", "1.10", "1.20", "2.0"];
const column = (name: string, cells: readonly string[]) => `${name}\n${cells.map((cell) => `"${cell}"`).join("\n")}\n`;

/** A column of these cells, all quoted, that stays as it is written, for this reason. */
function text(
  cells: readonly string[],
  why: Pick<LoadReport["textColumns"][number], "reason" | "suggestions">,
): CorpusCase {
  return {
    file: column("v", cells),
    types: "text",
    rows: cells,
    report: { textColumns: [{ column: "v", ...why }] },
  };
}

/** What cells are: numbers, and what only looks like numbers or is read if it is chosen. */
export const CELLS_CASES: Readonly<Record<string, CorpusCase>> = {
  // Versions and measurements
  "versions are text": text(versions, { reason: "versions", suggestions: ["number"] }),
  "versions in no order": text(["4.10", "1.2", "3.0", "2.31"], { reason: "versions" }),
  "sections beyond fifty": text(
    Array.from({ length: 104 }, (_, at) => `2.${at + 1}`),
    { reason: "versions" },
  ),
  "versions that show behind the head": {
    file: `v,x\n${lines(6000, (n) => `${n % 7}.${(n % 8) + 1},1`)}\n8.10,2\n`,
    types: "text|bigint",
    report: { textColumns: [{ column: "v", reason: "versions", suggestions: ["number"] }] },
  },
  "versions that are chosen to be numbers": {
    file: column("v", versions),
    settings: { columns: { v: "number" } },
    types: "double precision",
    rows: ["0.9", "0.1", "1.1", "1.9", "1.1", "1.2", "2"],
  },
  "prices of one length": { file: "p\n2.50\n3.00\n4.25\n1.10\n0.75\n", types: "double precision" },
  "measurements of several lengths": {
    file: "a,b,c,d\n0.5,1.05,1.125,-0.5\n0.50,1.1,1.1,1.10\n12.75,1.20,1.20,2.3\n",
    types: "double precision|double precision|double precision|double precision",
  },
  "decimals and whole numbers": { file: "p\n3\n3.5\n12.7\n10\n", types: "double precision" },

  // Numbers
  "the ends of numbers": {
    file: "i,e,f\n-9223372036854775808,1e10,1.5e-300\n9223372036854775807,2.5e3,-2e-300\n",
    types: "bigint|double precision|double precision",
    rows: ["-9223372036854775808|10000000000|1.5e-300", "9223372036854775807|2500|-2e-300"],
  },
  "codes with a capital E": { file: "c\n12E4\n3E10\n", types: "text", rows: ["12E4", "3E10"] },

  // Times
  "hours beyond a day are durations": {
    file: "t\n02:35\n23:10\n25:10\n",
    types: "text",
    rows: ["02:35", "23:10", "25:10"],
    report: { textColumns: [{ column: "t", reason: "durations", line: 4, text: "25:10" }] },
  },
  "durations that show behind the head": {
    file: `t\n${lines(6000, () => "07:15:00")}\n100:00:00\n`,
    types: "text",
    report: { textColumns: [{ column: "t", reason: "durations", line: 6002, text: "100:00:00" }] },
  },

  // Notations
  "decimal commas": text(["12,50", "-3,75", "1000,00"], {
    reason: "notation",
    suggestions: ["decimal-comma", "thousands-point"],
  }),
  "one comma that may be both": text(["1,234", "5,678"], {
    reason: "notation",
    suggestions: ["decimal-comma", "thousands-comma", "thousands-point"],
  }),
  "thousands and a decimal point": text(["1,234.50", "12.5"], { reason: "notation", suggestions: ["thousands-comma"] }),
  "thousands and a decimal comma": text(["1.234,50", "12,5"], { reason: "notation", suggestions: ["thousands-point"] }),
  "thousands in thin spaces": text(["1\u202f234,5", "12\u202f345\u202f678"], {
    reason: "notation",
    suggestions: ["thousands-point"],
  }),
  "thousands in apostrophes": text(["1'234.50", "12’345.00"], { reason: "notation", suggestions: ["thousands-comma"] }),
  "two signs of thousands in one number": {
    file: column("v", ["1.234 567", "1,234.567,8"]),
    types: "text",
    report: { textColumns: [] },
  },
  "days first, as one of them shows": text(["01/02/2024", "31/12/2024"], {
    reason: "notation",
    suggestions: ["day-first"],
  }),
  "months first, as one of them shows": text(["01/02/2024", "12/31/2024"], {
    reason: "notation",
    suggestions: ["month-first"],
  }),
  "days or months first": text(["01/02/2024", "03/04/2024"], {
    reason: "notation",
    suggestions: ["day-first", "month-first"],
  }),
  "days and months in one column": {
    file: column("v", ["31/12/2024", "12/31/2024"]),
    types: "text",
    report: { textColumns: [] },
  },
  "yes and no": text(["yes", "No", "y"], { reason: "notation", suggestions: ["yes-no"] }),
  "numbers of days beside dates": {
    file: "d\n2024-01-01\n45293\n2024-01-03\n",
    types: "text",
    rows: ["2024-01-01", "45293", "2024-01-03"],
    report: { textColumns: [{ column: "d", reason: "mixed-kinds" }] },
  },
  "no number and no date of ours": {
    file: [
      ["percent", "money", "loss", "minus", "month", "year", "week", "plus", "zero", "zip"].join(";"),
      ["12%", "€ 1", "(12.50)", "12-", "3 Jan 2024", "31/12/24", "2024-W05", "+5", "00.5", "01234"].join(";"),
      ["7 %", "$2.50", "(3)", "7.5-", "Jan 4, 2024", "1/1/25", "2024-W06-1", "+6", "01.5", "98765"].join(";"),
      "",
    ].join("\n"),
    types: Array.from({ length: 10 }, () => "text").join("|"),
    rows: [
      "12%|€ 1|(12.50)|12-|3 Jan 2024|31/12/24|2024-W05|+5|00.5|01234",
      "7 %|$2.50|(3)|7.5-|Jan 4, 2024|1/1/25|2024-W06-1|+6|01.5|98765",
    ],
  },
};
