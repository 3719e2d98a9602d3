/* Integers in network byte order. Each returns where the next byte goes. */

export function putInt16(value: number, out: Uint8Array, at: number): number {
  out[at] = value >> 8;
  out[at + 1] = value;
  return at + 2;
}

export function putInt32(value: number, out: Uint8Array, at: number): number {
  out[at] = value >> 24;
  out[at + 1] = value >> 16;
  out[at + 2] = value >> 8;
  out[at + 3] = value;
  return at + 4;
}

/** The length of a field, which precedes it. */
export const putLength = putInt32;

/** A safe integer, or any of 64 bits as a bigint. */
export function putInt64(value: number | bigint, out: Uint8Array, at: number): number {
  if (typeof value === "bigint") {
    at = putInt32(Number(BigInt.asIntN(32, value >> 32n)), out, at);
    return putInt32(Number(BigInt.asIntN(32, value)), out, at);
  }
  at = putInt32(Math.floor(value / 2 ** 32), out, at);
  return putInt32(value | 0, out, at);
}
