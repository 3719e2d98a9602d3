#!/usr/bin/env node
/**
 * Checks, without any server, that an event is in a transparency log (C2SP tlog-proof):
 *
 *   node verify.mjs <file> <proof.tlog-proof> --key <vkey> [--witness <vkey>]… [--quorum <n>]
 *
 * <file>: the entry itself, or a file whose SHA-256 is in the event, such as the CSV file of a dataset's version.
 * --key: the verifier key of the log, from somebody you trust. --witness: verifier keys of servers that cosign the log;
 * --quorum: how many of them must have signed; all by default. Exit status: 0 proven, 1 not proven, 2 wrong use.
 *
 * One file without dependencies, for Node.js 20 or newer. It is written from the specifications alone and shares no code
 * with the server.
 */
import { createHash, createPublicKey, timingSafeEqual, verify } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { parseArgs } from "node:util";

const USAGE = "Usage: node verify.mjs <file> <proof.tlog-proof> --key <vkey> [--witness <vkey>]... [--quorum <n>]";
const LOG_KEY = 1;
const WITNESS_KEY = 4;
const MAX_ENTRY_BYTES = 65_535;
/** What stands before the 32 bytes of an Ed25519 key in SPKI. */
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

class NotProven extends Error {}
class WrongUse extends Error {}

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const same = (a, b) => a.length === b.length && timingSafeEqual(a, b);

function base64(text, what) {
  const bytes = Buffer.from(text, "base64");
  if (bytes.toString("base64") !== text) throw new NotProven(`${what} is not valid base64.`);
  return bytes;
}

function parseKey(vkey, type) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? [];
  const bytes = Buffer.from(encoded ?? "", "base64");
  if (bytes.length !== 33 || bytes[0] !== type)
    throw new WrongUse(`${vkey} is no verifier key of ${type === LOG_KEY ? "a log" : "a witness"}.`);
  if (sha256(`${name}\n`, bytes).subarray(0, 4).toString("hex") !== id)
    throw new WrongUse(`The id in ${vkey} is not that of its key.`);
  return { name, id, publicKey: bytes.subarray(1), type };
}

function parseProof(text) {
  const end = text.indexOf("\n\n");
  const lines = text.slice(0, Math.max(end, 0)).split("\n");
  if (lines.shift() !== "c2sp.org/tlog-proof@v1") throw new NotProven("This is no tlog-proof file.");
  const extra = lines[0]?.startsWith("extra ") ? base64(lines.shift().slice(6), "The extra line") : null;
  const index = /^index (0|[1-9]\d{0,14})$/.exec(lines.shift() ?? "")?.[1];
  if (index === undefined) throw new NotProven("The proof does not say which entry it is of.");
  return { extra, index: BigInt(index), hashes: lines.map((line) => base64(line, "A hash of the proof")), note: text.slice(end + 2) };
}

function parseNote(note) {
  const end = note.lastIndexOf("\n\n");
  if (end < 0) throw new NotProven("The log checkpoint has no signatures.");
  const text = note.slice(0, end + 1);
  const [origin, size, root] = text.split("\n");
  if (!/^(0|[1-9]\d{0,14})$/.test(size ?? "")) throw new NotProven("The log checkpoint has no size.");
  const signatures = note
    .slice(end + 2)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? [];
      if (name === undefined) throw new NotProven("The log checkpoint has a line that is no signature.");
      const bytes = base64(encoded, "A signature");
      return { name, id: bytes.subarray(0, 4).toString("hex"), bytes: bytes.subarray(4) };
    });
  return { text, origin, size: BigInt(size), root: base64(root ?? "", "The root"), signatures };
}

/** Whether the key has signed; for a witness also when. A wrong signature of a known key makes the note worthless. */
function signedBy({ text, signatures }, key) {
  const found = signatures.find(({ name, id }) => name === key.name && id === key.id);
  if (!found) return null;
  const isTimed = key.type === WITNESS_KEY;
  const time = isTimed && found.bytes.length === 72 ? found.bytes.readBigUInt64BE() : null;
  const message = isTimed ? `cosignature/v1\ntime ${time}\n${text}` : text;
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, key.publicKey]), format: "der", type: "spki" });
  const signature = isTimed ? found.bytes.subarray(8) : found.bytes;
  if (!verify(null, Buffer.from(message), publicKey, signature))
    throw new NotProven(`The signature of ${key.name} is wrong.`);
  return { time };
}

/** RFC 9162, section 2.1.3.2. */
function includes(leaf, { index, hashes }, { size, root }) {
  if (index >= size) return false;
  let [node, last, hash] = [index, size - 1n, leaf];
  for (const sibling of hashes) {
    if (last === 0n) return false;
    if ((node & 1n) === 1n || node === last) {
      hash = sha256("\x01", sibling, hash);
      while ((node & 1n) === 0n && node !== 0n) [node, last] = [node >> 1n, last >> 1n];
    } else hash = sha256("\x01", hash, sibling);
    [node, last] = [node >> 1n, last >> 1n];
  }
  return last === 0n && same(hash, root);
}

async function digestOf(file) {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

/** Where a text is among the values of an event's data, as a path. */
function pathOf(value, text, path = "") {
  if (value === text) return path;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, field] of Object.entries(value)) {
    const found = pathOf(field, text, path === "" ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

async function check(file, proofFile, keyText, witnessTexts, quorumText) {
  const key = parseKey(keyText, LOG_KEY);
  const witnesses = witnessTexts.map((text) => parseKey(text, WITNESS_KEY));
  const quorum = quorumText === undefined ? witnesses.length : Number(quorumText);
  if (!Number.isInteger(quorum) || quorum < 0 || quorum > witnesses.length)
    throw new WrongUse("--quorum is at most the number of witnesses.");
  const proof = parseProof(await readFile(proofFile, "utf8"));
  const note = parseNote(proof.note);
  if (note.origin !== key.name) throw new NotProven(`The log checkpoint is of ${note.origin}, and the key of ${key.name}.`);
  if (!signedBy(note, key)) throw new NotProven(`The log checkpoint is not signed by ${keyText}.`);
  const cosigned = witnesses.map((each) => ({ name: each.name, ...signedBy(note, each) })).filter(({ time }) => time);
  if (cosigned.length < quorum) throw new NotProven(`${cosigned.length} of ${quorum} witnesses have cosigned.`);

  const inLog = (entry) => includes(sha256("\x00", entry), proof, note);
  const given = (await stat(file)).size <= MAX_ENTRY_BYTES ? await readFile(file) : null;
  const isEntry = given !== null && inLog(given);
  const entry = isEntry ? given : proof.extra;
  if (entry === null) throw new NotProven("The file is not the entry, and the proof does not hold the entry.");
  if (!inLog(entry)) throw new NotProven("The entry is not in the tree of the log checkpoint.");
  const event = JSON.parse(entry.toString("utf8"));
  const path = isEntry ? null : pathOf(event.data ?? {}, await digestOf(file));
  if (!isEntry && path === null) throw new NotProven(`The event ${event.type} is in the log, but it does not name this file.`);
  return [
    `Proven: ${event.type}, revision ${event.revision} of ${event.stream}, recorded at ${event.recordedAt},`,
    `is entry ${proof.index} of ${note.size} in the log ${note.origin}.`,
    ...(isEntry ? [] : [`The SHA-256 of the file is in its data (${path}).`]),
    ...cosigned.map(({ name, time }) => `Cosigned by ${name} at ${new Date(Number(time) * 1000).toISOString()}.`),
  ].join("\n");
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: "string" }, witness: { type: "string", multiple: true }, quorum: { type: "string" } },
  });
  const [file, proof, ...more] = positionals;
  if (!file || !proof || more.length > 0 || !values.key) throw new WrongUse(USAGE);
  console.log(await check(file, proof, values.key, values.witness ?? [], values.quorum));
} catch (error) {
  const isUse = error instanceof WrongUse || ["ENOENT", "EISDIR", "EACCES"].includes(error.code) || String(error.code).startsWith("ERR_PARSE_ARGS");
  console.error(error instanceof NotProven ? `Not proven: ${error.message}` : error instanceof SyntaxError ? "Not proven: the entry is no event." : error.message);
  process.exitCode = isUse ? 2 : 1;
}
