import { type LogCrypto, parseSize } from "#domain/transparency/bytes.ts";
import { formatAddCheckpoint } from "#domain/transparency/notes/add-checkpoint.ts";
import { parseNote, parseSignatureLine, signatureLine, verifyNote } from "#domain/transparency/notes/signed-note.ts";
import type { LogFork, LogTree, SendToWitness, SignedCheckpoints, Witness } from "#domain/transparency/ports.ts";
import { consistencyProof } from "#domain/transparency/tree/read-tree.ts";

export type WitnessPorts = {
  readonly tree: Pick<LogTree, "tiles">;
  readonly signed: SignedCheckpoints;
  readonly crypto: LogCrypto;
  readonly send: SendToWitness;
  readonly log: { warn(facts: object, message: string): void };
};

/**
 * Asks witnesses to cosign the log checkpoint that was signed last. `known`: the size that each of them cosigned last,
 * by name; what it does not say, the witness tells. A witness that has seen a log which this one does not continue
 * makes a fork.
 */
export async function askWitnesses(
  ports: WitnessPorts,
  witnesses: readonly Witness[],
  known: Map<string, number>,
): Promise<LogFork | null> {
  const { checkpoint } = await ports.signed.last();
  if (!checkpoint) return null;
  const { size, note, cosignatures } = checkpoint;
  const missing = witnesses.filter(({ key }) => !cosignatures.includes(`— ${key.name} `));
  const answers = await Promise.all(missing.map((witness) => ask(ports, witness, { size, note }, known)));
  const lines = answers.filter((answer) => typeof answer === "string").join("");
  if (lines !== "") await ports.signed.cosigned(size, lines);
  return answers.find((answer) => typeof answer === "object" && answer !== null) ?? null;
}

type Asked = { readonly size: number; readonly note: string };

/** The signature line of one witness; null if it did not answer or its answer is of no use. */
async function ask(
  ports: WitnessPorts,
  witness: Witness,
  { size, note }: Asked,
  known: Map<string, number>,
): Promise<string | LogFork | null> {
  const { name } = witness.key;
  const post = async (old: number) => {
    const proof = await consistencyProof(ports.crypto.sha256, ports.tree.tiles, old, size);
    return ports.send(witness, formatAddCheckpoint(old, proof, note));
  };
  let answer = await post(Math.min(known.get(name) ?? 0, size));
  if (answer?.status === 409) {
    const old = parseSize(answer.text.trim());
    if (old === null || old > size) return { code: "witness-disagrees", witness: name };
    answer = await post(old);
  }
  if (answer?.status === 422) return { code: "witness-disagrees", witness: name };
  const line = answer?.status === 200 ? cosignatureOf(ports, witness, note, answer.text) : null;
  if (line === null) ports.log.warn({ origin: name, status: answer?.status }, "A witness did not cosign");
  else known.set(name, size);
  return line;
}

/** The line of this witness's key, once it is verified. */
function cosignatureOf({ crypto }: WitnessPorts, { key }: Witness, note: string, text: string): string | null {
  const found = text
    .split("\n")
    .map(parseSignatureLine)
    .find((each) => each?.name === key.name && each.id === key.id);
  const parsed = parseNote(note);
  if (!found || !parsed) return null;
  const verified = verifyNote(crypto, { ...parsed, signatures: [found] }, [key]);
  return verified?.length === 1 ? signatureLine(found) : null;
}
