import { gzipSync } from "node:zlib";
import { zipFile } from "../files/made/zip-file.ts";

/** A file that a person uploads, and what is wrong with it. */
export type HostileFile = { readonly name: string; readonly bytes: Buffer };

const DELIMITERS = [",", ";", "\t", "|"];
const COLUMNS = 1_600;

/** Text repeated until it has so many bytes. */
export function repeated(text: string, bytes: number): Buffer {
  return Buffer.alloc(bytes, text);
}

/**
 * Files of each kind that cost more than their size: packed a thousand times, nested archives, wide, one endless line,
 * mixed delimiters, quotes never closed, two bytes a character. `bytes`: the size of those that are not packed;
 * `unpacked`: what the others unpack to.
 */
export function hostileFiles(bytes: number, unpacked = 64_000_000): readonly HostileFile[] {
  const row = (cell: (at: number) => string) => `${Array.from({ length: COLUMNS }, (_, at) => cell(at)).join(",")}\n`;
  const mixed = Array.from({ length: 400 }, (_, at) => `a${DELIMITERS[at % 4]}"b${DELIMITERS[(at >> 2) % 4]} 'c`);
  const plain: readonly (readonly [string, Buffer])[] = [
    ["one endless line", repeated("abcdefgh", bytes)],
    ["one endless line of cells", repeated("a,", bytes)],
    ["commas", repeated(",", bytes)],
    ["line ends", repeated("\n", bytes)],
    ["short lines", repeated("a,b\n", bytes)],
    [
      "1,600 columns",
      repeated(
        row((at) => String(at % 10)),
        bytes,
      ),
    ],
    [
      "1,600 columns of dates",
      repeated(
        row((at) => `2026-01-${String((at % 28) + 1).padStart(2, "0")}`),
        bytes,
      ),
    ],
    [
      "1,600 names",
      repeated(
        row((at) => `name of column ${at}`),
        bytes,
      ),
    ],
    [
      "columns of one name",
      repeated(
        row(() => "x"),
        bytes,
      ),
    ],
    ["mixed delimiters", repeated(`${mixed.join("")}\n`, bytes)],
    ["each delimiter in turn", repeated("a,b;c\td|e\n1;2,3|4\t5\n", bytes)],
    ["a quote never closed", Buffer.concat([Buffer.from('a,b\n"'), repeated("x,y\n", bytes - 5)])],
    ["quotes", repeated('"', bytes)],
    ["quotes and commas", repeated('",', bytes)],
    ["quotes after spaces", repeated("a, \"b\", 'c'\n", bytes)],
    ["backslashes", repeated("\\", bytes)],
    ["escaped quotes", repeated('"a\\"b","c\\\\"\n', bytes)],
    ["widths that differ", Buffer.from(widths(bytes))],
    ["comments", repeated("# a, b\n", bytes)],
    ["digits", repeated("123456789", bytes)],
    ["long numbers", repeated(`${"9".repeat(4_000)},${"1".repeat(4_000)}x\n`, bytes)],
    ["almost dates", repeated("2026-13-01,31.02.2026,1/1/1,12:61\n", bytes)],
    ["not UTF-8", Buffer.alloc(bytes, "caf\xe9,na\xefve\n", "latin1")],
    ["bytes of no encoding", Buffer.from(Uint8Array.from({ length: bytes }, (_, at) => 0x80 + ((at * 7) % 0x7f)))],
    ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("a,b\n1,2\n".repeat(bytes >> 4), "utf16le")])],
    ["UTF-16 without a mark", Buffer.from("a,b\n1,2\n".repeat(bytes >> 4), "utf16le")],
    ["NULs", Buffer.concat([Buffer.from("a,b\n"), repeated("\0,\0\0a\0b\n", bytes - 4)])],
  ];
  const packed: readonly (readonly [string, Buffer])[] = [
    ["gzip of short lines", gzipSync(repeated("a,b\n", unpacked))],
    ["gzip of one endless line", gzipSync(repeated("a", unpacked))],
    ["gzip of quotes", gzipSync(repeated('"', unpacked))],
    ["gzip of not UTF-8", gzipSync(Buffer.concat([Buffer.from([0xe9]), repeated("a,b\n", unpacked)]))],
    ["gzip of UTF-16", gzipSync(Buffer.concat([Buffer.from([0xff, 0xfe]), repeated("a\0,\0b\0\n\0", unpacked)]))],
    ["gzip of gzip", gzipSync(gzipSync(gzipSync(repeated("a,b\n", unpacked))))],
    ["gzip of many members", Buffer.concat(Array<Buffer>(2_000).fill(gzipSync(repeated("a,b\n", unpacked >> 8))))],
    ["gzip cut off", gzipSync(repeated("a,b\n", unpacked)).subarray(0, -9)],
    ["gzip of a zip", gzipSync(zipFile({ "rows.csv": repeated("a,b\n", unpacked) }))],
    ["zip", zipFile({ "rows.csv": repeated("a,b\n", unpacked) })],
    ["spreadsheet", zipFile({ "xl/workbook.xml": repeated("<a/>", unpacked) })],
  ];
  return [...plain, ...packed].map(([name, content]) => ({ name, bytes: content }));
}

/** Lines that have another number of cells each. */
function widths(bytes: number): string {
  const lines: string[] = [];
  for (let size = 0, width = 1; size < bytes; width = (width % 700) + 1) {
    lines.push(",a".repeat(width));
    size += width * 2 + 1;
  }
  return `${lines.join("\n").slice(0, bytes - 1)}\n`;
}
