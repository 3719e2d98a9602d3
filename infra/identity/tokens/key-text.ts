import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_CHARS = 43;
const CHECKSUM_CHARS = 6;
const SHAPE = new RegExp(`^trib_[${DIGITS}]{${SECRET_CHARS + CHECKSUM_CHARS}}$`);

/**
 * `trib_`, 256 random bits in base 62, and a CRC-32 of both in base 62: secret scanners can recognise one without
 * asking us.
 */
export function newKey(): string {
  const body = `trib_${base62(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_CHARS)}`;
  return body + checksum(body);
}

/** Whether a text has the form of our keys: others need no database query. */
export function looksValid(key: string): boolean {
  return SHAPE.test(key) && checksum(key.slice(0, -CHECKSUM_CHARS)) === key.slice(-CHECKSUM_CHARS);
}

/** What lists show of a key: its first nine and last four characters. */
export function keyLabel(key: string): { readonly prefix: string; readonly lastFour: string } {
  // eslint-disable-next-line house/cut-text -- a key is ASCII
  return { prefix: key.slice(0, 9), lastFour: key.slice(-4) };
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_CHARS);
}

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = (DIGITS[Number(rest % 62n)] ?? "") + text;
  return text.padStart(length, "0");
}
