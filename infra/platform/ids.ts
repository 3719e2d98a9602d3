import { hash, randomBytes } from "node:crypto";
import type { Ids } from "#domain/core/ports/ports.ts";

/** Namespace of every derived id. Changing it changes ids that are already in the log. */
const NAMESPACE = Buffer.from("6f1d2a4c3b5e4d8f9a7b0c1e2d3f4a5b", "hex");

/** New ids are UUIDv7, derived ones UUIDv5 (RFC 9562). */
export function createIds(): Ids {
  let lastTick = 0n;
  return {
    fresh() {
      // 48 bits of milliseconds and 12 bits of counter form one growing number, so ids of one process sort by creation.
      const now = BigInt(new Date().getTime()) << 12n;
      lastTick = now > lastTick ? now : lastTick + 1n;
      const bytes = randomBytes(16);
      bytes.writeUIntBE(Number(lastTick >> 12n), 0, 6);
      bytes.writeUInt16BE(0x7000 | Number(lastTick & 0xfffn), 6);
      bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
      return uuidText(bytes);
    },
    derive: deriveId,
  };
}

/** The same UUIDv5 for the same parts; `["a", "bc"]` and `["ab", "c"]` differ. */
export function deriveId(...parts: readonly string[]): string {
  const text = parts.map((part) => `${Buffer.byteLength(part)}:${part},`).join("");
  const bytes = hash("sha1", Buffer.concat([NAMESPACE, Buffer.from(text)]), "buffer").subarray(0, 16);
  bytes.writeUInt8(0x50 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return uuidText(bytes);
}

function uuidText(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
