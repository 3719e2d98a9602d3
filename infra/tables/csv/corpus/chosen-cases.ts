import { type CorpusCase, lines } from "./corpus-case.ts";

const OFFICE = `Gemeinde Musterstadt\nStand: 31.12.2025\n\nTag;Besucher;Betrag\n${lines(60, (n) => `${(n % 28) + 1}.12.2025;${n};${n}.103,91`)}\nSumme;1830;`;
const BEHIND = `n\n${lines(6000, (n) => String(n))}\nviele\n7\n`;

/** Files whose reading was chosen: by name, as the only one that fits, or with words that mean an empty cell. */
export const CHOSEN_CASES: Readonly<Record<string, CorpusCase>> = {
  "the only notations that fit, and a footer that is set aside": {
    file: OFFICE,
    settings: { columns: { "*": "auto", Tag: "day-first" } },
    columns: "Tag|Besucher|Betrag",
    types: "date|bigint|double precision",
    count: 60,
    aside: [65],
    report: {
      chosen: [
        { column: "Tag", reading: "day-first" },
        { column: "Betrag", reading: "thousands-point" },
      ],
    },
  },
  "without a choice nothing is converted, and the footer is named": {
    file: OFFICE,
    types: "text|bigint|text",
    report: {
      chosen: [],
      evidence: [
        { column: "Tag", reading: "day-first", cells: 61, fits: 60, misfits: [{ line: 65, text: "Summe" }] },
        { column: "Betrag", reading: "thousands-point", cells: 60, fits: 60, misfits: [] },
      ],
    },
  },
  "notations that may be two are left alone": {
    file: 'd,n\n01.02.2025,"1,234"\n03.04.2025,"5,678"\n',
    settings: { columns: { "*": "auto" } },
    types: "text|text",
    report: { chosen: [] },
  },
  "exact numbers with their digits": {
    file: "a;b;c\n1;2.103,91;0,5\n-5;-1,5;\n7;1,505;1\n",
    settings: { columns: { a: "decimal(6,2)", b: "thousands-point(12,2)", c: "decimal-comma(3,1)" } },
    types: "numeric|numeric|numeric",
    rows: ["1.00|2103.91|0.5", "-5.00|-1.50|∅"],
    aside: [4],
  },
  "money, shares and durations": {
    file: "m;p;t\n1.234,50 €;12,5 %;25:10\n-3,00 €;3 %;0:30\n5,00 $;4 %;1:00\n",
    settings: { columns: { m: "currency-comma", p: "percent-comma", t: "duration" } },
    types: "numeric|numeric|double precision",
    rows: ["1234.50|0.125|90600", "-3.00|0.03|1800"],
    aside: [4],
    report: {
      chosen: [
        { column: "m", reading: "currency-comma(EUR)" },
        { column: "p", reading: "percent-comma" },
        { column: "t", reading: "duration" },
      ],
    },
  },
  "words that mean an empty cell, in all columns": {
    file: "a,b\n1,x\nk.A.,y\n3,-\n-,-\n",
    settings: { empty: ["k.A.", "-"] },
    types: "bigint|text",
    rows: ["1|x", "∅|y", "3|∅", "∅|∅"],
  },
  "words that mean an empty cell, in one column": {
    file: "a,b\n1,-\n -,x\n",
    settings: { empty: { a: ["-"] } },
    types: "bigint|text",
    rows: ["1|-", "∅|x"],
  },
  "a misfit behind the head sets its row aside": {
    file: BEHIND,
    settings: { columns: { n: "integer" } },
    types: "bigint",
    count: 6001,
    aside: [6002],
  },
  "a misfit refuses the file": {
    file: BEHIND,
    settings: { columns: { n: "integer" }, onMisfit: "refuse" },
    refused: { code: "cell-misfit", facts: { line: 6002, column: "n", reading: "integer" } },
  },
  "a misfit makes the column text": {
    file: BEHIND,
    settings: { columns: { n: "integer" }, onMisfit: "text" },
    types: "text",
    count: 6002,
    // The next file is read as text, not in the notation that this one did not keep to.
    report: {
      onMisfit: "text",
      chosen: [{ column: "n", reading: "text" }],
      textColumns: [{ column: "n", reason: "other-cell", line: 6002, text: "viele" }],
    },
  },
  "numbers of any size that are chosen are never text": {
    file: "n,d\n12345678901234567,1\n1.5e3,-98765432109876543210\n123456789012345678901,2\n",
    settings: { columns: { n: "number", d: "decimal(38,0)" } },
    types: "numeric|numeric",
    rows: ["12345678901234567|1", "1500|-98765432109876543210", "123456789012345678901|2"],
  },
  "a chosen notation says nothing about quotes of other columns": {
    file: 'a;b\n"1,5";"12"\n"2,5";"13"\n',
    settings: { columns: { a: "decimal-comma" } },
    types: "double precision|bigint",
  },
  "a cell that only begins as a number is none": {
    file: `n\n1${" ".repeat(300)}x\n2\n`,
    settings: { columns: { n: "number" } },
    rows: ["2"],
    aside: [2],
  },
  "columns that the file has not": {
    file: "a\n1\n",
    settings: { columns: { b: "date" }, empty: { c: ["-"] } },
    report: { unknownColumns: ["b", "c"] },
  },
  "columns without names are called by their places": {
    file: "1;31.12.2025\n2;30.12.2025\n",
    settings: { header: false, columns: { column_2: "day-first" } },
    columns: "column_1|column_2",
    types: "bigint|date",
  },
  "points that may group thousands are told": {
    file: "n\n1.234\n2.345\n",
    types: "double precision",
    report: {
      evidence: [{ column: "n", reading: "number", cells: 2, fits: 2, misfits: [], runnerUp: "thousands-point" }],
    },
  },
};
