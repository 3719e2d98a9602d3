import { Failure } from "./failure.ts";

type Out = { write(text: string): unknown; readonly isTTY?: boolean };

/** Where a command speaks: results to standard output, everything else to standard error. */
export type Terminal = ReturnType<typeof openTerminal>;

/** `json`: results are JSON, one object on each line, and nothing else is said but errors. */
export function openTerminal({ out, err, json }: { readonly out: Out; readonly err: Out; readonly json: boolean }) {
  const isLive = err.isTTY === true && !json;
  let shown = 0;

  /** Replaces the line of progress. */
  function progress(text: string): void {
    if (!isLive) return;
    const line = printable(text);
    err.write(`\r${line}${" ".repeat(Math.max(0, shown - line.length))}`);
    shown = line.length;
  }

  function endProgress(): void {
    if (shown > 0) err.write(`\r${" ".repeat(shown)}\r`);
    shown = 0;
  }

  return {
    json,
    progress,
    endProgress,
    /** A sentence on the way. */
    say(sentence: string): void {
      endProgress();
      if (!json) err.write(`${printable(sentence)}\n`);
    },
    /** The result: an object for programs, a sentence for people. */
    result(value: unknown, sentence: string): void {
      endProgress();
      out.write(json ? `${JSON.stringify(value)}\n` : `${printable(sentence)}\n`);
    },
    /** The end of what did not succeed: people read it among the errors. */
    outcome(value: unknown, sentence: string): void {
      endProgress();
      if (json) out.write(`${JSON.stringify(value)}\n`);
      else err.write(`tributary: ${printable(sentence)}\n`);
    },
    /** A row of a list. */
    row(value: unknown, cells: readonly string[]): void {
      out.write(json ? `${JSON.stringify(value)}\n` : `${cells.map(printable).join("\t")}\n`);
    },
    fail(failure: Failure): void {
      endProgress();
      const { message: error, exit, facts } = failure;
      const code = typeof facts["code"] === "string" ? ` (${facts["code"]})` : "";
      err.write(json ? `${JSON.stringify({ error, exit, ...facts })}\n` : `tributary: ${printable(error)}${code}\n`);
    },
  };
}

/** Texts of a server may not steer the terminal. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, " ");
}
