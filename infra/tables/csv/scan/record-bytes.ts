import { afterSpaces } from "#domain/core/values/cell-kind.ts";

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const CAPITAL_N = 0x4e;

/** Whether a range of bytes is equal to others. */
export function isSame(bytes: Uint8Array, start: number, end: number, other: Uint8Array): boolean {
  if (end - start !== other.length) return false;
  for (let at = 0; at < other.length; at += 1) if (bytes[start + at] !== other[at]) return false;
  return true;
}

/** Whether a record, or a cell, has only spaces, line ends, delimiters and quotes. */
export function isBlank(bytes: Uint8Array, start: number, end: number, delimiter = -1, quote = -1): boolean {
  let at = start;
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte <= SPACE || byte === delimiter || byte === quote) at += 1;
    else {
      const after = afterSpaces(bytes, at, end);
      if (after === at) return false;
      at = after;
    }
  }
  return true;
}

/** The end of a range of bytes without the line ends that it ends in. */
export function endWithoutLineEnd(bytes: Uint8Array, start: number, end: number): number {
  while (end > start && (bytes[end - 1] === LF || bytes[end - 1] === CR)) end -= 1;
  return end;
}

/** The end of a range of bytes without the spaces that it ends in. */
export function endWithoutSpaces(bytes: Uint8Array, start: number, end: number): number {
  while (end > start && bytes[end - 1] === SPACE) end -= 1;
  return end;
}

/** Whether a cell is `\N`. */
export function isNull(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start === 2 && bytes[start] === BACKSLASH && bytes[start + 1] === CAPITAL_N;
}
