import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Answer } from "#testing/call.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let ada: Person;
let connector: string;

const dsl = { protocol: "rest", base_url: "https://api.example.com", operations: [{ id: "rows", url: "/rows" }] };

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  ada = await product.person("Ada", 3);
  connector = (await ada.post("/api/connectors/upload", { title: "Rows", is_public: true, dsl })).json.id as string;
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

/** The lock that the test holds: who appends an event of the type waits for it, with the lock of all appends. */
const GATE = 4_242;
const closeGate = (type: string) =>
  db.pool.query(`
    CREATE FUNCTION gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(${GATE}); RETURN NEW; END $$;
    GRANT EXECUTE ON FUNCTION gate TO PUBLIC;
    CREATE TRIGGER gate BEFORE INSERT ON log.events FOR EACH ROW WHEN (NEW.type = '${type}') EXECUTE FUNCTION gate()`);
const WAITING = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE} AND NOT granted`;

/**
 * Kills the product while the call appends an event of the type, and starts it again. `lands`: Postgres writes the event
 * all the same, because it is not told that its client is gone.
 */
async function killedWhileAppending(type: string, lands: boolean, call: () => Promise<Answer>): Promise<void> {
  const holder = await db.pool.connect();
  try {
    await holder.query(`SELECT pg_advisory_lock(${GATE})`);
    await closeGate(type);
    const cut = call().then(
      () => "answered",
      () => "cut",
    );
    await eventually(async () => ((await holder.query(WAITING)).rowCount ?? 0) > 0, 20_000, `No ${type} came`);
    await product.stop("SIGKILL");
    expect(await cut).toBe("cut");
  } finally {
    if (!lands) await holder.query(WAITING.replace("SELECT", "SELECT pg_terminate_backend(pid)"));
    await holder.query(`SELECT pg_advisory_unlock(${GATE})`);
    holder.release();
    await db.pool.query("DROP FUNCTION gate CASCADE");
  }
  const { port, dataDir } = product;
  product = await startProduct({ ...db.installation, port, dataDir });
  // The claim may be very recent: a living process renews its claim every few seconds.
  await db.pool.query("UPDATE requests.answers SET claimed_at = now() WHERE status IS NULL");
}

const KEY = (key: string) => ({ "Idempotency-Key": key });
const countOf = async (types: readonly string[]) => {
  const counted = "SELECT type, count(*)::int AS n FROM log.events WHERE type = ANY ($1) GROUP BY type ORDER BY type";
  const { rows } = await db.pool.query<{ type: string; n: number }>(counted, [types]);
  return Object.fromEntries(rows.map(({ type, n }) => [type, n]));
};

/** Calls of several appends, each cut while it appends one of its events. `effects`: how many events it adds once. */
const CALLS: readonly {
  readonly what: string;
  readonly at: string;
  readonly lands: boolean;
  readonly effects: Readonly<Record<string, number>>;
  readonly prepare?: () => Promise<string>;
  readonly call: (key: string, prepared: string) => Promise<Answer>;
}[] = [
  {
    what: "a new draft",
    at: "DraftCreated",
    lands: true,
    effects: { DraftCreated: 1 },
    call: (key) => ada.post("/api/connectors/draft", { title: "Weather", dsl: "{}" }, KEY(key)),
  },
  {
    what: "an upload",
    at: "DatasetCreated",
    lands: true,
    effects: { DatasetCreated: 1, DatasetLoaded: 1 },
    call: (key) => ada.upload("a\n1\n2\n", { title: "At its creation" }, KEY(key)),
  },
  {
    what: "an upload",
    at: "DatasetLoaded",
    lands: false,
    effects: { DatasetCreated: 1, DatasetLoaded: 1 },
    call: (key) => ada.upload("a\n1\n2\n", { title: "At its load" }, KEY(key)),
  },
  {
    what: "an activation",
    at: "InstanceActivated",
    lands: false,
    effects: { ConnectorSubscribed: 1, InstanceActivated: 1, PlaceTaken: 1 },
    call: (key) => ada.post("/api/connectors/activate", { connector_id: connector }, KEY(key)),
  },
  {
    what: "a publication",
    at: "DraftPublished",
    lands: true,
    effects: { ConnectorVersionPublished: 1, DraftPublished: 1 },
    prepare: async () => (await ada.post("/api/connectors/draft", { title: "Next", dsl })).json.connector.id as string,
    call: (key, draft) => ada.post(`/api/connectors/${draft}/publish`, {}, KEY(key)),
  },
];

test.each(CALLS)(
  "$what whose process was killed at $at (written all the same: $lands): repeated with its key it is answered within seconds, and has one effect",
  { timeout: 120_000 },
  async ({ at, lands, effects, prepare, call }) => {
    const prepared = (await prepare?.()) ?? "";
    const key = `key-${CALLS.findIndex((each) => each.call === call)}`;
    const types = Object.keys(effects);
    const before = await countOf(types);
    await killedWhileAppending(at, lands, () => call(key, prepared));
    const [retry, twin] = await Promise.all([call(key, prepared), call(key, prepared)]);
    expect([retry.status, retry.text]).toEqual([201, expect.any(String)]);
    expect([twin.status, twin.json]).toEqual([retry.status, retry.json]);
    const after = await countOf(types);
    expect(Object.fromEntries(types.map((type) => [type, (after[type] ?? 0) - (before[type] ?? 0)]))).toEqual(effects);
    expect((await call(key, prepared)).headers.get("idempotency-replayed")).toBe("true");
  },
);
