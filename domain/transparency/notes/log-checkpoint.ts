import { fromBase64, HASH_BYTES, parseSize, toBase64 } from "../bytes.ts";
import { parseNote, type SignedNote } from "./signed-note.ts";

/** The head of a log's tree: who it is of, how many entries it has, and the root over them. */
export type LogCheckpoint = { readonly origin: string; readonly size: number; readonly root: Uint8Array };

/** The text of a note for this tree head. */
export function checkpointText({ origin, size, root }: LogCheckpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** The log checkpoint of a signed note; null if it is none. Who signed it is not judged. */
export function parseCheckpoint(
  text: string,
): { readonly note: SignedNote; readonly checkpoint: LogCheckpoint } | null {
  const note = parseNote(text);
  if (note === null) return null;
  const [origin, size, root, ...more] = note.text.slice(0, -1).split("\n");
  const parsed = { size: parseSize(size), root: fromBase64(root ?? "") };
  if (!origin || parsed.size === null || parsed.root?.length !== HASH_BYTES || more.includes("")) return null;
  return { note, checkpoint: { origin, size: parsed.size, root: parsed.root } };
}
