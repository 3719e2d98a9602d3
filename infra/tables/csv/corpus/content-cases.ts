import { gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { type CorpusCase, lines } from "./corpus-case.ts";

const wideRow = (width: number, cell: (n: number) => string) =>
  Array.from({ length: width }, (_, at) => cell(at)).join(",");
const wide = (width: number) =>
  `${wideRow(width, (n) => `h${n}`)}\n${wideRow(width, String)}\n${wideRow(width, (n) => `${n}.5`)}\n`;

/** What stands before and between the rows, types, bytes, widths, and what is no table. */
export const CONTENT_CASES: Readonly<Record<string, CorpusCase>> = {
  // Lines before the table
  "titles and a blank line first": {
    file: "Sales of May\nmade by hand\n\nshop,amount,tax\nA,1,2\nB,3,4\n",
    columns: "shop|amount|tax",
    rows: ["A|1|2", "B|3|4"],
    report: {
      skippedLines: 3,
      skipped: [
        { line: 1, text: "Sales of May" },
        { line: 2, text: "made by hand" },
      ],
    },
  },
  "a title of nearly the same width": {
    file: "Report,2024\na,b,c\nx,1,2\ny,3,4\n",
    columns: "a|b|c",
    rows: ["x|1|2", "y|3|4"],
    report: { skipped: [{ line: 1, text: "Report,2024" }] },
  },
  "many lines of metadata before a short table": {
    file: `${lines(9, (n) => `note ${n}`)}\nstation,day,level\nA,2024-01-01,1.5\nB,2024-01-02,2.5\n`,
    columns: "station|day|level",
    types: "text|date|double precision",
    report: { skippedLines: 9 },
  },
  "comment lines, one with as many commas": {
    file: "# by, hand, here\n#\nid,x,y\n1,2,3\n4,5,6\n",
    columns: "id|x|y",
    rows: ["1|2|3", "4|5|6"],
  },
  "a header that begins with a number sign": { file: "#id,name\n1,x\n2,y\n", columns: "id|name", rows: ["1|x", "2|y"] },
  "a title in a padded row, groups above labels": {
    file: "Report,,,\nNorth,,South,\na,b,c,d\n1,2,3,4\n5,6,7,8\n",
    columns: "a|b|c|d",
    rows: ["1|2|3|4", "5|6|7|8"],
  },
  "a small table before the large one": {
    file: `k,v\nfrom,2024\n\nid,name,level\n${lines(6, (n) => `${n},x${n},${n}.5`)}\n`,
    columns: "id|name|level",
    count: 6,
    report: { skippedLines: 3 },
  },
  "a sum after the table": { file: "a,b,c\n1,2,3\n4,5,6\nTotal: 2\n", rows: ["1|2|3", "4|5|6"], aside: [4] },
  "skipped lines that are chosen": {
    file: "x,y\n1,2\na,b\n3,4\n",
    settings: { skipLines: 2 },
    columns: "a|b",
    rows: ["3|4"],
  },

  // Rows of another width
  "one cell too many or too few": {
    file: "a,b,c\n1,2,3\n4,5\n6,7,8,9\n10,11,12\n",
    rows: ["1|2|3", "10|11|12"],
    aside: [3, 4],
  },
  "one delimiter more at each end": { file: "a,b\n1,2,\n3,4,\n", columns: "a|b", rows: ["1|2", "3|4"] },
  "a header without the label of row numbers": {
    file: "name,age\n1,Ann,20\n2,Bob,30\n",
    columns: "column_1|name|age",
    rows: ["1|Ann|20", "2|Bob|30"],
  },
  "rows and columns without values": {
    file: "a,,b\n1,,2\n,,\n\n3,,4\n , ,\n",
    columns: "a|b",
    rows: ["1|2", "3|4"],
    report: { emptyRows: 2, emptyColumns: 1 },
  },

  // Types
  "leading zeros and long numbers stay text": {
    file: "zip,account\n01234,12345678901234567890\n98765,1\n",
    types: "text|text",
    report: {
      textColumns: [
        { column: "zip", reason: "leading-zeros", line: 2, text: "01234" },
        { column: "account", reason: "too-many-digits", line: 2, text: "12345678901234567890" },
      ],
    },
  },
  "a cell behind many numbers": {
    file: `n\n${lines(6000, String)}\nn/a\n`,
    types: "text",
    report: { textColumns: [{ column: "n", reason: "other-cell", line: 6002, text: "n/a" }] },
  },
  "words for nothing are text": { file: "a,b\n1,x\nNA,y\n3,z\n", types: "text|text", rows: ["1|x", "NA|y", "3|z"] },
  "booleans and times": {
    file: "b,t,z\ntrue,10:30,2024-01-31T10:00:00Z\nFALSE,23:59:59,2024-02-01T00:00:00+02:00\n",
    types: "boolean|time|timestamptz",
  },

  "chosen readings convert, and set aside the rows that are not so": {
    file: "n;p;t;d;m;b\n1;1,5;1.234,5;31.12.2024;12/31/2024;yes\n2;2;12;1/2/2023;1/2/2023;N\nx;3;4;5.5.2023;5/5/2023;no\n3;a;4;5.5.2023;5/5/2023;no\n",
    settings: {
      columns: {
        n: "number",
        p: "decimal-comma",
        t: "thousands-point",
        d: "day-first",
        m: "month-first",
        b: "yes-no",
        unknown: "text",
      },
    },
    types: "bigint|double precision|double precision|date|date|boolean",
    rows: ["1|1.5|1234.5|2024-12-31|2024-12-31|true", "2|2|12|2023-02-01|2023-01-02|false"],
    aside: [4, 5],
    report: { textColumns: [] },
  },
  "a column that is chosen to be text": {
    file: "a,b\n1,1\n2,2\n",
    settings: { columns: { a: "text" } },
    types: "text|bigint",
    report: { chosen: [{ column: "a", reading: "text" }] },
  },
  "grouped numbers in quotes": {
    file: 'a,b\n"1,000",x\n"12,345.5",y\n,z\n',
    settings: { columns: { a: "thousands-comma" } },
    types: "double precision|text",
    rows: ["1000|x", "12345.5|y", "∅|z"],
  },

  // Bytes
  "UTF-16 with its mark": {
    file: iconv.encode("a,b\nß,1\n", "utf-16le", { addBOM: true }),
    rows: ["ß|1"],
    report: { encoding: "utf-16le", encodingBy: "mark" },
  },
  "UTF-16 without a mark": {
    file: iconv.encode("name,number\nsome,1\nother,2\n", "utf-16be"),
    rows: ["some|1", "other|2"],
    report: { encoding: "utf-16be" },
  },
  "UTF-8 with its mark and one foreign byte": {
    file: Buffer.concat([Buffer.from("\ufeffa,b\nß,1\n"), Buffer.from([0x78, 0xe9, 0x2c]), Buffer.from("2\nö,3\n")]),
    columns: "a|b",
    rows: ["ß|1", "x\ufffd|2", "ö|3"],
    report: { encoding: "utf-8", encodingBy: "mark", replaced: 1, replacedLines: [3] },
  },
  "chosen UTF-8 with bytes of Windows-1252": {
    file: Buffer.from("a,b\nGr\xfc\xdfe,1\nx,2\n", "latin1"),
    settings: { encoding: "utf-8" },
    rows: ["Gr\ufffd\ufffde|1", "x|2"],
    report: { encodingBy: "chosen", replaced: 2, replacedLines: [2] },
  },
  "Windows-1252": {
    file: Buffer.from("Straße,Stück\nGröße,1\nMaß,2\n", "latin1"),
    columns: "Straße|Stück",
    report: { encoding: "windows-1252", encodingBy: "detected" },
  },
  "Shift-JIS that is chosen": {
    file: iconv.encode("名前,数\n東京,1\n", "shift_jis"),
    settings: { encoding: "shift_jis" },
    columns: "名前|数",
    rows: ["東京|1"],
  },
  gzip: { file: gzipSync("a,b\n1,2\n"), rows: ["1|2"], report: { gzip: true } },
  "NUL bytes": { file: "a,b\nx\0y,1\n\0,2\n", rows: ["xy|1", "∅|2"], report: { nulBytes: 2 } },
  "line ends of three systems": { file: "a,b\r\n1,2\n3,4\r5,6", rows: ["1|2", "3|4", "5|6"] },

  // Wide tables
  "1,030 columns": { file: wide(1030), count: 2 },
  "1,600 columns": { file: wide(1600), count: 2 },
  "1,601 columns": {
    file: wide(1601),
    refused: { code: "too-many-columns", facts: { columns: 1601, maxColumns: 1600 } },
  },

  // No table
  empty: { file: "", refused: { code: "empty" } },
  "blank lines": { file: "\n \n\n", refused: { code: "no-rows" } },
  "a quote that never closes": {
    file: 'a,b\n1,2\n"x,3\n4,5\n6,7\n',
    rows: ["1|2", "4|5", "6|7"],
    aside: [3],
  },
  binary: {
    file: Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 256)),
    refused: { code: "not-a-table" },
  },
  "a damaged gzip file": { file: gzipSync(lines(500, String)).subarray(0, 40), refused: { code: "bad-gzip" } },
};
