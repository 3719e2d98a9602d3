import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "#testing/call.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** What a running product tells a program of the real things that happen, also when its process is killed on the way. */
type Told = {
  readonly path: string;
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
};
const DELIVERED_WITHIN_MS = 60_000;
const received: Told[] = [];
const secrets = new Map<string, string>();
/** Kept from an answer until it is released. */
let held: PromiseWithResolvers<void> | null = null;
let apiStatus = { rows: 200, more: 200 };
let db: InstalledDatabase;
let asked = 1;
let server: TestServer;
let product: Product;
let [ada, ben]: Person[] = [];
let instance: string;

beforeAll(async () => {
  db = await installedDatabase();
  server = await httpServer((request, response) => {
    const { url = "", headers } = request;
    if (!url.startsWith("/hook/")) {
      response.writeHead(apiStatus[url === "/more" ? "more" : "rows"], { "content-type": "application/json" });
      // A run without news makes no version.
      return void response.end(JSON.stringify([{ id: 1 }, { id: (asked += 1) }]));
    }
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const body = Buffer.concat(chunks).toString();
        // Throws, and is not noted, if it is not from the product.
        new Webhook(secrets.get(url)!).verify(body, headers as Record<string, string>);
        const { type, data } = JSON.parse(body) as Pick<Told, "type" | "data">;
        received.push({ path: url, id: String(headers["webhook-id"]), type, data });
        void (held?.promise ?? Promise.resolve()).then(() => response.writeHead(204).end());
      });
  });
  await start();
  [ada, ben] = await Promise.all(["Ada", "Ben"].map((name) => product.person(name, 3)));
  const at = `http://127.0.0.1:${server.port}`;
  const dsl = {
    ...{ protocol: "rest", base_url: at },
    operations: ["rows", "more"].map((id) => ({ id, method: "GET", url: `${at}/${id}`, records: "$" })),
  };
  const connector = await done(ada!.post("/api/connectors/upload", { title: "Rows", is_public: true, dsl }));
  instance = (await done(ada!.post("/api/connectors/activate", { connector_id: connector.id }))).id;
  const kinds = ["run.succeeded", "run.partial", "run.failed", "dataset.version", "access.requested", "schema.changed"];
  for (const [who, path, told] of [
    [ada!, "/hook/ada", kinds],
    [ben!, "/hook/ben", ["dataset.version"]],
  ] as const) {
    const { secret } = await done(who.post("/api/webhooks", { url: at + path, kinds: told }));
    secrets.set(path, secret);
  }
});
afterAll(async () => {
  await product?.remove();
  await server?.close();
  await db?.drop();
});

async function start(): Promise<void> {
  const again = product ? { dataDir: product.dataDir } : {};
  product = await startProduct({ ...db.installation, upstreams: [server.port], ...again });
}

/** The body of an answer that must be a success. */
async function done(answer: Promise<Answer>) {
  const { status, text, json } = await answer;
  expect(status, text).toBeLessThan(300);
  return json;
}

const run = () => done(ada!.post(`/api/connectors/instance/${instance}/run`, {}));
const at = (path: string, type: string) =>
  received.filter((each) => each.path === path && each.type === `tributary.${type}`);
/** Waits until so many of a kind have come to a path, and returns what the last one says. */
const told = (path: string, type: string, count: number) =>
  eventually(
    async () => (at(path, type).length >= count ? at(path, type).at(-1)!.data : null),
    DELIVERED_WITHIN_MS,
    `${type} did not come to ${path}: ${JSON.stringify(received)}`,
  );

let datasetId: string;

test(
  "runs, requests and versions of a dataset made from a connection are told to those whom they concern",
  { timeout: 120_000 },
  async () => {
    const { runId } = await run();
    expect(await told("/hook/ada", "run.succeeded", 1)).toMatchObject({
      run_id: runId,
      instance_id: instance,
      row_count: 4,
    });
    const card = { title: "Rivers", is_public: true, on_request: true, operation: "rows" };
    datasetId = (await done(ada!.post(`/api/connectors/instance/${instance}/publish`, card))).id;
    const version = { dataset_id: datasetId, row_count: 2, rejected_rows: 0 };
    expect(await told("/hook/ada", "dataset.version", 1)).toEqual({ ...version, version: 1 });
    await done(ben!.post(`/api/assets/${datasetId}/requests`, { reason: "A study of bridges" }));
    expect(await told("/hook/ada", "access.requested", 1)).toEqual({ dataset_id: datasetId, user_id: ben!.id });
    await done(
      ada!.call("PATCH", `/api/assets/${datasetId}/requests`, { body: { answer: "approve", email: ben!.email } }),
    );
    await run();
    for (const [path, count] of [
      ["/hook/ada", 2],
      ["/hook/ben", 1],
    ] as const)
      expect(await told(path, "dataset.version", count)).toEqual({ ...version, version: 2 });

    apiStatus = { rows: 200, more: 400 };
    expect(await run()).toMatchObject({ status: "partial" });
    expect(await told("/hook/ada", "run.partial", 1)).toMatchObject({ status: "partial", error_code: "api" });
    expect(await told("/hook/ben", "dataset.version", 2)).toEqual({ ...version, version: 3 });
    apiStatus = { rows: 400, more: 400 };
    expect(await run()).toMatchObject({ status: "failed" });
    expect(await told("/hook/ada", "run.failed", 1)).toMatchObject({ status: "failed", row_count: 0 });
    apiStatus = { rows: 200, more: 200 };
    expect(at("/hook/ada", "dataset.version").map(({ data }) => data["version"])).toEqual([1, 2, 3]);
    expect(new Set(received.map(({ path, id }) => path + id)).size).toBe(received.length);
  },
);

/** Sending is put off from now on: nothing is leased. */
const holdSending = () =>
  db.pool.query(`
    CREATE FUNCTION webhooks.held() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    GRANT EXECUTE ON FUNCTION webhooks.held TO PUBLIC;
    CREATE TRIGGER held BEFORE UPDATE OF leased_until ON webhooks.endpoints
      FOR EACH ROW WHEN (NEW.leased_until IS NOT NULL) EXECUTE FUNCTION webhooks.held()`);
const letSend = () => db.pool.query("DROP FUNCTION webhooks.held CASCADE");
/** Kills the product, and lets what it held be free as if a minute had passed. */
async function killed(): Promise<void> {
  await product.stop("SIGKILL");
  await db.pool.query("UPDATE webhooks.endpoints SET leased_until = now() WHERE leased_until IS NOT NULL");
  await db.pool.query("UPDATE agenda_jobs SET locked_at = NULL WHERE locked_at IS NOT NULL");
}
const waiting = async (kind: string) => {
  const found = "SELECT message_id FROM webhooks.deliveries WHERE kind = $1 AND status = 'waiting'";
  return (await db.pool.query<{ message_id: string }>(found, [kind])).rows.map(({ message_id }) => message_id);
};

test(
  "a product that is killed before it queues, before it sends or while it sends delivers with one id after its start",
  { timeout: 240_000 },
  async () => {
    const before = at("/hook/ada", "run.succeeded").length;
    // Before it queues: the queue's position is locked when the run ends.
    const locked = await db.pool.connect();
    await locked.query("BEGIN; SELECT FROM webhooks.checkpoint FOR UPDATE");
    const { runId } = await run();
    await killed();
    await locked.query("ROLLBACK");
    locked.release();
    expect(await waiting("run.succeeded")).toEqual([]);
    // Before it sends: the next process queues, and may not send.
    await holdSending();
    await start();
    const [queued, ...more] = await eventually(
      async () => {
        const ids = await waiting("run.succeeded");
        return ids.length > 0 ? ids : null;
      },
      DELIVERED_WITHIN_MS,
      "Nothing was queued",
    );
    expect(more).toEqual([]);
    await killed();
    expect(at("/hook/ada", "run.succeeded")).toHaveLength(before);
    // While it sends: the program has the request, and has not answered.
    await letSend();
    held = Promise.withResolvers();
    await start();
    expect(await told("/hook/ada", "run.succeeded", before + 1)).toMatchObject({ run_id: runId });
    await killed();
    held.resolve();
    held = null;
    await start();
    await told("/hook/ada", "run.succeeded", before + 2);
    const sent = at("/hook/ada", "run.succeeded").slice(before);
    expect(sent.map(({ id, data }) => [id, data["run_id"]])).toEqual([
      [queued, runId],
      [queued, runId],
    ]);
    await eventually(
      async () => (await waiting("run.succeeded")).length === 0 || null,
      DELIVERED_WITHIN_MS,
      "It is not recorded as sent",
    );
    // What came with the run came too, each version once or more.
    await told("/hook/ben", "dataset.version", 3);
    expect([...new Set(at("/hook/ben", "dataset.version").map(({ data }) => data["version"]))]).toEqual([2, 3, 4]);
  },
);
