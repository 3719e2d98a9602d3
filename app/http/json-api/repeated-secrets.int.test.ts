import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let ada: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  ada = await product.person("Ada", 3);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const once = (name: string) => ({ "idempotency-key": name });

test("a repeated call that made a key is answered without its secret, also once the key is deleted", async () => {
  const make = () => ada.post("/api/users/api-keys", { name: "Report" }, once("key"));
  const first = await make();
  const { id, secret } = first.json;
  expect(first.json).toMatchObject({ secret: expect.stringMatching(/^trib_/), secretShown: true });
  const { secret: _, ...rest } = first.json;
  const repeated = { ...rest, secretShown: false, secret_shown: false };
  const second = await make();
  expect([second.status, second.headers.get("idempotency-replayed"), second.json]).toEqual([201, "true", repeated]);
  await ada.call("DELETE", `/api/users/api-keys/${id}`);
  const third = await make();
  expect([third.json, third.text.includes(secret)]).toEqual([repeated, false]);
  expect((await ada.get("/api/users/api-keys")).json).toEqual([]);
});

test("of many equal calls at once one has the secret", async () => {
  const all = await Promise.all(
    Array.from({ length: 8 }, () => ada.post("/api/users/api-keys", { name: "At once" }, once("at once"))),
  );
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
  expect(all.filter(({ json }) => json.secret !== undefined)).toHaveLength(1);
  expect(new Set(all.map(({ json }) => json.id)).size).toBe(1);
});

test("webhooks and the streaming key are answered again without their secrets", async () => {
  const url = "https://hooks.example.org/in";
  const hook = () => ada.post("/api/webhooks", { url, kinds: ["run.failed"] }, once("hook"));
  const made = await hook();
  const rotate = () => ada.post(`/api/webhooks/${made.json.webhook.id}/secret`, {}, once("rotate"));
  const renew = () => ada.post("/api/dev/apikey", { email: ada.email }, once("stream"));
  for (const [call, field] of [
    [hook, "secret"],
    [rotate, "secret"],
    [renew, "api_key"],
  ] as const) {
    const first = call === hook ? made : await call();
    expect(first.json[field]).toEqual(expect.any(String));
    const { [field]: _, ...rest } = first.json;
    expect((await call()).json).toEqual({ ...rest, secret_shown: false });
  }
});
