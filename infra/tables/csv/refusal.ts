/** Why a file cannot become a table: a name for machines, a sentence with the place for people. */
export type CsvRefusal = {
  readonly code:
    | "empty"
    | "not-a-table"
    | "bad-encoding"
    | "bad-gzip"
    | "unclosed-quote"
    | "too-large"
    | "too-many-columns"
    | "cell-too-large";
  readonly message: string;
};

const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^PK\x03\x04/, "an Excel workbook or another ZIP file: save the sheet as CSV first"],
  [/^\xd0\xcf\x11\xe0/, "an old Office file: save the sheet as CSV first"],
  [/^%PDF-/, "a PDF"],
  [/^(?:\x89PNG|GIF8|\xff\xd8\xff|RIFF)/, "an image or a film"],
  [/^PAR1/, "a Parquet file"],
  [/^SQLite format 3/, "a SQLite database"],
  [/^(?:BZh|\xfd7zXZ|7z\xbc\xaf|\x28\xb5\x2f\xfd|Rar!)/, "a packed file: only gzip can be read"],
  [/^\x7fELF|^MZ\x90/, "a program"],
  [/^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)/i, "a web page or XML"],
  [/^(?:\xef\xbb\xbf)?\s*(?:\[\s*\{\s*"|\{\s*")/, "JSON"],
];

/** What the first bytes give away: another kind of file. */
export function otherKindOfFile(head: Uint8Array): string | null {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 512)).toString("latin1");
  return SIGNATURES.find(([signature]) => signature.test(text))?.[1] ?? null;
}

/** Share of control characters above which text is no text. NUL bytes alone are removed from rows, not refused. */
const MOST_CONTROLS = 0.05;
const MOST_NULS = 0.3;

/** True when decoded text (UTF-8) holds so many controls that it must be binary. */
export function looksBinary(head: Uint8Array): boolean {
  let controls = 0;
  let nuls = 0;
  for (const byte of head) {
    if (byte === 0) nuls += 1;
    else if (byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b && byte !== 0x1a) controls += 1;
  }
  return controls > head.length * MOST_CONTROLS || nuls > head.length * MOST_NULS;
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** `8 MB`: for limits in sentences. */
export function size(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${Math.round(value * 10) / 10} ${UNITS[unit]}`;
}
