import { closeSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import type { EmptiedCells } from "#domain/dataset/load-report.ts";
import { type CsvLimits, tooLarge } from "../csv/plan.ts";
import { RejectedRows } from "../csv/scan/scan-pass.ts";
import { FileFault } from "./file-fault.ts";

const BUFFERED_CHARACTERS = 262_144;
/** How often those who wait are told of bytes, in bytes. */
const TOLD_BYTES = 1_000_000;

/** A row of one cell without a value, which would be an empty line. */
const NO_TEXT = '""';

export type WriterOptions = {
  /** An empty folder of this file's own. */
  readonly folder: string;
  readonly limits: CsvLimits;
  /** Enough is written with so many bytes; absent: all of the file is. */
  readonly mostBytes?: number;
  /** Waits, and throws if no more may be read. `bytes`: unpacked so far. */
  readonly onBytes?: ((bytes: number) => Promise<void>) | undefined;
};

/**
 * Writes the table of a file as CSV: each record in a line of its own, whose number is its place in the file, commas
 * between cells, texts in quotes and no other cells. Rows that are none are written beside it.
 */
export class TableWriter {
  readonly path: string;
  readonly limits: CsvLimits;
  readonly asidePath: string;
  aside: RejectedRows;
  /** Only the beginning of the file is wanted. */
  readonly isPart: boolean;
  /** Whether more of the file would be more than is wanted. */
  full = false;
  readonly #options: WriterOptions;
  readonly #emptied = new Map<EmptiedCells, { count: number; line: number }>();
  #file: number | null = null;
  #isClosed = false;
  #waiting = "";
  #written = 0;
  #unpacked = 0;
  #told = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.limits = options.limits;
    this.isPart = options.mostBytes !== undefined;
    this.path = path.join(options.folder, "table.csv");
    this.asidePath = path.join(options.folder, "aside.jsonl");
    this.aside = new RejectedRows(this.asidePath);
  }

  /** Writes a line of cells, which are in the notation of `textCell` and of cells without quotes. None: an empty line. */
  row(cells: readonly string[]): void {
    const isEmpty = cells.length === 1 && cells[0] === "";
    this.#waiting += isEmpty ? `${NO_TEXT}\n` : `${cells.join(",")}\n`;
    if (this.#waiting.length > BUFFERED_CHARACTERS) this.#flush();
  }

  /** Checks a text of the file against the limit of cells. `line`: its place. */
  checkCell(text: string, line: number): void {
    const { maxCellBytes } = this.limits;
    if (text.length * 3 <= maxCellBytes || Buffer.byteLength(text) <= maxCellBytes) return;
    throw new FileFault({ code: "cell-too-large", facts: { line, maxBytes: maxCellBytes } });
  }

  /** Counts a cell that has no value in the table. */
  emptied(kind: EmptiedCells, line: number): void {
    const known = this.#emptied.get(kind);
    if (known) known.count += 1;
    else this.#emptied.set(kind, { count: 1, line });
  }

  /** Counts bytes that the file was unpacked to beside the rows. */
  unpacked(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > this.limits.maxBytes) throw new FileFault(tooLarge(this.limits));
  }

  /** Waits for those who are told how much was unpacked, from time to time. */
  async pause(): Promise<void> {
    const bytes = Math.max(this.#unpacked, this.#written);
    if (bytes - this.#told < TOLD_BYTES) return;
    this.#told = bytes;
    await this.#options.onBytes?.(bytes);
  }

  /** Forgets what was written: the file is read again. */
  restart(): void {
    this.close();
    this.aside = new RejectedRows(this.asidePath);
    this.#emptied.clear();
    this.#waiting = "";
    [this.#written, this.#unpacked] = [0, 0];
    this.full = false;
    this.#isClosed = false;
  }

  /** Completes the files; once more it does nothing. */
  close(): void {
    if (this.#isClosed) return;
    this.#flush();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    this.aside.close();
    this.#isClosed = true;
  }

  /** The cells that have no value in the table. */
  emptiedCells(): { readonly kind: EmptiedCells; readonly count: number; readonly line: number }[] {
    return [...this.#emptied].map(([kind, found]) => ({ kind, ...found }));
  }

  #flush(): void {
    this.#file ??= openSync(this.path, "w", 0o600);
    this.#written += writeSync(this.#file, this.#waiting);
    this.#waiting = "";
    if (this.#written > this.limits.maxBytes) throw new FileFault(tooLarge(this.limits));
    if (this.#options.mostBytes !== undefined && this.#written >= this.#options.mostBytes) this.full = true;
  }
}

/** A text as a cell of the table: in quotes, which say that it is one. */
export function textCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
