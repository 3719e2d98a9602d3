import { readFile } from "node:fs/promises";
import { parseCheckpoint } from "#domain/transparency/notes/log-checkpoint.ts";
import { type VerifierKey, verifyNote } from "#domain/transparency/notes/signed-note.ts";
import type { CheckpointToCheck } from "./check-tree.ts";
import { logCrypto } from "../log-crypto.ts";

/** A log checkpoint that one of the keys has signed; throws a sentence if it is none. */
export function signedCheckpoint(text: string, name: string, keys: readonly VerifierKey[]): CheckpointToCheck {
  const parsed = parseCheckpoint(text);
  if (parsed === null) throw new Error(`${name} is no log checkpoint.`);
  const { checkpoint, note } = parsed;
  const ofLog = keys.filter((key) => key.name === checkpoint.origin);
  if (!verifyNote(logCrypto, note, ofLog)?.length)
    throw new Error(`${name} is not signed by a known key of ${checkpoint.origin}: give its key with --key.`);
  return { checkpoint, name };
}

/** The same of a file. */
export async function readCheckpoint(file: string, keys: readonly VerifierKey[]): Promise<CheckpointToCheck> {
  return signedCheckpoint(await readFile(file, "utf8"), `the log checkpoint in ${file}`, keys);
}
