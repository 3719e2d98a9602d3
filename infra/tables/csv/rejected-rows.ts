import { closeSync, openSync, writeSync } from "node:fs";
import type { RejectedRow } from "#domain/core/ports/uploads.ts";

const KEPT_ROWS = 20;
const BUFFERED = 65_536;

/** Writes rejected rows to a file, one JSON object per line with their original text, and remembers the first few. */
export class RejectedRows {
  readonly sample: RejectedRow[] = [];
  count = 0;
  readonly #path: string;
  #file: number | null = null;
  #waiting = "";

  /** The file is created with the first row. */
  constructor(path: string) {
    this.#path = path;
  }

  add(row: RejectedRow, raw: Uint8Array): void {
    this.count += 1;
    if (this.sample.length < KEPT_ROWS) this.sample.push(row);
    const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("utf8");
    this.#waiting += `${JSON.stringify({ ...row, text })}\n`;
    if (this.#waiting.length > BUFFERED) this.#write();
  }

  close(): void {
    if (this.#waiting !== "") this.#write();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #write(): void {
    this.#file ??= openSync(this.#path, "w", 0o600);
    writeSync(this.#file, this.#waiting);
    this.#waiting = "";
  }
}
