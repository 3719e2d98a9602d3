import { type CorpusCase, lines } from "./corpus-case.ts";

const fourColumns = "id,name,city,note\n";

/** Rows of other widths, records that are no rows, and lines that no delimiter divides. */
export const STRUCTURE_CASES: Readonly<Record<string, CorpusCase>> = {
  // Rows of another width
  "an empty cell too many in the last row": {
    file: `${fourColumns}1,Ann,Rome,\n2,Bob,,Oslo,\n`,
    columns: "id|name|city|note",
    rows: ["1|Ann|Rome|∅"],
    aside: [3],
  },
  "a cell too few in the first row": {
    file: `${fourColumns}1,Ann,Rome\n2,Bob,Oslo,x\n3,Cy,Bonn,y\n`,
    columns: "id|name|city|note",
    rows: ["2|Bob|Oslo|x", "3|Cy|Bonn|y"],
    aside: [2],
  },
  "a cell too many in the first rows of words": {
    file: "name,city\nAnn,Rome,x\nBob,Oslo,y\nCy,Bonn\nDan,Nice\nEve,Oslo\n",
    columns: "name|city",
    rows: ["Cy|Bonn", "Dan|Nice", "Eve|Oslo"],
    aside: [2, 3],
  },
  "two labels without a delimiter between them": {
    file: "idname,city,note\n7,Ann,Rome,\n8,Bob,Oslo,x\n9,Cy,Bonn,y\n",
    columns: "column_1|column_2|column_3|column_4",
    rows: ["7|Ann|Rome|∅", "8|Bob|Oslo|x", "9|Cy|Bonn|y"],
    report: { doubt: "labels-do-not-fit", skipped: [{ line: 1, text: "idname,city,note" }] },
  },
  "a cell too few in all rows": {
    file: `${fourColumns}1,Ann,Rome\n2,Bob,\n3,Cy,Bonn\n`,
    columns: "id|name|city|note",
    rows: ["1|Ann|Rome|∅", "2|Bob|∅|∅", "3|Cy|Bonn|∅"],
    report: { doubt: "more-labels", filledRows: 3 },
  },
  "empty ends left out in blocks of sixteen lines": {
    file: `${fourColumns}${lines(15, (n) => `${n},n${n},,${n === 9 ? "x" : ""}`)}\n${lines(32, (n) => `${n + 15},m${n}`)}\n`,
    columns: "id|name|city|note",
    types: "bigint|text|text|text",
    count: 47,
    report: { filledRows: 32 },
  },
  "empty ends left out in each row": {
    file: `${fourColumns}${lines(12, (n) => (n % 3 === 0 ? `${n},a,b,c` : n % 3 === 1 ? `${n},a` : `${n},a,b`))}\n`,
    count: 12,
    report: { filledRows: 8 },
  },
  "a delimiter at the end of each row, and a cell too few": {
    file: `${fourColumns.trim()},\n1,Ann,Rome,x,\n2,Bob,Oslo,\n3,Cy,Bonn,y,\n4,Dan,Nice,z\n`,
    columns: "id|name|city|note",
    rows: ["1|Ann|Rome|x", "3|Cy|Bonn|y", "4|Dan|Nice|z"],
    aside: [3],
  },
  "far empty columns do not count": {
    file: lines(4, (n) => `${n === 1 ? "name,city" : `n${n},c${n}`}${",".repeat(1700)}`),
    columns: "name|city",
    count: 3,
    report: { emptyColumns: 1700 },
  },

  // Headers and records that are no rows
  "labels that are questions above words": {
    file: `town,"${"How satisfied are you with it, ".repeat(4)}and why?",again\n${lines(5, (n) => `t${n},very,yes`)}\n`,
    count: 5,
    report: { header: true },
  },
  "numbers in order above words": { file: "1,2,3\na,b,c\nd,e,f\n", columns: "1|2|3", rows: ["a|b|c", "d|e|f"] },
  "groups of columns above the labels": {
    file: `place,2020,2020,2021,2021\n,sales,costs,sales,costs\n${lines(6, (n) => `p${n},${n}1,${n}2,${n}3,${n}4`)}\n`,
    columns: "column_1|sales|costs|sales_2|costs_2",
    count: 6,
    report: { skippedLines: 1 },
  },
  "units below the labels": {
    file: `name,height,weight\n,cm,kg\n${lines(6, (n) => `n${n},17${n},6${n}.5`)}\n`,
    types: "text|bigint|double precision",
    count: 6,
    aside: [2],
  },
  "a header again every few rows": {
    file: `n,day\n${lines(9, (n) => (n % 3 === 0 ? "n,day" : `${n},2024-01-0${n}`))}\n`,
    types: "bigint|date",
    count: 6,
    aside: [4, 7, 10],
    report: { repeatedHeaders: 3 },
  },
  "a second table of the same width": {
    file: `id,level\n${lines(6, (n) => `${n},${n}.5`)}\n\nplace,depth\n${lines(3, (n) => `p${n},${n}`)}\n`,
    types: "bigint|double precision",
    count: 6,
    aside: [9, 10, 11, 12],
  },
  "a padded note at the end": {
    file: `id,name,level\n${lines(6, (n) => `${n},n,${n}.5`)}\nSource: own count,,\n`,
    types: "bigint|text|double precision",
    count: 6,
    aside: [8],
  },
  "a line of dashes below the labels": {
    file: " id | name \n----+------\n  1 | Ann  \n  2 | Bob  \n",
    rows: ["1|Ann", "2|Bob"],
    aside: [2],
  },

  // Quotes and line ends
  "an open quote in the last line": { file: 'a,b\n1,x\n2,"y\n', rows: ["1|x"], aside: [3] },
  "an open quote before a cell in quotes": {
    file: 'a,b\n1,"x\n2,"y"\n3,z\n',
    rows: ["2|y", "3|z"],
    aside: [2],
  },
  "a line end in quotes": {
    file: 'a,b\n1,x\n"\n",y\n3,z\n"\n"\n',
    types: "bigint|text",
    rows: ["1|x", "∅|y", "3|z"],
    report: { emptyRows: 1 },
  },
  "a carriage return in a cell": {
    file: "a,b\n1,x\ry\n2,z\n3,w\n",
    rows: ["1|x\ry", "2|z", "3|w"],
    report: { marks: ["return"] },
  },
  "spaces around all cells": {
    file: 'id , name , note\n1 , Ann , "x, y"\n2 , Bob , z\n',
    rows: ["1|Ann|x, y", "2|Bob|z"],
    report: { padded: true },
  },
  "signs for Excel": {
    file: 'sku,total\n="00123",="1,234.50"\n="00456",="99.00"\n',
    rows: ["00123|1,234.50", "00456|99.00"],
    report: { marks: ["formula"] },
  },
  "the null of databases": {
    file: 'id\ttitle\tyear\n1\t"Odd" one\t1985\n2\tThe 5" gap\t\\N\n3\t"open\t2001\n',
    types: "bigint|text|bigint",
    rows: ['1|"Odd" one|1985', '2|The 5" gap|∅', '3|"open|2001'],
    report: { quote: "", marks: ["null"] },
  },

  // Lines that no delimiter divides
  "two colons between cells": {
    file: "id::name::price\n1::Ann::1,50\n2::Bob::2,75\n3::Cy::::\n",
    columns: "id|name|price",
    rows: ["1|Ann|1,50", "2|Bob|2,75"],
    aside: [4],
    report: { delimiter: null, divided: { by: "text", between: "::" } },
  },
  "one space between cells": {
    file: `# made by hand\nday level state\n${lines(6, (n) => `2024-01-0${n} ${n}.5 fine`)}\n`,
    types: "date|double precision|text",
    count: 6,
    report: { divided: { by: "spaces" } },
  },
  "cells at the same places": {
    file: `Station report\n\nid  name          level\n${lines(9, (n) => `${n}   ${n % 2 ? "Old  bridge" : "           "}${`${n}.5`.padStart(6)}`)}\n`,
    columns: "id|name|level",
    types: "bigint|text|double precision",
    count: 9,
    report: { divided: { by: "places" }, skippedLines: 2 },
  },
  "a letter is no table of spaces": { file: "Dear all\nthis is it\nand so on\nbye you\n", report: { delimiter: null } },

  // Cells that take minutes if a part of them is read again from each of its characters
  "an open quote before very many texts between cells": {
    file: `a::b\n1::2\n2::3\n"${"::".repeat(60_000)}\n`,
    rows: ["1|2", "2|3"],
    aside: [4],
  },
  "very many spaces behind a word": { file: `a\n${lines(5, () => `b${" ".repeat(60_000)}`)}\n`, count: 5 },
  "very many doubled quotes among tabs": { file: `a\tb\n1\t"${'""'.repeat(90_000)}x\n2\t3\n`, count: 2 },
};
