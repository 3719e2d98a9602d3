import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "#testing/call.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { heldUpload } from "#testing/servers/upload-client.ts";

/** What the product says when a budget of the process is used up: each is filled by as many requests as it holds. */
const USERS = 10;
let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let people: Person[];
/** A public dataset of the first person, whose file does not fit the buffers of a connection. */
let id: string;
/** How many requests the API has that it does not answer. */
let unanswered = 0;

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((request) => {
    unanswered += 1;
    request.once("close", () => (unanswered -= 1));
  });
  product = await startProduct({ ...db.installation, upstreams: [upstream.port], env: { TRUST_PROXY: "1" } });
  people = await Promise.all(Array.from({ length: USERS + 1 }, (_, at) => product.person(`Person ${at}`, 3)));
  const csv = `id,text\n${Array.from({ length: 60_000 }, (_, n) => `${n},${"some text ".repeat(30)}`).join("\n")}\n`;
  id = (await people[0]!.upload(csv, { title: "Texts" })).json.id;
  for (const person of people.slice(1)) await person.post("/api/access/grant", { assetId: id });
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

const refused = (answers: readonly Answer[], status: number) =>
  answers.find((answer) => answer.status === status)?.json?.error as string | undefined;

async function used(budget: string, figure: "used" | "waiting" = "used"): Promise<number> {
  const { text } = await product.call("GET", "/metrics");
  return Number(new RegExp(`^tributary_budget_${figure}\\{budget="${budget}"\\} (\\d+)$`, "m").exec(text)?.[1]);
}

/** Holds a lock on every table of rows while `work` is done, so that reads of them wait. */
async function whileTablesAreLocked<T>(work: () => Promise<T>): Promise<T> {
  const holder = await db.pool.connect();
  try {
    const { rows } = await holder.query<{ name: string }>(
      "SELECT format('data.%I', tablename) AS name FROM pg_tables WHERE schemaname = 'data'",
    );
    await holder.query(`BEGIN; LOCK TABLE ${rows.map(({ name }) => name).join(", ")} IN ACCESS EXCLUSIVE MODE`);
    return await work();
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
}

test("as many previews and counts as may wait", { timeout: 60_000 }, async () => {
  const [ana, ben] = people as [Person, Person];
  const { json: towns } = await ben.upload("town\nBern\n", { title: "Towns" });
  const next = { body: "town\nBern\nChur\n", headers: { "content-type": "text/csv" } };
  expect((await ben.call("PUT", `/api/assets/${towns.id}/data`, next)).status).toBe(200);
  const many = (count: number, who: Person, target: string) =>
    Promise.all(Array.from({ length: count }, () => who.get(target)));
  const [previews, counts] = await whileTablesAreLocked(() =>
    Promise.all([
      many(70, ana, `/api/assets/${id}/data`),
      many(25, ben, `/api/assets/${towns.id}/versions/1/compare/2`),
    ]),
  );
  expect(previews.map(({ json }) => json.error)).toContain(
    "Too many tables are being read right now. Try again in a moment.",
  );
  expect(counts.map(({ json }) => json.error)).toContain(
    "Too many tables are being counted or grouped. Try again in a moment.",
  );
});

test("the groups that one user asks for by OData, one after the other", { timeout: 60_000 }, async () => {
  const [ana] = people as [Person];
  const headers = { authorization: `Bearer ${await ana.key()}` };
  const { json: towns } = await ana.upload("town\nBern\nChur\n", { title: "Towns" });
  const target = `/odata/${towns.table_name}?$apply=aggregate($count as n)`;
  const { asked, running } = await whileTablesAreLocked(async () => {
    const both = [1, 2].map(() => product.call("GET", target, { headers }));
    await eventually(async () => (await used("groups", "waiting")) === 1, 20_000);
    return { asked: both, running: await used("groups") };
  });
  expect([running, ...(await Promise.all(asked)).map(({ json }) => json.value)]).toEqual([1, [{ n: 2 }], [{ n: 2 }]]);
});

test("as many downloads as one user, and as all, may have", { timeout: 60_000 }, async () => {
  const held: Socket[] = [];
  /** A download whose client reads nothing of it. */
  const hold = (person: Person) => {
    const socket = connect(product.port, "127.0.0.1").on("error", () => undefined);
    held.push(socket.pause());
    const head = [`Host: 127.0.0.1:${product.port}`, `Cookie: ${person.cookie}`, "Sec-Fetch-Site: same-origin"];
    socket.write(`GET /api/assets/${id}/original HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`);
  };
  try {
    for (let at = 0; at < 6; at += 1) hold(people[0]!);
    await eventually(async () => (await used("downloads")) === 6, 20_000);
    const own = await people[0]!.get(`/api/assets/${id}/original`);
    expect([own.status, own.json.error]).toEqual([
      429,
      "You are downloading as many files as one user may at a time. Wait for one to end.",
    ]);
    for (const person of people.slice(1, 10)) for (let at = 0; at < 6; at += 1) hold(person);
    await eventually(async () => (await used("downloads")) === 60, 30_000);
    const all = await people[10]!.get(`/api/assets/${id}/original`);
    expect([all.status, all.json.error]).toEqual([503, "All downloads are in use. Try again in a moment."]);
  } finally {
    for (const socket of held) socket.destroy();
  }
});

test("as many uploads as one address, and as all, may have", { timeout: 60_000 }, async () => {
  const held: { end(): void }[] = [];
  const hold = (count: number, from: number, address: string) => {
    for (let at = 0; at < count; at += 1) {
      const { cookie } = people[from + Math.floor(at / 8)]!;
      held.push(heldUpload(product.port, cookie, undefined, [`X-Forwarded-For: ${address}`]));
    }
  };
  const upload = (person: Person, address: string) => person.upload("a\n1\n", {}, { "x-forwarded-for": address });
  try {
    hold(30, 0, "192.0.2.1");
    await eventually(async () => (await used("uploads")) === 30, 20_000);
    const here = await upload(people[9]!, "192.0.2.1");
    expect([here.status, here.json.error]).toEqual([
      429,
      "30 uploads are under way from your address, as many as one address may have. Try again in a moment.",
    ]);
    hold(20, 4, "192.0.2.2");
    await eventually(async () => (await used("uploads")) === 50, 20_000);
    const anywhere = await upload(people[9]!, "192.0.2.3");
    expect([anywhere.status, anywhere.json.error]).toEqual([
      429,
      "Too many uploads are under way on this server. Try again in a moment.",
    ]);
  } finally {
    for (const each of held) each.end();
  }
});

test("as many test reads as all may have", { timeout: 60_000 }, async () => {
  const operations = [{ id: "rows", method: "GET", url: `http://127.0.0.1:${upstream.port}/`, records: "$" }];
  const dsl = { protocol: "rest", auth: { type: "none" }, operations };
  const left = new AbortController();
  const read = (person: Person, signal?: AbortSignal) =>
    person.call("POST", "/api/connectors/test-read", { body: { dsl }, ...(signal ? { signal } : {}) });
  const { consent } = (await read(people[0]!)).json;
  const agreed = (person: Person, signal?: AbortSignal) =>
    person.call("POST", "/api/connectors/test-read", { body: { dsl, consent }, ...(signal ? { signal } : {}) });
  const going = people
    .slice(0, 10)
    .flatMap((person) => [1, 2, 3].map(() => agreed(person, left.signal).catch(() => null)));
  try {
    await eventually(() => Promise.resolve(unanswered === 30), 30_000);
    const { status, json } = await agreed(people[10]!);
    expect([status, json.error]).toEqual([503, "Too many tests are running on this server. Try again in a moment."]);
  } finally {
    left.abort();
    await Promise.all(going);
  }
});

test("as many registrations as wait to be finished", { timeout: 60_000 }, async () => {
  const holder = await db.pool.connect();
  try {
    await holder.query("BEGIN; LOCK TABLE log.events IN ACCESS EXCLUSIVE MODE");
    const forgotten = (at: number) =>
      product.call("POST", "/api/users/forgot-password", { body: { email: `person.${at}@example.com` } });
    const answers: Answer[] = [];
    for (let at = 0; at < 220 && refused(answers, 429) === undefined; at += 20)
      answers.push(...(await Promise.all(Array.from({ length: 20 }, (_, next) => forgotten(at + next)))));
    expect(refused(answers, 429)).toBe("Too many people are registering right now. Try again in a few seconds.");
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
});
