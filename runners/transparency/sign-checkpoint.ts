import type { EventStore } from "#domain/core/event-store.ts";
import type { LogCrypto } from "#domain/transparency/bytes.ts";
import { checkpointText, type LogCheckpoint, parseCheckpoint } from "#domain/transparency/notes/log-checkpoint.ts";
import { formatNote, parseNote } from "#domain/transparency/notes/signed-note.ts";
import type {
  KeptCheckpoint,
  LogFork,
  LogIdentity,
  LogTree,
  SignedCheckpoints,
  StoredCheckpoint,
  TreeState,
} from "#domain/transparency/ports.ts";
import { consistencyProof, treeRoot } from "#domain/transparency/tree/read-tree.ts";
import { isConsistent } from "#domain/transparency/tree/merkle.ts";

export type SignPorts = {
  readonly store: Pick<EventStore, "head">;
  readonly tree: Pick<LogTree, "state" | "tiles">;
  readonly signed: SignedCheckpoints;
  readonly kept: KeptCheckpoint;
  readonly crypto: LogCrypto;
};

/** `unchanged`: nothing new to sign. `behind`: the tree does not have all events of the log yet. */
export type SignOutcome = "signed" | "unchanged" | "behind" | LogFork;

/**
 * Signs the present tree, if it has grown. First the checkpoint that was signed last is read back, from the database and
 * from its copy beside it, and the new tree must be shown to continue both: a log that was restored from an older
 * backup, or rewritten, is reported as a fork and not signed.
 */
export async function signCheckpoint(ports: SignPorts, { origin, signers }: LogIdentity): Promise<SignOutcome> {
  const { tree, signed, kept, crypto } = ports;
  const head = await ports.store.head();
  const state = await tree.state();
  const { checkpoint: last } = await signed.last();
  const copy = await keptOf(kept);
  if (copy === "unreadable") return { code: "kept-checkpoint-unreadable" };
  const isSigned = state.size === 0 || (last?.size === state.size && isSignedBy(last, { origin, signers }));
  if (isSigned && (copy?.size ?? 0) === state.size) return "unchanged";
  const isComplete = (state.position ?? "") >= (head ?? "");
  const root = await treeRoot(crypto.sha256, tree.tiles, state.size);
  for (const before of [last, copy]) {
    const outcome = before && (await continuationFault(ports, before, { ...state, root }, isComplete));
    if (outcome) return outcome;
  }
  if (state.size === 0) return "unchanged";
  const text = checkpointText({ origin, size: state.size, root });
  const note = formatNote({ text, signatures: signers.map(({ sign }) => sign(text)) });
  // The copy first: after a crash in between the tree still continues it.
  await kept.write(note);
  return (await signed.replace(last?.size ?? null, { origin, size: state.size, root, note })) ? "signed" : "behind";
}

async function keptOf(kept: KeptCheckpoint): Promise<LogCheckpoint | "unreadable" | null> {
  const note = await kept.read();
  return note === null ? null : (parseCheckpoint(note)?.checkpoint ?? "unreadable");
}

async function continuationFault(
  { tree, crypto }: SignPorts,
  before: LogCheckpoint,
  now: TreeState & { readonly root: Uint8Array },
  isComplete: boolean,
): Promise<"behind" | LogFork | null> {
  if (before.size > now.size)
    return isComplete ? { code: "log-shorter", size: now.size, signed: before.size } : "behind";
  const proof = await consistencyProof(crypto.sha256, tree.tiles, before.size, now.size);
  return isConsistent(crypto.sha256, before, now, proof) ? null : { code: "log-rewritten", signed: before.size };
}

/** Whether the checkpoint has the signatures of these keys and no others. */
function isSignedBy({ origin, note }: StoredCheckpoint, identity: LogIdentity): boolean {
  const ids = parseNote(note)?.signatures.map(({ id }) => id) ?? [];
  return origin === identity.origin && ids.join() === identity.signers.map(({ key }) => key.id).join();
}
