import { afterAll, beforeAll, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { roundOfSchedule } from "#testing/schedule.ts";

const RUNS = 25;

let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let ana: Person;
let ben: Person;
/** Whether `/slow` answers in small pieces, never, or normally. */
let mood: "dribbling" | "hanging" | "well" = "dribbling";
/** Unanswered calls, with the path of each. */
const open = new Map<object, string>();

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/well" || mood === "well") return void response.end('[{"id":1}]');
    open.set(response, request.url ?? "");
    const dribble = mood === "dribbling" ? setInterval(() => response.write(" "), 200) : undefined;
    response.once("close", () => {
      clearInterval(dribble);
      open.delete(response);
    });
  });
  product = await start();
  [ana, ben] = [await product.person("Ana", 3), await product.person("Ben", 3)];
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

const start = (before?: Product) =>
  startProduct({
    ...db.installation,
    upstreams: [upstream.port],
    env: { RUN_SLOTS_PER_USER: "5", RESPONSE_MIN_BYTES_PER_MINUTE: "0" },
    ...(before ? { dataDir: before.dataDir, port: before.port } : {}),
  });

async function connect(who: Person, title: string, path: string): Promise<string> {
  const dsl = {
    protocol: "rest",
    auth: { type: "none" },
    retry: { max_attempts: 1 },
    operations: [{ id: "items", url: `http://127.0.0.1:${upstream.port}${path}`, records: "$" }],
  };
  const connector = await who.post("/api/connectors/upload", { title, is_public: false, dsl });
  const instance = await who.post("/api/connectors/activate", { connector_id: connector.json.id });
  expect([instance.status, instance.text]).toEqual([201, expect.any(String)]);
  return instance.json.id;
}

/** Starts runs and disconnects; the runs continue. */
async function begin(ids: readonly string[]): Promise<void> {
  const leaving = new AbortController();
  for (const id of ids)
    ana.call("POST", `/api/connectors/run/${id}`, { body: {}, signal: leaving.signal }).catch(() => undefined);
  await eventually(
    async () => (await db.pool.query("SELECT FROM runs.claims")).rowCount === ids.length,
    20_000,
    "The runs were not started",
  );
  leaving.abort();
}

const status = async (id: string) =>
  (await ana.get(`/api/connectors/instance/${id}/runs`)).json[0]?.status as string | undefined;
const budget = async (line: string) =>
  Number(new RegExp(`^${line} (\\d+)$`, "m").exec((await product.call("GET", "/metrics")).text)?.[1]);
const jobs = async () =>
  (await db.pool.query<{ id: string }>("SELECT data->>'id' AS id FROM agenda_jobs WHERE name = 'pull'")).rows.map(
    ({ id }) => id,
  );
test(
  "one user's endless runs hold up nobody, SIGTERM ends them all, and after a restart they are done",
  { timeout: 240_000 },
  async () => {
    const quick = await connect(ben, "Ben's own", "/well");
    const slow: string[] = [];
    for (let at = 0; at < RUNS; at += 1) slow.push(await connect(ana, `Slow ${at}`, `/slow/${at}`));
    await begin(slow);
    await eventually(async () => open.size === 5, 20_000, "The share was not used");
    // Every other run has requested a slot, and was postponed.
    await eventually(
      async () => (await budget('tributary_budget_waiting\\{budget="run slots"\\}')) === RUNS - 5,
      20_000,
      "The others do not wait",
    );
    expect(open.size).toBe(5);
    expect(await budget('tributary_budget_used\\{budget="run slots"\\}')).toBe(5);

    const before = Date.now();
    expect((await ben.post(`/api/connectors/run/${quick}`)).json).toMatchObject({ status: "success", rowCount: 1 });
    expect((await ben.upload("a,b\n1,2\n")).status).toBe(201);
    await product.call("POST", "/api/users/forgot-password", { body: { email: ben.email } });
    await eventually(
      async () => (await product.mailsTo(ben.email)).some((mail) => mail.includes("reset-password")),
      20_000,
      "No mail came",
    );
    await roundOfSchedule(db.pool);
    expect(Date.now() - before).toBeLessThan(45_000);

    const stopped = slow[Number([...open.values()][0]!.split("/").at(-1))]!;
    const running = (await ana.get(`/api/connectors/instance/${stopped}/runs`)).json[0];
    expect(running.status).toBe("running");
    expect((await ana.post(`/api/connectors/instance/${stopped}/runs/${running.runId}/cancel`)).json).toMatchObject({
      status: "cancelled",
    });
    // Its call ends, and another waiting run takes the slot.
    await eventually(
      async () => (await budget('tributary_budget_waiting\\{budget="run slots"\\}')) <= RUNS - 6,
      60_000,
      "No waiting run took the slot",
    );
    expect([...new Set(await jobs())].length).toBe((await jobs()).length);

    mood = "hanging";
    const asked = Date.now();
    expect(await product.stop("SIGTERM")).toBe(0);
    expect(Date.now() - asked).toBeLessThan(30_000);
    await eventually(async () => open.size === 0, 10_000, "Calls outlived the server");
    expect(
      (await db.pool.query("SELECT FROM agenda_jobs WHERE name = 'pull' AND locked_at IS NOT NULL")).rowCount,
    ).toBe(0);
    expect(
      (await db.pool.query("SELECT type FROM log.events WHERE type IN ('RunFailed', 'RunAbandoned')")).rows,
    ).toEqual([]);

    mood = "well";
    product = await start(product);
    await eventually(
      async () =>
        (await Promise.all(slow.filter((id) => id !== stopped).map(status))).every((each) => each === "success"),
      90_000,
      "The runs were not taken over",
    );
    await eventually(async () => (await jobs()).length === 0, 20_000, "Jobs stayed");
  },
);

test(
  "a log that ends before a read model does is refused at the start, with what to do",
  { timeout: 60_000 },
  async () => {
    expect(await product.stop()).toBe(0);
    const { rows } = await db.pool.query<{ position: string }>(
      "SELECT position FROM models.checkpoints WHERE model = 'users'",
    );
    const moved = (position: string) =>
      db.pool.query("UPDATE models.checkpoints SET position = $1 WHERE model = 'users'", [position]);
    await moved("9".repeat(rows[0]!.position.length));
    await expect(start(product)).rejects.toThrow(
      /The log ends at \d+, but read models know later events: users \(at 9+\)\. .* `npm run rebuild -- all`/,
    );
    await moved(rows[0]!.position);
    product = await start(product);
  },
);
