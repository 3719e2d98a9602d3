import { afterAll, beforeAll, expect, test } from "vitest";
import { causeOf, portsOver, valueOf } from "#testing/use-case-ports.ts";
import type { Answer } from "#testing/call.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { PRODUCT_SECRET, type Product, startProduct } from "#testing/product.ts";
import { saveDraft } from "#domain/use-cases/authoring/save-draft.ts";

let db: InstalledDatabase;
let product: Product;
let ada: Person;
let draftId: string;

beforeAll(async () => {
  db = await installedDatabase();
  const env = { NODE_OPTIONS: "--max-old-space-size=512", RATE_LIMITS: "save=200/1h,change=400/1h,register=100/1h" };
  product = await startProduct({ ...db.installation, env });
  ada = await product.person("Ada");
  draftId = (await ada.post("/api/connectors/draft", { title: "Large", dsl: "{}" })).json.connector.id;
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

/** 0.9 MB of JSON that takes many times its size once it is parsed. */
const large = (number: number) => `{"number":${number},"list":[${Array(225_000).fill("[1]").join(",")}]}`;
const save = (dsl: unknown) => ada.call("PATCH", `/api/connectors/${draftId}/draft`, { body: { dsl } });
const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort();

test(
  "saves, reads and pages of a draft of 0.9 MB, 50 at once after 128 saves, leave a process with 512 MB alive",
  { timeout: 150_000 },
  async () => {
    const ports = await portsOver(db.pool, PRODUCT_SECRET);
    for (let number = 1; number <= 128; number += 1)
      await valueOf(saveDraft(ports, { draftId, written: { definitionText: large(number) }, by: ada.id }, causeOf()));
    await ports.store.close();
    const saves = await Promise.all(Array.from({ length: 50 }, (_, index) => save(large(1000 + index))));
    // One user may have 16 MB of bodies at a time; further requests are refused at once.
    expect(statuses(saves)).toEqual([200, 503]);
    const refused = saves.find(({ status }) => status === 503);
    expect([refused?.headers.get("retry-after"), refused?.json]).toMatchObject([
      "2",
      { error: "Too many large requests are under way. Try again in a few seconds." },
    ]);
    expect(
      statuses(await Promise.all(Array.from({ length: 50 }, () => ada.get(`/api/connectors/${draftId}`)))),
    ).toEqual([200]);
    expect(statuses(await Promise.all(Array.from({ length: 10 }, () => ada.get(`/upload?edit=${draftId}`))))).toEqual([
      200,
    ]);
    expect((await product.call("GET", "/readyz")).status).toBe(200);
    expect(product.process.exitCode).toBeNull();
    const { text } = await product.call("GET", "/metrics");
    expect(text).toMatch(/tributary_budget_used\{budget="request bodies"\} 0/);
    expect(Number(/tributary_budget_refused\{budget="request bodies"\} (\d+)/.exec(text)?.[1])).toBe(
      saves.filter(({ status }) => status === 503).length,
    );
  },
);

test("a body of very many small values is refused, one of as many bytes in few values is saved", async () => {
  const many = await save({ list: Array(150_000).fill(1) });
  expect([many.status, many.json]).toMatchObject([413, { error: "The body has more than 100,000 values." }]);
  const few = await save({ note: "x".repeat(700_000) });
  expect([few.status, few.json.dsl.length > 700_000]).toEqual([200, true]);
});

test("versions with large definitions come without them in lists, which stay small", async () => {
  const big = JSON.stringify({
    protocol: "rest",
    operations: Array.from({ length: 20 }, (_, index) => ({
      id: `o${index}`,
      url: `https://x.example/${"x".repeat(3_000)}`,
    })),
  });
  const made = await ada.post("/api/connectors/upload", { title: "Big", is_public: true, dsl: big });
  expect(made.status).toBe(201);
  const { id } = made.json;
  const listed = (await ada.get("/api/connectors")).json.find((each: { id: string }) => each.id === id);
  expect(listed).toMatchObject({ title: "Big", dsl: null, dsl_left_out: true });
  expect((await ada.get(`/api/connectors/${id}/versions`)).json[0]).toMatchObject({
    version: 1,
    dsl: null,
    dsl_left_out: true,
  });
  expect((await ada.get(`/api/connectors/${id}`)).json.dsl).toEqual(JSON.parse(big));
  expect((await product.call("GET", `/connector_profile/${id}`)).status).toBe(200);
});

test("open drafts and saves are limited, each with its sentence", async () => {
  const open = () => ada.post("/api/connectors/draft", { title: "One more", dsl: "{}" });
  let answer = await open();
  for (let count = 2; answer.status === 201; count += 1) {
    expect(count).toBeLessThan(110);
    answer = await open();
  }
  expect([answer.status, answer.json.error]).toEqual([409, "You have 100 open drafts. Publish or discard one first."]);
  expect((await ada.call("DELETE", `/api/connectors/${draftId}`)).status).toBe(200);
  const again = await open();
  expect(again.status).toBe(201);
  draftId = again.json.connector.id;
  for (answer = await save("{}"); answer.status === 200;) answer = await save("{}");
  expect([answer.status, answer.json.error]).toEqual([
    429,
    expect.stringMatching(/^Too many attempts\. Try again in \d+ minutes\.$/),
  ]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(60);
});

test("whatever a user changes is limited too, and logging out is not", async () => {
  const toggle = () => ada.call("PATCH", "/api/users/plan", { body: { plan: 1 } });
  let answer = await toggle();
  for (let count = 0; answer.status === 200; count += 1) {
    expect(count).toBeLessThan(400);
    answer = await toggle();
  }
  expect([answer.status, answer.headers.get("retry-after") !== null]).toEqual([429, true]);
  expect((await ada.get("/api/users/me")).status).toBe(200);
  expect((await ada.post("/api/users/logout")).status).toBe(200);
});

test("nobody passes the number of open drafts by asking for many at the same moment", async () => {
  const eve = await product.person("Eve", 2);
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, number) => eve.post("/api/connectors/draft", { title: `Draft ${number}` })),
  );
  const made = answers.filter(({ status }) => status === 201).length;
  expect(answers.filter(({ status }) => ![201, 409, 503].includes(status))).toEqual([]);
  expect(made).toBeLessThanOrEqual(100);
  const rest = await Promise.all(
    Array.from({ length: 120 - made }, () =>
      eve.post("/api/connectors/import", { kind: "curl", text: "curl https://api.example.org/items" }),
    ),
  );
  expect(made + rest.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(100);
}, 60_000);
