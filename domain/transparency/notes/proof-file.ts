import { fromBase64, HASH_BYTES, parseSize, toBase64 } from "../bytes.ts";

const HEADER = "c2sp.org/tlog-proof@v1";

/** That an entry is in the tree of a signed log checkpoint, as a file. `entry`: the entry itself, as extra data. */
export type ProofFile = {
  readonly entry: Uint8Array | null;
  readonly index: number;
  readonly proof: readonly Uint8Array[];
  /** The whole signed note. */
  readonly checkpoint: string;
};

export function formatProof({ entry, index, proof, checkpoint }: ProofFile): string {
  const extra = entry === null ? [] : [`extra ${toBase64(entry)}`];
  return [HEADER, ...extra, `index ${index}`, ...proof.map(toBase64), "", checkpoint].join("\n");
}

export function parseProof(text: string): ProofFile | null {
  const end = text.indexOf("\n\n");
  const [header, ...lines] = text.slice(0, Math.max(0, end)).split("\n");
  if (header !== HEADER) return null;
  const entry = lines[0]?.startsWith("extra ") ? fromBase64(lines.shift()!.slice("extra ".length)) : null;
  const index = parseSize(/^index (\d+)$/.exec(lines.shift() ?? "")?.[1]);
  const proof = lines.map(fromBase64);
  if (index === null || !proof.every((hash) => hash?.length === HASH_BYTES)) return null;
  return { entry, index, proof: proof.filter((hash) => hash !== null), checkpoint: text.slice(end + 2) };
}
