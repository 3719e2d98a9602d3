import type { CorpusCase } from "./corpus-case.ts";

/** Headers, quotes and delimiters. */
export const DIALECT_CASES: Readonly<Record<string, CorpusCase>> = {
  // Headers
  "no header: numbers and words": {
    file: "Alice,34,Oslo\nBob,51,Bergen\nCarl,29,Oslo\n",
    columns: "column_1|column_2|column_3",
    types: "text|bigint|text",
    rows: ["Alice|34|Oslo", "Bob|51|Bergen", "Carl|29|Oslo"],
    report: { header: false },
  },
  "no header: only words, the first ones occur again": {
    file: "red,small\nblue,large\nred,large\ngreen,small\n",
    rows: ["red|small", "blue|large", "red|large", "green|small"],
    report: { header: false },
  },
  "no header: codes of one pattern": {
    file: "AB-120,ok\nCD-311,late\nEF-402,lost\n",
    rows: ["AB-120|ok", "CD-311|late", "EF-402|lost"],
    report: { header: false },
  },
  "no header: dates of another notation": {
    file: "31.12.2023;Müller\n01.01.2024;Meier\n02.01.2024;Schulz\n",
    rows: ["31.12.2023|Müller", "01.01.2024|Meier", "02.01.2024|Schulz"],
    report: { header: false },
  },
  "no header: addresses": {
    file: "ann@example.org,Ann\nbob@example.org,Bob\n",
    rows: ["ann@example.org|Ann", "bob@example.org|Bob"],
    report: { header: false },
  },
  "no header: the first row has an empty cell": {
    file: "1,,x\n2,5,y\n3,6,z\n",
    types: "bigint|bigint|text",
    rows: ["1|∅|x", "2|5|y", "3|6|z"],
  },
  "no header: a grid of small numbers": {
    file: "1,2,3\n4,5,6\n7,8,9\n",
    rows: ["1|2|3", "4|5|6", "7|8|9"],
    report: { header: false },
  },
  "no header: two numbers that follow each other beside a word": {
    file: "a,1,2\nb,3,4\nc,5,6\n",
    rows: ["a|1|2", "b|3|4", "c|5|6"],
    report: { header: false },
  },
  "no header: a word for nothing in the first row": {
    file: "NA,4\n3,5\n2,1\n",
    types: "text|bigint",
    rows: ["NA|4", "3|5", "2|1"],
    report: { header: false },
  },
  "a header of words above words": {
    file: "name,city\nAlice,Oslo\nBob,Bergen\n",
    columns: "name|city",
    rows: ["Alice|Oslo", "Bob|Bergen"],
  },
  "a header of years": {
    file: "country,2001,2002\nNO,3,4\nSE,5,6\n",
    columns: "country|2001|2002",
    types: "text|bigint|bigint",
  },
  "a header of dates above numbers": {
    file: "place,2024-01-01,2024-01-02\nOslo,1,2\nBergen,3,4\n",
    columns: "place|2024_01_01|2024_01_02",
    types: "text|bigint|bigint",
  },
  "a header whose columns have patterns of digits": {
    file: "q1,q2\na,b\nc,d\n",
    columns: "q1|q2",
    rows: ["a|b", "c|d"],
  },
  "only a header": { file: "a,b,c\n", columns: "a|b|c", rows: [] },
  "one header repeated in the middle, as joined files have it": {
    file: "city,state\nOslo,x\ncity,state\nBergen,y\n",
    columns: "city|state",
    rows: ["Oslo|x", "Bergen|y"],
    aside: [3],
    report: { repeatedHeaders: 1 },
  },
  "labels twice, empty and with line ends": {
    file: 'a,a,,"long\nlabel"\n1,2,3,4\n5,6,7,8\n',
    columns: "a|a_2|column_3|long_label",
    rows: ["1|2|3|4", "5|6|7|8"],
  },
  "the header is chosen to be data": {
    file: "name,city\nAlice,Oslo\n",
    settings: { header: false },
    rows: ["name|city", "Alice|Oslo"],
    report: { header: false },
  },
  "data is chosen to be the header": {
    file: "1,2\n3,4\n",
    settings: { header: true },
    columns: "1|2",
    rows: ["3|4"],
  },

  "a header of years, the last one first": {
    file: "Museum,2011,2010\nGalleria,23.824,17.518\nPitre,closed,closed\n",
    columns: "Museum|2011|2010",
    rows: ["Galleria|23.824|17.518", "Pitre|closed|closed"],
  },
  "a header whose labels occur again, above numbers": {
    file: "a,b,c\n1,b,c\n2,b,c\n3,b,c\n",
    columns: "a|b|c",
    types: "bigint|text|text",
    rows: ["1|b|c", "2|b|c", "3|b|c"],
  },
  "a header with a digit above one row with a digit": {
    file: "col1|col2\nval1|val2\n",
    columns: "col1|col2",
    rows: ["val1|val2"],
  },
  "a header above rows of other widths": {
    file: 'a,b,c\n1,27,,"too long"\n,"too short"\n0,fits,17\n',
    columns: "a|b|c",
    rows: ["0|fits|17"],
    aside: [2, 3],
  },
  "comments between the rows": {
    file: "# of our station\na;b\n# first series\n1;3\n6;7\n# second series\n",
    columns: "a|b",
    rows: ["1|3", "6|7"],
    aside: [3, 6],
    report: { delimiter: ";" },
  },
  "a header that begins with a number sign": { file: "#id,name\n1,Ann\n2,Bob\n", rows: ["1|Ann", "2|Bob"] },

  // Quotes
  "tabs without any quoting": {
    file: 'id\ttitle\n1\t"\n2\t"!"\n3\t"Swing it" magistern\n4\tplain\n',
    columns: "id|title",
    rows: ['1|"', '2|"!"', '3|"Swing it" magistern', "4|plain"],
    report: { quote: "" },
  },
  "tabs with quotes around a tab": {
    file: 'id\ttitle\n1\t"a\tb"\n2\t"c ""d"""\n3\tplain\n',
    rows: ["1|a\tb", '2|c "d"', "3|plain"],
    report: { quote: '"' },
  },
  "quotes are chosen to be characters like others": {
    file: 'a,b\n"x,1\ny,"2"\n',
    settings: { quote: "" },
    rows: ['"x|1', 'y|"2"'],
  },
  "a quote after the delimiter and a space": {
    file: 'name, note\n"Ann", "x, y"\n"Bob", "z"\n',
    columns: "name|note",
    rows: ["Ann|x, y", "Bob|z"],
    report: { padded: true },
  },
  "spaces after a closing quote": { file: '"a" ,"b"\n"1" ,"x"\n"2" ,"y"\n', columns: "a|b", rows: ["1|x", "2|y"] },
  "apostrophes as quotes, doubled inside": {
    file: "a,b\n'it''s','x, y'\n'z','w'\n",
    rows: ["it's|x, y", "z|w"],
    report: { quote: "'" },
  },
  "apostrophes that are none": {
    file: "a,b\nit's,don't\n'tis,x\n",
    rows: ["it's|don't", "'tis|x"],
    report: { quote: '"' },
  },
  "backslashes before quotes": {
    file: 'a,b\n"say \\"hi\\", please",1\n"\\\\",2\n',
    rows: ['say "hi", please|1', "\\|2"],
    report: { escape: "backslash" },
  },
  "backslashes before delimiters": {
    file: "a,b\nx\\,y,1\nz,2\nv\\,w,3\n",
    rows: ["x,y|1", "z|2", "v,w|3"],
    report: { escape: "backslash" },
  },
  "folders of Windows are no escapes": {
    file: "a,b\nC:\\temp,1\nD:\\new,2\n",
    rows: ["C:\\temp|1", "D:\\new|2"],
    report: { escape: "double" },
  },
  "quotes around line ends and empty text": {
    file: 'a,b\r\n"x\r\n\r\ny",""\r\n"",z\r\n',
    rows: ["x\r\n\r\ny|∅", "∅|z"],
  },
  "JSON in cells": {
    file: 'key,val\n1,"{""type"": ""Point"", ""at"": [102.0, 0.5]}"\n',
    rows: ['1|{"type": "Point", "at": [102.0, 0.5]}'],
  },
  "text after a closing quote": { file: 'a,b\n"x" y,1\nz,2\n', rows: ["z|2"], aside: [2] },
  "an inch sign in a cell": { file: 'size,n\n5" disk,1\n3" disk,2\n', rows: ['5" disk|1', '3" disk|2'] },

  // Delimiters
  "semicolons with prose in cells": {
    file: "a;b\nfoo, bar;baz, qux\nx, y;z, w\n",
    rows: ["foo, bar|baz, qux", "x, y|z, w"],
    report: { delimiter: ";" },
  },
  "tabs with commas in numbers": {
    file: "a\tb\n1,000\t2,5\n3,000\t4,5\n",
    rows: ["1,000|2,5", "3,000|4,5"],
    report: { delimiter: "\t" },
  },
  "pipes with an empty last column": {
    file: "a|b|\n1|2|\n3|4|\n",
    columns: "a|b",
    report: { delimiter: "|", emptyColumns: 1, dropped: [3] },
  },
  "one column": { file: "title\nfirst thing\nsecond, better thing\nthird\n", count: 3, report: { delimiter: null } },
  "a hint of Excel": {
    file: "sep=;\na;b\n1,5;2\n",
    columns: "a|b",
    rows: ["1,5|2"],
    report: { delimiter: ";", skippedLines: 1 },
  },
  "a chosen delimiter": { file: "a,b;c\n1,2;3\n", settings: { delimiter: ";" }, columns: "a_b|c", rows: ["1,2|3"] },
};
