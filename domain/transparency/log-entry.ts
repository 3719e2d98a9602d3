import type { RecordedEvent } from "../core/event-store.ts";
import { type Sha256, toHex, utf8 } from "./bytes.ts";
import { canonicalJson } from "./canonical-json.ts";

/** The longest entry that a bundle of entries can hold: its length is two bytes. */
export const MAX_ENTRY_BYTES = 65_535;

/**
 * The entry of the transparency log for an event: the stored event as canonical JSON, personal fields as their
 * ciphertext. The position is not in it, because two stores give one event different positions. Of data that makes the
 * entry too long there is the SHA-256 of its canonical JSON in its place (`dataSha256`).
 */
export function logEntry(event: RecordedEvent, sha256: Sha256): Uint8Array {
  const { data, position: _, ...envelope } = event;
  const whole = utf8(canonicalJson({ ...envelope, data }));
  if (whole.length <= MAX_ENTRY_BYTES) return whole;
  return utf8(canonicalJson({ ...envelope, dataSha256: toHex(sha256(utf8(canonicalJson(data)))) }));
}
