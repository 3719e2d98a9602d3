import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatAddCheckpoint } from "#domain/transparency/notes/add-checkpoint.ts";
import { parseCheckpoint } from "#domain/transparency/notes/log-checkpoint.ts";
import { KEY_TYPES, parseVerifierKey, signatureLine, verifyNote } from "#domain/transparency/notes/signed-note.ts";
import { logCrypto } from "#infra/transparency/log-crypto.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { testKey } from "#testing/transparency/log-in-tests.ts";

const { sha256 } = logCrypto;
const VERIFY = path.resolve(import.meta.dirname, "../../../public/verify.mjs");
const CSV = "name,km\nRhine,1233\n";
const otherLog = testKey("other.example.org/log");
const witness = testKey("witness.example.org", KEY_TYPES.witness);

let db: FreshDatabase;
let witnessServer: TestServer;
let product: Product;
let ana: Person;
let ben: Person;
let admin: Person;
let folder: string;
let stream: string;
let key: string;

beforeAll(async () => {
  db = await testDatabase();
  witnessServer = await httpServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const { note } = parseCheckpoint(body.slice(body.indexOf("\n\n") + 2))!;
      response.end(signatureLine(witness.cosign(note.text, 1_790_000_000)));
    });
  });
  product = await startProduct({
    databaseUrl: db.url,
    upstreams: [witnessServer.port],
    env: {
      ADMIN_EMAILS: "chief@example.org",
      WITNESSES: `${witness.vkey} http://127.0.0.1:${witnessServer.port}/w`,
      WITNESSED_LOGS: otherLog.vkey,
    },
  });
  [ana, ben, admin] = await Promise.all([product.person("Ana", 3), product.person("Ben", 3), product.person("Chief")]);
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-proof-"));
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: "Rivers", is_public: "false" })) form.append(name, value);
  form.append("file", new Blob([CSV]), "rivers.csv");
  const { json } = await ana.call("POST", "/api/assets/upload-csv", { body: form });
  stream = `dataset-${json.id}`;
  key = await eventually(async () => (await keys())["log"]);
}, 90_000);
afterAll(async () => {
  await product?.remove();
  await witnessServer?.close();
  await db?.drop();
  if (folder) await rm(folder, { recursive: true });
});

async function keys(): Promise<Record<string, string>> {
  const { text } = await product.call("GET", "/log/keys");
  return Object.fromEntries(text.split("\n").flatMap((line) => (line ? [line.split(" ") as [string, string]] : [])));
}
const proofPath = (revision: number | string) => `/api/history/${stream}/${revision}/proof`;
const proofOf = (who: Person, revision: number) =>
  eventually(async () => {
    const answer = await who.call("GET", proofPath(revision));
    return answer.status === 409 ? undefined : answer;
  });

function verify(...args: readonly string[]): Promise<{ status: number; out: string; faults: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [VERIFY, ...args], (_, out, faults) =>
      resolve({ status: child.exitCode ?? -1, out, faults }),
    );
  });
}

describe("the log as anybody reads it", () => {
  test("is a signed and cosigned checkpoint, and tiles of hashes for ever", async () => {
    const known = [parseVerifierKey(sha256, key)!, witness.key];
    const note = await eventually(async () => {
      const { text } = await product.call("GET", "/log/checkpoint");
      const parsed = parseCheckpoint(text);
      return parsed && verifyNote(logCrypto, parsed.note, known)?.length === 2 ? parsed : undefined;
    });
    expect(note.checkpoint.origin).toBe(`localhost:${product.port}/log`);
    const { size } = note.checkpoint;
    const head = await product.call("GET", "/log/checkpoint");
    expect([head.headers.get("content-type"), head.headers.get("cache-control")]).toEqual([
      "text/plain; charset=utf-8",
      "public, max-age=2",
    ]);
    const tile = await fetch(`${product.url}/log/tile/0/000.p/${size}`);
    expect([tile.status, tile.headers.get("content-type"), tile.headers.get("cache-control")]).toEqual([
      200,
      "application/octet-stream",
      "public, max-age=31536000, immutable",
    ]);
    expect((await tile.arrayBuffer()).byteLength).toBe(size * 32);
    for (const missing of ["0/000", "1/000.p/1", "0/001.p/1", "64/000", "0/0", "0/000.p/0", "-1/000", "0/"])
      expect((await product.call("GET", `/log/tile/${missing}`)).json, missing).toMatchObject({
        code: "log-tile-missing",
        error: "The signed log has no such tile.",
      });
  });

  test("shows its entries to admins only", async () => {
    const at = "/log/tile/entries/000.p/3";
    expect((await product.call("GET", at)).status).toBe(401);
    expect((await ben.call("GET", at)).json).toMatchObject({
      error: "Only auditors and admins can read the entries of the log.",
    });
    const answer = await eventually(async () => {
      const entries = await admin.call("GET", at);
      return entries.status === 404 ? undefined : entries;
    });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    expect(answer.text).toContain('"stream":"');
    expect(answer.text).not.toContain("chief@example.org");
  });
});

describe("the proof of an event", () => {
  test("is for its owner and admins; for others there is no such event", async () => {
    for (const who of [ana, admin]) expect((await proofOf(who, 0)).status).toBe(200);
    expect((await product.call("GET", proofPath(0))).status).toBe(401);
    const foreign = await ben.call("GET", proofPath(0));
    const missing = await ben.call("GET", proofPath(99));
    expect([foreign.status, foreign.json.error]).toEqual([missing.status, missing.json.error]);
    for (const revision of ["-1", "x", "01", "99999999999"])
      expect((await ana.call("GET", proofPath(revision))).status, revision).toBe(404);
  });

  test("shows, without the server, that a file is the one of a version", async () => {
    const answer = await proofOf(ana, 0);
    expect(answer.headers.get("content-disposition")).toContain(`${stream}-0.tlog-proof`);
    const [csv, proof, other] = ["rivers.csv", "rivers.tlog-proof", "other.csv"].map((name) => path.join(folder, name));
    await writeFile(csv!, CSV);
    await writeFile(other!, CSV.replace("1233", "1234"));
    await writeFile(proof!, answer.text);
    expect(await verify(csv!, proof!, "--key", key)).toMatchObject({
      status: 0,
      out: expect.stringMatching(
        new RegExp(`^Proven: DatasetCreated, revision 0 of ${stream}, .*\n.*\nThe SHA-256 .* \\(file\\.sha256\\)`),
      ),
    });
    const cosigned = await eventually(async () => {
      await writeFile(proof!, (await ana.call("GET", proofPath(0))).text);
      const found = await verify(csv!, proof!, "--key", key, "--witness", witness.vkey);
      return found.status === 0 ? found : undefined;
    });
    expect(cosigned.out).toContain("Cosigned by witness.example.org at 2026-09-21T");
    const text = (await ana.call("GET", proofPath(0))).text;
    const entry = Buffer.from(/^extra (\S+)$/m.exec(text)![1]!, "base64");
    const entryFile = path.join(folder, "entry.json");
    await writeFile(entryFile, entry);
    expect((await verify(entryFile, proof!, "--key", key)).status).toBe(0);
    expect(entry.toString()).toContain(createHash("sha256").update(CSV).digest("hex"));

    const refused = async (args: readonly string[], status: number, says: RegExp) =>
      expect(await verify(...args)).toMatchObject({ status, faults: expect.stringMatching(says) });
    await refused([other!, proof!, "--key", key], 1, /does not name this file/);
    await refused([csv!, proof!, "--key", otherLog.vkey], 1, /^Not proven: The log checkpoint is of/);
    const stranger = testKey("stranger.example.org", KEY_TYPES.witness).vkey;
    await refused([csv!, proof!, "--key", key, "--witness", stranger], 1, /0 of 1 witnesses/);
    await refused([csv!, proof!], 2, /^Usage/);
    await refused([csv!, proof!, "--key", "nonsense"], 2, /no verifier key/);
    await refused([path.join(folder, "none"), proof!, "--key", key], 2, /ENOENT/);
    const forged = entry.toString().replace("Rivers", "Rivals");
    await writeFile(proof!, text.replace(/^extra .*$/m, `extra ${Buffer.from(forged).toString("base64")}`));
    await refused([csv!, proof!, "--key", key], 1, /not in the tree/);
    await writeFile(
      proof!,
      text.replace(/^(\d+)$/m, (size) => String(Number(size) + 1)),
    );
    await refused([csv!, proof!, "--key", key], 1, /signature of .* is wrong/);
  });
});

test("an event that is not signed yet has its proof a little later", async () => {
  const client = await db.pool.connect();
  // Nothing is added to the tree meanwhile.
  await client.query("BEGIN; SELECT FROM transparency.tree FOR UPDATE");
  try {
    await ana.call("PATCH", `/api/assets/${stream.slice("dataset-".length)}`, { body: { title: "Long rivers" } });
    const revision = await eventually(async () => {
      const { rows } = await db.pool.query("SELECT revision FROM log.events WHERE type = 'DatasetEdited'");
      return rows[0]?.revision as number | undefined;
    });
    const early = await ana.call("GET", proofPath(revision));
    expect([early.status, early.headers.get("retry-after"), early.json.error]).toEqual([
      409,
      "5",
      "No signed log checkpoint has this event yet. Try again in a few seconds.",
    ]);
    await client.query("COMMIT");
    expect((await proofOf(ana, revision)).status).toBe(200);
  } finally {
    client.release(true);
  }
});

test("a fork is a warning of /readyz and stands on the page, until the log is the signed one again", async () => {
  const kept = path.join(product.dataDir, "log", "checkpoint");
  const note = await readFile(kept, "utf8");
  const warnings = async () => ((await product.call("GET", "/readyz")).json as { warnings?: string[] }).warnings ?? [];
  const size = Number(note.split("\n")[1]);
  await writeFile(kept, note.replace(`\n${size}\n`, `\n${size + 1_000}\n`));
  const sentence = await eventually(async () => (await warnings()).find((each) => each.startsWith("The log has")));
  expect(sentence).toMatch(new RegExp(`a log checkpoint of ${size + 1_000} events was signed: an older backup`));
  expect((await product.call("GET", "/readyz")).status).toBe(200);
  const page = await (await fetch(`${product.url}/log`)).text();
  expect(page).toContain("The log does not continue what was signed before.");
  expect(page).toContain(`${size + 1_000} events was signed`);
  expect(product.output()).toMatch(/"event":"log-shorter","msg":"The log has forked/);
  await writeFile(kept, note);
  await eventually(async () => ((await warnings()).length === 0 ? true : undefined));
});

describe("as a witness", () => {
  const note = (size: number, root: Uint8Array) => {
    const text = `other.example.org/log\n${size}\n${Buffer.from(root).toString("base64")}\n`;
    return `${text}\n${signatureLine(otherLog.sign(text))}`;
  };
  const post = (body: string, type = "text/plain") =>
    product.call("POST", "/log/witness/add-checkpoint", { body, headers: { "content-type": type } });
  const [one, two] = [sha256(Buffer.from("\0one")), sha256(Buffer.from("\0two"))];
  const both = sha256(Buffer.from("\x01"), one, two);

  test("the server cosigns a log that goes on, and no other", async () => {
    const first = await post(formatAddCheckpoint(0, [], note(1, one)));
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    const vkey = (await keys())["witness"]!;
    const verified = (text: string) =>
      verifyNote(logCrypto, parseCheckpoint(text)!.note, [parseVerifierKey(sha256, vkey)!])?.length;
    expect(verified(note(1, one) + first.text)).toBe(1);
    const late = await post(formatAddCheckpoint(0, [], note(2, both)));
    expect([late.status, late.headers.get("content-type"), late.text]).toEqual([409, "text/x.tlog.size", "1\n"]);
    expect((await post(formatAddCheckpoint(1, [one], note(2, both)))).status).toBe(422);
    const second = await post(formatAddCheckpoint(1, [two], note(2, both)));
    expect(second.status).toBe(200);
    const hash = createHash("sha256").update("other.example.org/log").digest("hex");
    const stored = await product.call("GET", `/log/witness/${hash}/checkpoint`);
    expect(stored.text).toBe(note(2, both) + second.text);
    expect((await product.call("GET", "/log/witness/00/checkpoint")).json).toMatchObject({
      error: "No log checkpoint was signed yet.",
    });
  });

  test.each([
    [
      "is no request",
      400,
      "old",
      "The request is not the old size, a proof and a log checkpoint, as c2sp.org/tlog-witness describes them.",
    ],
    [
      "is of another log",
      404,
      formatAddCheckpoint(0, [], note(1, one).replaceAll("other.", "")),
      "This server is not set up to cosign this log.",
    ],
    [
      "is not signed by its log",
      403,
      formatAddCheckpoint(0, [], note(1, one).replace("\n1\n", "\n3\n")),
      "The log checkpoint is not signed by a key of its log.",
    ],
    [
      "does not continue",
      422,
      formatAddCheckpoint(2, [], note(2, one)),
      "The log checkpoint is not shown to continue the one that this server cosigned last.",
    ],
    ["is too long", 413, "x".repeat(70_000), "The request is larger than"],
  ])("a request that %s is refused: %i", async (_, status, body, says) => {
    const answer = await post(body);
    expect([answer.status, answer.json.error]).toEqual([status, expect.stringContaining(says)]);
  });

  test("the server has a key a few seconds after its first start", async () => {
    await db.pool.query("DELETE FROM vault.secrets WHERE name = 'witness-keys'");
    expect((await post(formatAddCheckpoint(2, [], note(2, both)))).json).toMatchObject({
      error: "This server has no key to cosign with yet. Try again in a few seconds.",
    });
  });
});
