import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isoWeek } from "#domain/quota/iso-week.ts";
import { type MovableClock, movableClock } from "#testing/time/clock.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { roundOfSchedule } from "#testing/schedule.ts";

const HOUR = 3_600_000;
const CONNECTIONS = 5;

let db: InstalledDatabase;
let clock: MovableClock;
let upstream: Server;
let product: Product | undefined;
let ana: Person;

beforeAll(async () => {
  db = await installedDatabase();
  clock = await movableClock(db.url);
  upstream = createServer((_request, response) =>
    response.setHeader("content-type", "application/json").end('[{"id":1}]'),
  );
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const options = { ...db.installation, upstreams: [(upstream.address() as AddressInfo).port] };
  product = await startProduct(options);
  await clock.stampEvents();
  // All of it happens in one week, whenever the test runs.
  await clock.move(isoWeek(new Date()).resetsAt.getTime() - Date.now());
  ana = await server().person("Ana", 3);
});
afterAll(async () => {
  await product?.remove();
  upstream?.close();
  await db?.drop();
});

function server(): Product {
  if (!product) throw new Error("No server was started");
  return product;
}

async function connect(refresh_interval: number): Promise<void> {
  const { port } = upstream.address() as AddressInfo;
  const dsl = {
    protocol: "rest",
    auth: { type: "none" },
    operations: [{ id: "items", url: `http://127.0.0.1:${port}/items` }],
  };
  const published = await ana.post("/api/connectors/upload", { title: "Items", is_public: false, dsl });
  const activated = await ana.post("/api/connectors/activate", { connector_id: published.json.id, refresh_interval });
  expect([published.status, activated.status]).toEqual([201, 201]);
}

const usage = async () => (await ana.get("/api/users/usage")).json;
const statuses = async (): Promise<string[]> =>
  (await ana.get("/api/connectors/my")).json.map(
    (each: { last_run: { status: string } | null }) => each.last_run?.status ?? "none",
  );
const scheduledRuns = (count: number) =>
  eventually(async () => (await usage()).scheduled_runs === count, 40_000, `${count} scheduled runs were not counted`);

test("connections run by themselves when the database's clock passes their slots, once each, and rest with the plan", async () => {
  for (let count = 0; count < CONNECTIONS; count += 1) await connect(60);
  expect(await statuses()).toEqual(Array.from({ length: CONNECTIONS }, () => "none"));
  await clock.move(3.5 * HOUR);
  await roundOfSchedule(db.pool);
  await scheduledRuns(CONNECTIONS);
  await eventually(
    async () => (await statuses()).every((status) => status === "success"),
    20_000,
    "The runs did not succeed",
  );

  // Only the server may count.
  expect((await ana.call("PATCH", "/api/users/usage/increment", { body: { type: "scheduled_run" } })).status).toBe(200);
  expect(await usage()).toMatchObject({ scheduled_runs: CONNECTIONS, runs_this_week: CONNECTIONS });

  await ana.call("PATCH", "/api/users/plan", { body: { plan: 1 } });
  await clock.move(HOUR);
  await roundOfSchedule(db.pool);
  expect(await usage()).toMatchObject({ scheduled_runs: CONNECTIONS });

  await ana.call("PATCH", "/api/users/plan", { body: { plan: 3 } });
  await roundOfSchedule(db.pool);
  await scheduledRuns(2 * CONNECTIONS);
  await eventually(
    async () => (await statuses()).every((status) => status === "success"),
    20_000,
    "The runs did not succeed",
  );
  const { text } = await server().call("GET", "/metrics");
  expect(text).toContain(`tributary_runs_total{trigger="schedule",status="success"} ${2 * CONNECTIONS}`);
  expect(text).toContain("tributary_schedule_slots_skipped_total 10");
}, 150_000);
