import type { Operation } from "../definition/definition.ts";
import type { IncrementalWindow } from "./incremental.ts";
import { cursorOf } from "./incremental.ts";
import { scalarText, stringifyJson } from "../json/json.ts";
import type { JsonObject } from "../json/json.ts";
import { compareCursors } from "../json/moments.ts";

/**
 * Drops rows that the previous window already returned: a window begins where the last one ended, and APIs differ in
 * whether the end is included. Only rows at or past the end of the last window are remembered.
 */
export class WindowBorder {
  private readonly operation: Operation;
  private before = new Set<string>();
  private present = new Set<string>();

  constructor(operation: Operation) {
    this.operation = operation;
  }

  /** Starts the next window. */
  next(): void {
    this.before = this.present;
    this.present = new Set();
  }

  isNew(record: JsonObject, window: IncrementalWindow): boolean {
    const end = scalarText(window.end);
    const cursor = cursorOf(this.operation, record);
    const last =
      cursor !== null && end !== null && compareCursors(cursor, end, this.operation.incremental?.format) >= 0;
    if (!last && this.before.size === 0) return true;
    const text = stringifyJson(record);
    if (last) this.present.add(text);
    return !this.before.has(text);
  }
}
