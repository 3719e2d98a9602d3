import { createHash, randomUUID } from "node:crypto";
import { actorText, eventHash } from "#infra/event-store/event-hash.ts";
import type { RecordedEvent } from "#domain/core/event-store.ts";
import { entryLeaf } from "#domain/transparency/log-entry.ts";
import type { LogTree } from "#domain/transparency/ports.ts";
import { inclusionProof } from "#domain/transparency/tree/read-tree.ts";
import { growingTree, type Tile } from "#domain/transparency/tree/tiles.ts";
import { logCrypto } from "#infra/transparency/log-crypto.ts";
import { createLogTree } from "#infra/transparency/log-tree.ts";
import { transparencyMigrations } from "#infra/transparency/transparency-migrations.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { checkTree, leavesOf } from "#infra/transparency/verify/check-tree.ts";
import { type Bench, type Measured, repeated, type Sample, timed } from "../benchmark.ts";
import { DATA } from "./append.ts";

const EVENTS = 1_000_000;
const BATCH = 2_000;
const PROOFS = 500;
const { sha256 } = logCrypto;

/**
 * The tree over a log, compared with the chain of its streams: both hash every event once. `transparency=<events>` for
 * another number than a million.
 */
export async function transparency(bench: Bench): Promise<Measured[]> {
  const events = bench.count ?? EVENTS;
  const hashed: Sample[] = [];
  const grown: Sample[] = [];
  const checked: Sample[] = [];
  const proven: Sample[] = [];
  for (const sample of await repeated(() => measure(bench, events))) {
    hashed.push({ figure: sample.hashes, baseline: sample.chain });
    grown.push({ figure: sample.tree, baseline: sample.chain });
    checked.push({ figure: sample.check, baseline: sample.chain });
    proven.push({ figure: sample.proof, baseline: sample.read });
  }
  const of = `${events.toLocaleString("en")} events`;
  return [
    { name: "tree over the log, hashes", unit: "s", kind: "cost", against: `the chain of ${of}`, samples: hashed },
    { name: "tree over the log, stored", unit: "s", kind: "cost", against: `the chain of ${of}`, samples: grown },
    { name: "log against its tree", unit: "s", kind: "cost", against: `the chain of ${of}`, samples: checked },
    { name: "proof of an event", unit: "ms", kind: "cost", against: "reading one tile", samples: proven },
  ];
}

async function measure(bench: Bench, events: number) {
  const db = await bench.database();
  try {
    await migrate(db.pool, transparencyMigrations);
    const store = createLogTree(db.pool);
    const chain = await timed(async () => chainOf(events));
    const hashes = await timed(() => treeOf({ state: emptyTree, grow: async () => true }, events));
    const tree = await timed(() => treeOf(store, events));
    const check = await timed(() => checkOf(store, events));
    const read = await timed(async () => {
      for (let n = 0; n < PROOFS; n += 1) await store.tiles([{ level: 0, n: (n * 7) % Math.ceil(events / 256) }]);
    });
    const proof = await timed(async () => {
      for (let n = 0; n < PROOFS; n += 1) await inclusionProof(sha256, store.tiles, (n * 7_919) % events, events);
    });
    const perMs = (seconds: number) => (seconds * 1_000) / PROOFS;
    return {
      ...{ chain: chain.seconds, hashes: hashes.seconds, tree: tree.seconds, check: check.seconds },
      ...{ read: perMs(read.seconds), proof: perMs(proof.seconds) },
    };
  } finally {
    await db.drop();
  }
}

const ID = randomUUID();

/** Made anew for each use, as an event that was read is. */
function eventAt(n: number, prevHash: string | null): RecordedEvent {
  return {
    id: ID,
    stream: `run-${ID}-${n}`,
    revision: 1,
    position: String(n),
    type: "RunSucceeded",
    schemaVersion: 1,
    recordedAt: "2026-05-01T08:00:00.123456Z",
    actor: { kind: "user", id: ID },
    commandId: `${ID}/${n}`,
    correlationId: ID,
    causationId: null,
    prevHash,
    hash: ID,
    data: { ...DATA, rowCount: n },
  };
}

/** What an append and a verification do for each event: the hash of its fields, chained to the one before. */
function chainOf(events: number): string {
  let hash = createHash("sha256").digest("hex");
  for (let n = 0; n < events; n += 1) {
    const event = eventAt(n, hash);
    hash = eventHash({ ...event, actor: actorText(event.actor), data: JSON.stringify(event.data) });
  }
  return hash;
}

const leafAt = (n: number) => entryLeaf(eventAt(n, null), sha256);

const emptyTree = async () => ({ size: 0, position: null });

async function treeOf(store: Pick<LogTree, "state" | "grow">, events: number): Promise<void> {
  const tree = growingTree(sha256, { size: 0, edge: [] });
  let state = await store.state();
  for (let from = 0; from < events; from += BATCH) {
    const count = Math.min(BATCH, events - from);
    const tiles: Tile[] = tree.append(Array.from({ length: count }, (_, at) => leafAt(from + at)));
    const starts = new Map(tiles.filter(({ level }) => level === 0).map(({ n }) => [n, String(n * 256)]));
    const after = { size: from + count, position: String(from + count) };
    if (!(await store.grow(state, after, { tiles, starts }))) throw new Error("The tree was not grown");
    state = after;
  }
}

async function checkOf(store: ReturnType<typeof createLogTree>, events: number): Promise<void> {
  const check = checkTree(leavesOf(store.tiles, events), []);
  for (let n = 0; n < events; n += 1) await check.push({ leaf: leafAt(n), stream: "bench", revision: n });
  const { faults } = await check.finish();
  if (faults.length > 0) throw new Error("The tree is not that of its events");
}
