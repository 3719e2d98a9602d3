import { fromBase64, HASH_BYTES, type LogCrypto, parseSize, sameBytes, toBase64 } from "../bytes.ts";
import { isConsistent } from "../tree/merkle.ts";
import { type LogCheckpoint, parseCheckpoint } from "./log-checkpoint.ts";
import { type SignedNote, type VerifierKey, verifyNote } from "./signed-note.ts";

/** What a log sends to a witness: its new checkpoint, and the proof from the one that the witness knows. */
export type AddCheckpoint = {
  readonly old: number;
  readonly proof: readonly Uint8Array[];
  readonly note: SignedNote;
  readonly checkpoint: LogCheckpoint;
};

const MAX_PROOF_LINES = 63;

export function formatAddCheckpoint(old: number, proof: readonly Uint8Array[], checkpoint: string): string {
  return [`old ${old}`, ...proof.map(toBase64), "", checkpoint].join("\n");
}

export function parseAddCheckpoint(body: string): AddCheckpoint | null {
  const end = body.indexOf("\n\n");
  const [first = "", ...lines] = body.slice(0, Math.max(0, end)).split("\n");
  const old = parseSize(/^old (\d+)$/.exec(first)?.[1]);
  const proof = lines.map(fromBase64);
  const parsed = parseCheckpoint(body.slice(end + 2));
  if (old === null || parsed === null || proof.length > MAX_PROOF_LINES) return null;
  if (!proof.every((hash) => hash?.length === HASH_BYTES)) return null;
  return { old, proof: proof.filter((hash) => hash !== null), ...parsed };
}

/** The log checkpoint that a witness cosigned last; size 0 if there is none. */
export type Witnessed = { readonly size: number; readonly root: Uint8Array };

/** Whether a witness may cosign. A wrong old size is answered with the size that it knows. */
export type WitnessVerdict =
  | { readonly ok: true; readonly signatures: SignedNote["signatures"] }
  | { readonly ok: false; readonly status: 400 | 403 | 422 }
  | { readonly ok: false; readonly status: 409; readonly size: number };

/** The keys of the log that a checkpoint names, out of those that the witness is configured with. */
export function keysOfLog(keys: readonly VerifierKey[], { checkpoint }: AddCheckpoint): VerifierKey[] {
  return keys.filter(({ name }) => name === checkpoint.origin);
}

/** Judges a request in the order of c2sp.org/tlog-witness. `keys`: those of the log, at least one. */
export function judgeAddCheckpoint(
  crypto: LogCrypto,
  { old, proof, note, checkpoint }: AddCheckpoint,
  { keys, known }: { readonly keys: readonly VerifierKey[]; readonly known: Witnessed },
): WitnessVerdict {
  const verified = verifyNote(crypto, note, keys);
  if (!verified?.length) return { ok: false, status: 403 };
  if (old > checkpoint.size) return { ok: false, status: 400 };
  if (old !== known.size) return { ok: false, status: 409, size: known.size };
  const isEmpty = checkpoint.size === 0;
  if (isEmpty && !sameBytes(checkpoint.root, crypto.sha256())) return { ok: false, status: 422 };
  const before = old === 0 ? { size: 0, root: crypto.sha256() } : known;
  if (!isConsistent(crypto.sha256, before, checkpoint, proof)) return { ok: false, status: 422 };
  const ids = new Set(verified.map(({ key }) => key.id));
  return { ok: true, signatures: note.signatures.filter(({ name, id }) => name === checkpoint.origin && ids.has(id)) };
}
