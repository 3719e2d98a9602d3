import {
  concat,
  fromBase64,
  fromHex,
  type LogCrypto,
  sameBytes,
  type Sha256,
  toBase64,
  toHex,
  utf8,
} from "../bytes.ts";

/** Kinds of keys in the C2SP note format: a log's signature, and a witness's cosignature with its time. */
export const KEY_TYPES = { log: 1, witness: 4 } as const;

export type VerifierKey = {
  readonly name: string;
  /** The four bytes of the key id in hex. */
  readonly id: string;
  readonly type: number;
  readonly publicKey: Uint8Array;
};

export type NoteSignature = { readonly name: string; readonly id: string; readonly signature: Uint8Array };
/** `text` ends with its last line's newline. */
export type SignedNote = { readonly text: string; readonly signatures: readonly NoteSignature[] };

const KEY_BYTES = 32;
const ID_BYTES = 4;
const MAX_SIGNATURES = 64;
const MAX_NOTE_CHARACTERS = 100_000;
/** Neither spaces of Unicode nor a plus. */
const NAME = /^[^\s+\u0085\p{Zs}]+$/u;

/** The key of this name, with its id made of name, type and key. */
export function verifierKey(sha256: Sha256, name: string, type: number, publicKey: Uint8Array): VerifierKey {
  const hash = sha256(utf8(`${name}\n`), Uint8Array.of(type), publicKey);
  return { name, id: toHex(hash.subarray(0, ID_BYTES)), type, publicKey };
}

/** A vkey: `<name>+<id>+<base64 of type and key>`. */
export function formatVerifierKey({ name, id, type, publicKey }: VerifierKey): string {
  return `${name}+${id}+${toBase64(concat(Uint8Array.of(type), publicKey))}`;
}

/** The key of a vkey; null if it is not one of an Ed25519 key, or its id is not that of the key. */
export function parseVerifierKey(sha256: Sha256, text: string): VerifierKey | null {
  const [, name = "", id, encoded = ""] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  if (!NAME.test(name) || bytes?.length !== 1 + KEY_BYTES) return null;
  const [type = 0] = bytes;
  if (type !== KEY_TYPES.log && type !== KEY_TYPES.witness) return null;
  const key = verifierKey(sha256, name, type, bytes.subarray(1));
  return key.id === id ? key : null;
}

export function signatureLine({ name, id, signature }: NoteSignature): string {
  return `— ${name} ${toBase64(concat(fromHex(id), signature))}\n`;
}

/** A signature of a line without its newline; null if it is none. */
export function parseSignatureLine(line: string): NoteSignature | null {
  const [, name = "", encoded = ""] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!NAME.test(name) || bytes === null || bytes.length <= ID_BYTES) return null;
  return { name, id: toHex(bytes.subarray(0, ID_BYTES)), signature: bytes.subarray(ID_BYTES) };
}

/** A note of its text and its signature lines. */
export function parseNote(note: string): SignedNote | null {
  if (note.length > MAX_NOTE_CHARACTERS || /[\0-\x09\x0b-\x1f]/.test(note) || !note.isWellFormed()) return null;
  const [, text, last] = /^(.*\n)\n((?:[^\n]+\n)+)$/s.exec(note) ?? [];
  if (text === undefined || last === undefined) return null;
  const lines = last.trimEnd().split("\n");
  const signatures = lines.map(parseSignatureLine).filter((each) => each !== null);
  if (signatures.length !== lines.length || lines.length > MAX_SIGNATURES) return null;
  return { text, signatures };
}

export function formatNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(signatureLine).join("")}`;
}

/** What was verified of a note: a key, and for a witness when it cosigned, in seconds since 1970. */
export type Verified = { readonly key: VerifierKey; readonly time: number | null };

/**
 * The known keys that signed a note. Signatures of others are ignored; null if one of a known key is wrong, which makes
 * the whole note worthless.
 */
export function verifyNote(
  { verify }: Pick<LogCrypto, "verify">,
  { text, signatures }: SignedNote,
  keys: readonly VerifierKey[],
): Verified[] | null {
  const verified: Verified[] = [];
  for (const { name, id, signature } of signatures) {
    const key = keys.find((each) => each.name === name && each.id === id);
    if (!key) continue;
    const time = key.type === KEY_TYPES.witness ? timeOf(signature) : null;
    const isTimed = key.type === KEY_TYPES.witness;
    if (isTimed && time === null) return null;
    const message = time === null ? utf8(text) : cosignedMessage(text, time);
    const bytes = isTimed ? signature.subarray(TIME_BYTES) : signature;
    if (!verify(key.publicKey, message, bytes)) return null;
    if (!verified.some(({ key: known }) => sameBytes(known.publicKey, key.publicKey))) verified.push({ key, time });
  }
  return verified;
}

const TIME_BYTES = 8;

/** What a witness signs: that it has seen this checkpoint as the log's largest at that time. */
export function cosignedMessage(text: string, time: number): Uint8Array {
  return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}

/** A cosignature in the form of its line: the time, then the signature. */
export function timedSignature(time: number, signature: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(TIME_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(time));
  return concat(bytes, signature);
}

function timeOf(signature: Uint8Array): number | null {
  if (signature.length <= TIME_BYTES) return null;
  const time = Number(new DataView(signature.buffer, signature.byteOffset).getBigUint64(0));
  return Number.isSafeInteger(time) ? time : null;
}
