import { expect, test } from "vitest";
import { everyCharacter } from "#testing/texts/every-character.ts";
import { csvLine, withoutFormula } from "./csv-line.ts";

/** Reads a file as RFC 4180 has it. */
function readCsv(file: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < file.length) {
    const [all, quoted, plain = ""] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/.exec(file.slice(at)) as RegExpExecArray;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    at += all.length;
    if (file.startsWith("\r\n", at)) rows.push([]);
    else if (file[at] !== ",") throw new Error(`Neither a comma nor an end at ${at}`);
    at += file.startsWith("\r\n", at) ? 2 : 1;
  }
  return rows.slice(0, -1);
}

test("every character of Unicode comes through a line, wherever it is in its cell", () => {
  for (const part of everyCharacter(4_096)) {
    const characters = [...part];
    const cells = [part, ...characters.slice(0, 256), "", characters.toReversed().join("")];
    expect(readCsv(csvLine(cells, "\r\n") + csvLine([part], "\r\n"))).toEqual([cells, [part]]);
  }
});

test("no cell begins as a formula", () => {
  for (const start of ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", " =", "\ufeff=", '"=', "'="])
    expect(withoutFormula(`${start}1+1`)).toBe(`'${start}1+1`);
  for (const text of ["a=1", "1-2", "", "é"]) expect(withoutFormula(text)).toBe(text);
});
