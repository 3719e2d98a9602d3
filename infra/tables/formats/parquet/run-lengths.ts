import type { GrowingBytes } from "./growing-bytes.ts";

/** Runs are as long as a group of packed values, or longer. */
const GROUP = 8;

/** Adds numbers of `bits` bits in Parquet's hybrid encoding: equal ones as a run, others packed in groups of eight. */
export function putRuns(numbers: Uint8Array | Uint16Array, count: number, bits: number, out: GrowingBytes): void {
  let packedFrom = 0;
  let at = 0;
  while (at < count) {
    const number = numbers[at] as number;
    let end = at + 1;
    while (end < count && numbers[end] === number) end += 1;
    if (end - at < GROUP) {
      at += GROUP;
      continue;
    }
    if (at > packedFrom) putPacked(numbers, packedFrom, at, bits, out);
    putVarInt((end - at) * 2, out);
    out.room(2);
    out.bytes[out.length++] = number;
    if (bits > 8) out.bytes[out.length++] = number >>> 8;
    at = end;
    packedFrom = end;
  }
  if (packedFrom < count) putPacked(numbers, packedFrom, count, bits, out);
}

/** The last group of all is filled up with zeros. */
function putPacked(numbers: Uint8Array | Uint16Array, from: number, to: number, bits: number, out: GrowingBytes): void {
  const groups = Math.ceil((to - from) / GROUP);
  putVarInt(groups * 2 + 1, out);
  out.room(groups * bits);
  const { bytes } = out;
  let { length } = out;
  let waiting = 0;
  let bitsWaiting = 0;
  for (let at = from; at < from + groups * GROUP; at += 1) {
    waiting |= (at < to ? (numbers[at] as number) : 0) << bitsWaiting;
    for (bitsWaiting += bits; bitsWaiting >= 8; bitsWaiting -= 8) {
      bytes[length++] = waiting;
      waiting >>>= 8;
    }
  }
  out.length = length;
}

function putVarInt(number: number, out: GrowingBytes): void {
  out.room(5);
  let rest = number;
  for (; rest > 0x7f; rest >>>= 7) out.bytes[out.length++] = (rest & 0x7f) | 0x80;
  out.bytes[out.length++] = rest;
}
