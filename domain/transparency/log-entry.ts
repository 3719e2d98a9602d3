import type { RecordedEvent } from "../core/event-store.ts";
import { type Sha256, toHex, utf8 } from "./bytes.ts";
import { canonicalJson, quoted } from "./canonical-json.ts";

/** The longest entry that a bundle of entries can hold: its length is two bytes. */
export const MAX_ENTRY_BYTES = 65_535;

/**
 * The entry of the transparency log for an event: the stored event as canonical JSON, personal fields as their
 * ciphertext. The position is not in it, because two stores give one event different positions. Of data that makes the
 * entry too long there is the SHA-256 of its canonical JSON in its place (`dataSha256`).
 */
export function logEntry(event: RecordedEvent, sha256: Sha256): Uint8Array {
  return utf8(entryText(event, sha256));
}

/** The leaf of an event: the hash of its entry, without making the entry's bytes first. */
export function entryLeaf(event: RecordedEvent, sha256: Sha256): Uint8Array {
  return sha256("\0", entryText(event, sha256));
}

function entryText(event: RecordedEvent, sha256: Sha256): string {
  const data = canonicalJson(event.data);
  const whole = withData(event, `"data":${data}`);
  // A code unit has three bytes at most.
  const fits = whole.length * 3 <= MAX_ENTRY_BYTES || utf8(whole).length <= MAX_ENTRY_BYTES;
  return fits ? whole : withData(event, `"dataSha256":"${toHex(sha256(data))}"`);
}

/** Written out in the order of canonical JSON: sorting the same keys for each event takes as long as the rest. */
function withData(event: RecordedEvent, data: string): string {
  const { causationId, prevHash } = event;
  return (
    `{"actor":${canonicalJson(event.actor)},"causationId":${canonicalJson(causationId)},` +
    `"commandId":${quoted(event.commandId)},"correlationId":${quoted(event.correlationId)},${data},` +
    `"hash":${quoted(event.hash)},"id":${quoted(event.id)},"prevHash":${canonicalJson(prevHash)},` +
    `"recordedAt":${quoted(event.recordedAt)},"revision":${event.revision},` +
    `"schemaVersion":${event.schemaVersion},"stream":${quoted(event.stream)},"type":${quoted(event.type)}}`
  );
}
