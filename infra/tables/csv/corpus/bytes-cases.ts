import iconv from "iconv-lite";
import { type CorpusCase, lines } from "./corpus-case.ts";

const joined = (...parts: string[]) => parts.map((part) => `\ufeff${part}`).join("");
const polygon = `"POLYGON ((${lines(60_000, (n) => `${n} ${n + 1}, ${n} ""${n}""`)}))"`;

/** Marks, spaces that nobody sees, and cells that are longer than the head of a file. */
export const BYTES_CASES: Readonly<Record<string, CorpusCase>> = {
  // Marks
  "byte order marks where files were joined": {
    file: joined("day,n\n2024-01-01,1\n", "2024-01-02,2\n2024-01-03,3\n", "2024-01-04,4"),
    types: "date|bigint",
    rows: ["2024-01-01|1", "2024-01-02|2", "2024-01-03|3", "2024-01-04|4"],
    report: { encodingBy: "mark", fileMarks: 2 },
  },
  "two byte order marks at the beginning": {
    file: "\ufeff\ufeffa,b\n1,2\n",
    columns: "a|b",
    types: "bigint|bigint",
    report: { encodingBy: "mark", fileMarks: 1 },
  },
  "UTF-16 files that were joined, with their marks": {
    file: Buffer.concat(["a,b\nß,1\n", "ö,2\n"].map((part) => iconv.encode(part, "utf-16le", { addBOM: true }))),
    types: "text|bigint",
    rows: ["ß|1", "ö|2"],
    report: { fileMarks: 1 },
  },
  "Ctrl-Z at the end, and where files were joined": {
    file: "a,b\r\n1,2\r\n\x1a3,4\r\n\x1a\x1a",
    types: "bigint|bigint",
    rows: ["1|2", "3|4"],
    report: { fileMarks: 2 },
  },
  "Ctrl-Z behind the last cell": { file: "n\n1\n2\x1a", types: "bigint", rows: ["1", "2"], report: { fileMarks: 1 } },
  "a mark within a line is text": {
    file: "a,b\nx\ufeffy,1\n\x1a z,2\nv\x1aw,3\n",
    rows: ["x\ufeffy|1", " z|2", "v\x1aw|3"],
  },

  // Spaces
  "no-break, thin and zero-width spaces around numbers and dates": {
    file: "n,d,t\n\u00a01,2024-01-01\u202f,x\n\u200b2\u2009,\u30002024-01-02,\u00a0y\n\u00a0,\u2007\u00a0,z\n",
    types: "bigint|date|text",
    rows: ["1|2024-01-01|x", "2|2024-01-02|\u00a0y", "∅|∅|z"],
  },
  "a row of nothing but such spaces": {
    file: "a,b\n1,x\n\u00a0,\u2003\n2,y\n",
    rows: ["1|x", "2|y"],
    report: { emptyRows: 1 },
  },

  // Code pages
  "German names in the code page of DOS": {
    file: iconv.encode("Name;Ort\r\nJürgen Groß;Köln\r\nÄnne Müller;Übersee\r\n", "cp850"),
    rows: ["Jürgen Groß|Köln", "Änne Müller|Übersee"],
    report: { encoding: "cp850", encodingBy: "detected" },
  },
  "French words with the euro sign of Latin-9": {
    file: iconv.encode("Désignation;Prix\nBœuf;12 €\nŒufs frais;3 €\nÉtoile;5 €\n", "iso-8859-15"),
    rows: ["Bœuf|12 €", "Œufs frais|3 €", "Étoile|5 €"],
    report: { encoding: "iso-8859-15" },
  },
  "Romanian names in the code page of Windows": {
    file: iconv.encode("oraş,judeţ\nIaşi,Iaşi\nConstanţa,Constanţa\nTârgu Mureş,Mureş\n", "windows-1250"),
    columns: "oraş|judeţ",
    report: { encoding: "windows-1250" },
  },
  "a name that two encodings may have": {
    file: iconv.encode("name\nMagalhães\n", "windows-1252"),
    rows: ["Magalhães"],
    report: { encoding: "windows-1252", rival: { encoding: "windows-1258", letters: [{ read: "ã", instead: "ă" }] } },
  },
  "Russian in UTF-16 without a mark": {
    file: iconv.encode("имя,город\nИван,Москва\nПётр,Казань\n", "utf-16le"),
    rows: ["Иван|Москва", "Пётр|Казань"],
    report: { encoding: "utf-16le", encodingBy: "detected" },
  },

  // Long cells
  "a cell in the first row that is longer than the head": {
    file: `id;name;shape\n1;"Coast; north";${polygon}\n2;x;y\n`,
    columns: "id|name|shape",
    types: "bigint|text|text",
    count: 2,
    report: { delimiter: ";", header: true },
  },
  "a long cell first, in a file without header": {
    file: `${polygon};1\n"x";2\n"y";3\n`,
    columns: "column_1|column_2",
    types: "text|bigint",
    count: 3,
    report: { delimiter: ";", header: false },
  },
  "a long cell without quotes among tabs": {
    file: `id\tshape\n1\t${"0102ABCD".repeat(200_000)}\n2\tx\n`,
    columns: "id|shape",
    types: "bigint|text",
    count: 2,
  },
  "a cell beyond the limit": {
    file: `a,b\n1,"${"x".repeat(8_000_001)}"\n`,
    refused: { code: "cell-too-large", facts: { line: 2, maxBytes: 8_000_000 } },
  },
  "a long file whose quote never closes": {
    file: `a,b\n1,"${"x\n".repeat(6_000_000)}`,
    refused: { code: "cell-too-large", facts: { line: 2, maxBytes: 8_000_000 } },
  },
};
