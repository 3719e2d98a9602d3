export type CsvParse = { ok: true; rows: string[][] } | { ok: false; message: string };

/** Reads CSV as RFC 4180 writes it: quoted cells may hold delimiters, line breaks and doubled quotes; empty lines count for nothing. */
export function parseCsv(text: string, delimiter: string): CsvParse {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at <= text.length) {
    let cell: string;
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end < 0) return { ok: false, message: `The CSV has a quote in record ${rows.length + 1} that never ends.` };
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
      // What stands between a closing quote and the next delimiter belongs to the cell: dropping it would lose data.
      const rest = cellEnd(text, at, delimiter);
      cell += text.slice(at, rest);
      at = rest;
    } else {
      const end = cellEnd(text, at, delimiter);
      cell = text.slice(at, end);
      at = end;
    }
    row.push(cell);
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
    at += text.startsWith("\r\n", at) ? 2 : 1;
  }
  return { ok: true, rows };
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}

function cellEnd(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}
