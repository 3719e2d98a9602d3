import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isoWeek } from "#domain/quota/iso-week.ts";
import { type MovableClock, movableClock } from "#testing/time/clock.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { roundOfSchedule } from "#testing/schedule.ts";
import { postForm } from "#testing/servers/form-client.ts";

/** Datasets from an address on the real server, with a host that changes its file and misbehaves. */
const HOUR = 3_600_000;
const SECRET = "s3cret-of-ana";
const JUNE = "station,level\nMill,2.5\nWeir,3.5\n";
const JULY = "station,level\nMill,4.5\nWeir,5.5\nLock,6.5\n";
const OTHER_COLUMNS = "station,depth,unit\nMill,1,m\n";

/** `stalls`: the answer begins and does not go on. */
/** `until`: the body is sent once it resolves. */
type Served = {
  body: string | Uint8Array;
  etag?: string;
  status?: number;
  stalls?: boolean;
  until?: Promise<unknown>;
};
let served: Served;
const asked: { path: string; ifNoneMatch: string | undefined; answered: number }[] = [];

let db: InstalledDatabase;
let clock: MovableClock;
let host: Server;
let product: Product;
let ana: Person;
let bruno: Person;

beforeAll(async () => {
  db = await installedDatabase();
  clock = await movableClock(db.url);
  host = createServer((request, response) => {
    const { body, etag, status = 200, stalls = false, until } = served;
    const ifNoneMatch = request.headers["if-none-match"];
    const answered = etag !== undefined && ifNoneMatch === etag ? 304 : status;
    asked.push({ path: request.url ?? "", ifNoneMatch, answered });
    response.writeHead(answered, etag === undefined ? {} : { etag });
    if (stalls) response.write(body);
    else void Promise.resolve(until).then(() => response.end(answered === 200 ? body : undefined));
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const port = (host.address() as AddressInfo).port;
  product = await startProduct({ ...db.installation, upstreams: [port], env: { UPLOAD_MAX_BYTES: "100000" } });
  await clock.stampEvents();
  // All of it happens in one week, whenever the test runs.
  await clock.move(isoWeek(new Date()).resetsAt.getTime() - Date.now());
  ana = await product.person("Ana", 2);
  bruno = await product.person("Bruno", 1);
});
beforeEach(() => {
  served = { body: JUNE };
  asked.length = 0;
});
afterAll(async () => {
  await product?.remove();
  host?.close();
  await db?.drop();
});

const address = (path = `/levels.csv?key=${SECRET}`) =>
  `http://127.0.0.1:${(host.address() as AddressInfo).port}${path}`;
const publish = (more: Record<string, unknown> = {}, by = ana) =>
  by.post("/api/assets/from-url", { url: address(), title: "Levels", is_public: true, ...more });
async function published(more: Record<string, unknown> = {}): Promise<string> {
  const { status, json } = await publish(more);
  expect([status, json.error]).toEqual([201, undefined]);
  return json.id as string;
}
const refresh = (id: string, body: Record<string, unknown> = {}) => ana.post(`/api/assets/${id}/refresh`, body);
const levels = async (id: string) =>
  (await ana.get(`/api/assets/${id}/data`)).json.rows.map((row: { level: number }) => row.level);
const source = async (id: string) => (await ana.get(`/api/assets/${id}/source`)).json;

test("the file at an address is loaded like an upload; its address is its owner's alone, and not in the log", async () => {
  const { status, json } = await publish();
  expect([status, json.rowCount, json.rejected, json.load_report.delimiter]).toEqual([201, 2, 0, ","]);
  expect(await levels(json.id)).toEqual([2.5, 3.5]);
  expect((await ana.get(`/api/assets/${json.id}/original`)).text).toBe(JUNE);
  expect(await source(json.id)).toMatchObject({ url: address(), outcome: "new", refresh_interval: 0 });
  expect((await bruno.get(`/api/assets/${json.id}/source`)).status).toBe(403);
  const seenByBruno = (await bruno.get(`/api/assets/${json.id}`)).text + (await bruno.get("/datastore")).text;
  expect(seenByBruno).not.toContain(SECRET);
  const { rows } = await db.pool.query<{ type: string }>("select type from log.events where data::text like $1", [
    `%${SECRET}%`,
  ]);
  expect(rows).toEqual([]);
});

test("with respond-async the answer is where to wait for the rows", async () => {
  const { promise: until, resolve: send } = Promise.withResolvers<void>();
  served = { body: JUNE, until };
  const body = { url: address(), title: "Later" };
  const answer = await ana.call("POST", "/api/assets/from-url", { body, headers: { prefer: "respond-async" } });
  expect([answer.status, answer.headers.get("location")]).toEqual([202, answer.json.status_url]);
  send();
  const load = async () => (await ana.get(`/api/assets/${answer.json.id}/load`)).json;
  await eventually(async () => (await load()).state === "succeeded", 20_000, "The rows were not loaded");
});

test("a refresh is a new version only when the bytes have changed, asked by ETag and compared by hash", async () => {
  served = { body: JUNE, etag: '"june"' };
  const id = await published();
  expect((await refresh(id)).json).toMatchObject({ version: 1, unchanged: true });
  expect(asked.at(-1)).toMatchObject({ ifNoneMatch: '"june"', answered: 304 });
  served = { body: JUNE };
  expect((await refresh(id)).json).toMatchObject({ version: 1, unchanged: true });
  expect(asked.at(-1)?.answered).toBe(200);
  served = { body: gzipSync(JULY) };
  expect((await refresh(id)).json).toMatchObject({ version: 2, unchanged: false, rowCount: 3 });
  expect(await levels(id)).toEqual([4.5, 5.5, 6.5]);
  expect((await ana.get(`/api/assets/${id}/versions`)).json).toHaveLength(2);
});

test("other columns are refused with both lists and keep the rows, unless the call allows them", async () => {
  const id = await published();
  served = { body: OTHER_COLUMNS };
  const refused = await refresh(id);
  expect([refused.status, refused.json.code]).toEqual([409, "columns-changed"]);
  expect(refused.json.old_columns.map(({ name }: { name: string }) => name)).toEqual(["station", "level"]);
  expect(refused.json.new_columns.map(({ name }: { name: string }) => name)).toEqual(["station", "depth", "unit"]);
  expect(await levels(id)).toEqual([2.5, 3.5]);
  expect((await refresh(id, { columns: "change" })).json).toMatchObject({ version: 2, rowCount: 1 });
});

test("a fetched file that was refused for its columns is taken without another fetch, and the refresh counts", async () => {
  const id = await published();
  served = { body: OTHER_COLUMNS };
  expect((await refresh(id)).status).toBe(409);
  expect(await source(id)).toMatchObject({ outcome: "failed", refreshing: false });
  const fetches = asked.length;
  expect((await ana.post(`/api/assets/${id}/load/retry`, { columns: "change" })).status).toBe(202);
  expect((await ana.get(`/api/assets/${id}/load?wait=30`)).json).toMatchObject({ state: "succeeded" });
  expect(await source(id)).toMatchObject({ outcome: "new", refreshing: false });
  expect(asked.length).toBe(fetches);
  expect((await refresh(id)).json).toMatchObject({ version: 2, unchanged: true });
});

test("a failed refresh keeps the rows and is shown with its reason on the page of the dataset", async () => {
  const id = await published();
  served = { body: "", status: 503 };
  const refused = await refresh(id);
  const said = `The host ${new URL(address()).host} answered 503 instead of a file.`;
  expect([refused.status, refused.json.code, refused.json.error]).toEqual([422, "source-status", said]);
  expect(await levels(id)).toEqual([2.5, 3.5]);
  expect(await source(id)).toMatchObject({ outcome: "failed", refreshing: false });
  expect((await ana.get(`/dataset_profile/${id}`)).text).toContain(said);
  served = { body: JULY };
  expect((await refresh(id)).json).toMatchObject({ version: 2 });
  expect((await ana.get(`/dataset_profile/${id}`)).text).not.toContain(said);
});

test("a refresh whose host does not go on is cancelled on its page, and the next one begins", async () => {
  const id = await published();
  served = { body: "station,level\n", stalls: true };
  const prefer = { prefer: "respond-async" };
  const begun = await ana.call("POST", `/api/assets/${id}/refresh`, { body: {}, headers: prefer });
  expect([begun.status, begun.json.job]).toEqual([202, `/upload/job/${id}`]);
  await eventually(async () => asked.length === 2, 20_000, "The file was not asked for");
  expect((await refresh(id)).json.code).toBe("version-in-progress");
  expect(await source(id)).toMatchObject({ refreshing: true });
  expect((await ana.post(`/api/assets/${id}/load/cancel`)).status).toBe(200);
  expect(await levels(id)).toEqual([2.5, 3.5]);
  served = { body: JULY };
  expect((await refresh(id)).json).toMatchObject({ version: 2, rowCount: 3 });
});

test.each([
  ["http://ana:pw@127.0.0.1/levels.csv", "file-address-invalid"],
  ["ftp://example.org/levels.csv", "file-address-invalid"],
  ["levels.csv", "file-address-invalid"],
  ["http://127.0.0.1/levels.csv", "file-address-private"],
  ["https://127.0.0.1/levels.csv", "file-address-private"],
  ["http://example.org/levels.csv", "file-address-private"],
])("%s is refused before anything is stored: %s", async (url, code) => {
  const { status, json } = await publish({ url });
  expect([status, json.code, json.field]).toEqual([400, code, "url"]);
});

test("what is no table, is missing or too large leaves no dataset", async () => {
  const before = (await ana.get("/api/assets")).json.length;
  for (const [wrong, status, code] of [
    [{ body: "%PDF-1.7\n%\u0000\u0001" }, 400, "not-a-table"],
    [{ body: "", status: 404 }, 422, "source-status"],
    [{ body: `a,b\n${"1,2\n".repeat(50_000)}` }, 413, "too-large"],
  ] as const) {
    served = wrong;
    const answer = await publish();
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  }
  expect((await ana.get("/api/assets")).json).toHaveLength(before);
});

test("a schedule needs a plan with scheduled runs, counts as one, and tells the owner of a failure", async () => {
  const free = await publish({ refresh_interval: 60 }, bruno);
  expect([free.status, free.json.error]).toEqual([403, "Upgrade to Pro to schedule automatic refreshes"]);
  const id = await published();
  const set = await ana.call("PATCH", `/api/assets/${id}/source`, { body: { refresh_interval: 60 } });
  expect([set.status, set.json.refresh_interval]).toEqual([200, 60]);
  const scheduled = async () => (await ana.get("/api/users/usage")).json.scheduled_runs;
  const before = await scheduled();
  served = { body: JULY };
  await clock.move(2.5 * HOUR);
  await roundOfSchedule(db.pool);
  const version = async () => (await ana.get(`/api/assets/${id}`)).json.version;
  await eventually(async () => (await version()) === 2, 20_000, "The dataset was not refreshed");
  expect(await scheduled()).toBe(before + 1);

  served = { body: "", status: 500 };
  await clock.move(HOUR);
  await roundOfSchedule(db.pool);
  const notices = async () => (await ana.get("/api/users/notices")).text;
  const said = "A refresh of Levels has failed. Its rows stay as they were.";
  await eventually(async () => (await notices()).includes(said), 20_000, "The owner was not told");
  expect(await levels(id)).toEqual([4.5, 5.5, 6.5]);

  await ana.call("PATCH", "/api/users/plan", { body: { plan: 1 } });
  served = { body: JUNE };
  await clock.move(HOUR);
  await roundOfSchedule(db.pool);
  expect([await version(), await scheduled()]).toEqual([2, before + 2]);
  expect((await ana.get(`/dataset_profile/${id}`)).text).toContain("Upgrade to Pro to schedule automatic refreshes");
  const off = await ana.call("PATCH", `/api/assets/${id}/source`, { body: { refresh_interval: 0 } });
  expect([off.status, off.json.next_refresh_at]).toEqual([200, null]);
});

test("the forms publish, refresh and schedule without JavaScript, and say at the field what is wrong", async () => {
  await ana.call("PATCH", "/api/users/plan", { body: { plan: 2 } });
  const form = { intent: "from-address", title: "Levels of a page", url: address(), category: "", license: "none" };
  const on = (more: Record<string, string>) => postForm(ana, "/upload?tab=dataset&from=url", { ...form, ...more });
  expect((await on({ refresh_interval: "soon", unit: "hours" })).page).toContain(
    "Enter a whole number of minutes, at most a year.",
  );
  served = { body: "", status: 404 };
  expect((await on({})).page).toContain("answered 404 instead of a file.");
  served = { body: JUNE };
  const published = await on({ refresh_interval: "2", unit: "hours" });
  expect(published.page).toContain("The rows can be read now.");
  const page = published.location ?? "";
  const id = page.split("/").at(-1) ?? "";
  expect(await source(id)).toMatchObject({ refresh_interval: 120, url: address() });
  expect(published.page).toContain(address());
  expect((await postForm(ana, page, { intent: "refresh" })).page).toContain("The file has not changed.");
  served = { body: JULY };
  expect((await postForm(ana, page, { intent: "refresh" })).page).toContain("There are new rows.");
  const saved = await postForm(ana, page, { intent: "set-interval", refresh_interval: "90", unit: "minutes" });
  expect(saved.page).toContain("Changes saved.");
  expect(await source(id)).toMatchObject({ refresh_interval: 90 });
});
