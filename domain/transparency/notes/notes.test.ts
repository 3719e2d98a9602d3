import { describe, expect, test } from "vitest";
import { logCrypto, newSeed, signingKey } from "#infra/transparency/log-crypto.ts";
import { toBase64, utf8 } from "../bytes.ts";
import { leafHash } from "../tree/merkle.ts";
import { growingTree } from "../tree/tiles.ts";
import { consistencyProof, treeRoot } from "../tree/read-tree.ts";
import { formatAddCheckpoint, judgeAddCheckpoint, keysOfLog, parseAddCheckpoint } from "./add-checkpoint.ts";
import { checkpointText, parseCheckpoint } from "./log-checkpoint.ts";
import { formatProof, parseProof } from "./proof-file.ts";
import {
  cosignedMessage,
  formatNote,
  formatVerifierKey,
  KEY_TYPES,
  parseNote,
  parseVerifierKey,
  timedSignature,
  verifierKey,
  verifyNote,
} from "./signed-note.ts";

const { sha256 } = logCrypto;

/** The example of c2sp.org/signed-note. */
const EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const EXAMPLE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

function signer(name: string, type: number) {
  const { publicKey, sign } = signingKey(newSeed());
  const key = verifierKey(sha256, name, type, publicKey);
  const signature = (text: string, time = 1_700_000_000) => ({
    name,
    id: key.id,
    signature: type === KEY_TYPES.log ? sign(utf8(text)) : timedSignature(time, sign(cosignedMessage(text, time))),
  });
  return { key, signature };
}

describe("a signed note", () => {
  test("of the specification is read, verified and written the same", () => {
    const key = parseVerifierKey(sha256, EXAMPLE_KEY)!;
    expect(formatVerifierKey(key)).toBe(EXAMPLE_KEY);
    const note = parseNote(EXAMPLE)!;
    expect(verifyNote(logCrypto, note, [key])).toEqual([{ key, time: null }]);
    expect(formatNote(note)).toBe(EXAMPLE);
    expect(verifyNote(logCrypto, { ...note, text: "This is another message.\n" }, [key])).toBeNull();
    expect(verifyNote(logCrypto, note, [{ ...key, name: "example.com/bar" }])).toEqual([]);
  });

  test.each([
    ["another id", EXAMPLE_KEY.replace("530d", "530e")],
    ["another type", EXAMPLE_KEY.replace("AekyeRrm", "A+kyeRrm")],
    ["a blank", EXAMPLE_KEY.replace("foo", "f o")],
    ["a short key", EXAMPLE_KEY.slice(0, -4)],
  ])("a key with %s is none", (_, text) => expect(parseVerifierKey(sha256, text)).toBeNull());

  test("with two keys of the log and a witness names all three", () => {
    const signers = [signer("log", KEY_TYPES.log), signer("log", KEY_TYPES.log), signer("w", KEY_TYPES.witness)];
    const text = checkpointText({ origin: "log", size: 0, root: sha256() });
    const note = formatNote({ text, signatures: signers.map(({ signature }) => signature(text)) });
    const keys = signers.map(({ key }) => key);
    const verified = verifyNote(logCrypto, parseNote(note)!, keys)!;
    expect(verified.map(({ key, time }) => [key.id, time])).toEqual([
      [keys[0]!.id, null],
      [keys[1]!.id, null],
      [keys[2]!.id, 1_700_000_000],
    ]);
    // The time of a cosignature is signed too.
    const [, , cosigned] = parseNote(note)!.signatures;
    const later = { ...cosigned!, signature: timedSignature(1_800_000_000, cosigned!.signature.subarray(8)) };
    expect(verifyNote(logCrypto, { text, signatures: [later] }, keys)).toBeNull();
  });
});

test("a log checkpoint is read only as it is written", () => {
  const checkpoint = { origin: "example.com/log", size: 20_852_163, root: new Uint8Array(sha256(utf8("x"))) };
  const { key, signature } = signer("example.com/log", KEY_TYPES.log);
  const text = checkpointText(checkpoint);
  const note = (body: string) => formatNote({ text: body, signatures: [signature(body)] });
  expect(parseCheckpoint(note(text))?.checkpoint).toEqual(checkpoint);
  expect(parseCheckpoint(note(`${text}an extension\n`))?.checkpoint).toEqual(checkpoint);
  for (const broken of [text.replace("208", "0208"), text.replace("=", ""), text.replace("example.com/log", "")])
    expect(parseCheckpoint(note(broken))).toBeNull();
  expect(formatVerifierKey(key)).toMatch(/^example\.com\/log\+[0-9a-f]{8}\+A[Q-Za-f]/);
});

test("a proof file is read as it was written, with and without its entry", () => {
  const proof = [sha256(utf8("a")), sha256(utf8("b"))].map((hash) => new Uint8Array(hash));
  const file = { entry: utf8("{}"), index: 73_894, proof, checkpoint: EXAMPLE };
  expect(formatProof(file).split("\n").slice(0, 4)).toEqual([
    "c2sp.org/tlog-proof@v1",
    `extra ${toBase64(utf8("{}"))}`,
    "index 73894",
    toBase64(proof[0]!),
  ]);
  expect(parseProof(formatProof(file))).toEqual(file);
  expect(parseProof(formatProof({ ...file, entry: null, proof: [] }))).toEqual({ ...file, entry: null, proof: [] });
  expect(parseProof(formatProof(file).replace("index 7", "index 07"))).toBeNull();
  expect(parseProof("")).toBeNull();
});

describe("a witness", () => {
  const log = signer("example.com/log", KEY_TYPES.log);
  const keys = [log.key];
  const tree = growingTree(sha256, { size: 0, edge: [] });
  tree.append([..."abcdefg"].map((letter) => leafHash(sha256, utf8(letter))));
  const read = async () => tree.edge();
  const known = async (size: number) => ({ size, root: await treeRoot(sha256, read, size) });
  const request = async (old: number, size: number, changed: { root?: Uint8Array; proof?: Uint8Array[] } = {}) => {
    const text = checkpointText({ origin: "example.com/log", ...(await known(size)), ...changed });
    const proof = changed.proof ?? (await consistencyProof(sha256, read, old, size));
    return formatAddCheckpoint(old, proof, formatNote({ text, signatures: [log.signature(text)] }));
  };
  const judge = async (body: string, seen: number, by = keys) =>
    judgeAddCheckpoint(logCrypto, parseAddCheckpoint(body)!, { keys: by, known: await known(seen) });
  const other = sha256(utf8("other"));

  test("cosigns a first, a longer and the same log checkpoint", async () => {
    for (const [old, size] of [
      [0, 3],
      [3, 7],
      [4, 7],
      [7, 7],
      [0, 0],
    ] as const)
      expect(await judge(await request(old, size), old)).toMatchObject({ ok: true, signatures: [{ id: log.key.id }] });
  });

  test.each([
    ["signed by nobody it knows", 403, () => request(0, 3), 0, [signer("example.com/log", KEY_TYPES.log).key]],
    ["signed wrongly", 403, async () => (await request(0, 3)).replace("\n3\n", "\n4\n"), 0, keys],
    ["shorter than its old size", 400, async () => (await request(3, 3)).replace("old 3", "old 4"), 4, keys],
    ["with another root of the same size", 422, () => request(3, 3, { root: other }), 3, keys],
    ["with another root of a longer tree", 422, () => request(3, 7, { root: other }), 3, keys],
    ["without a proof", 422, () => request(3, 7, { proof: [] }), 3, keys],
    ["with a proof from nothing", 422, () => request(0, 3, { proof: [other] }), 0, keys],
    ["empty with a root", 422, () => request(0, 0, { root: other }), 0, keys],
  ])("does not cosign one that is %s: %i", async (_, status, body, seen, by) => {
    expect(await judge(await body(), seen, by)).toMatchObject({ ok: false, status });
  });

  test("tells the size that it knows", async () => {
    expect(await judge(await request(3, 7), 4)).toEqual({ ok: false, status: 409, size: 4 });
  });

  test("knows a log by the origin of its key", async () => {
    const parsed = parseAddCheckpoint(await request(0, 3))!;
    expect(keysOfLog([...keys, signer("other", KEY_TYPES.log).key], parsed)).toEqual(keys);
  });

  test.each(["", "old 1\n\n", "old 01\n\n" + EXAMPLE, "old 0\nAAAA\n\nx\n0\n\n", "new 1\n"])(
    "%j is no request",
    (body) => expect(parseAddCheckpoint(body)).toBeNull(),
  );
});
