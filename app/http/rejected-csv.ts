import type { Readable } from "node:stream";

type RejectedRow = { readonly line: number; readonly record: number; readonly reason: string; readonly text: string };

/** Rows that were set aside, one JSON object a line, as CSV: where each stood, why it was set aside, and its text. Only the header where there are none. */
export async function* rejectedCsv(source: Readable | null): AsyncGenerator<string, void, undefined> {
  yield "line,record,reason,text\n";
  let rest = "";
  for await (const chunk of source?.setEncoding("utf8") ?? []) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) yield lines.map((line) => csvLine(JSON.parse(line) as RejectedRow)).join("");
  }
}

function csvLine({ line, record, reason, text }: RejectedRow): string {
  return `${line},${record},${quoted(reason)},${quoted(text)}\n`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
