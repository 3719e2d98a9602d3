import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountClient } from "#testing/servers/account-client.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
const { send } = accountClient(() => product);
let number = 0;
beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

/** Somebody whose login was longer ago than nobody is asked for the password again. */
async function oldLogin(): Promise<Person> {
  const person = await product.person(`Old ${(number += 1)}`, 3);
  await age(person);
  return person;
}
const age = ({ id }: Person) =>
  db.pool.query(
    "update identity.sessions set created = now() - interval '16 minutes', confirmed = confirmed - interval '16 minutes' where user_id = $1",
    [id],
  );

const KEYS = "/api/users/api-keys";
const HOOK = { url: "https://hooks.example.org/in", kinds: ["run.failed"] };

test("a login that is not fresh makes no key that can do more than read without the password", async () => {
  const ada = await oldLogin();
  const make = (more: object) => ada.post(KEYS, { scopes: ["read", "write"], ...more });
  for (const more of [{}, { password: "" }]) {
    const { status, json } = await make(more);
    expect([status, json.code, json.field]).toEqual([403, "login-again", "password"]);
  }
  const wrong = await make({ password: "not hers" });
  expect([wrong.status, wrong.json.error]).toEqual([400, "This is not your current password."]);
  expect((await ada.post(KEYS, { scopes: ["read"] })).status).toBe(201);
  expect((await make({ password: ada.password })).status).toBe(201);
  expect((await make({})).status, "confirmed for a quarter of an hour").toBe(201);
  await age(ada);
  expect((await make({})).status).toBe(403);
});

test("webhooks are made, pointed elsewhere and given a secret only after a fresh login", async () => {
  const ada = await product.person("Hooks", 3);
  const { id } = (await ada.post("/api/webhooks", HOOK)).json.webhook;
  const calls = [
    ["POST", "/api/webhooks", HOOK],
    ["PATCH", `/api/webhooks/${id}`, { url: "https://elsewhere.example.org/" }],
    ["POST", `/api/webhooks/${id}/secret`, {}],
  ] as const;
  for (const [method, path, body] of calls) {
    await age(ada);
    const refused = await ada.call(method, path, { body });
    expect([path, refused.status, refused.json.code]).toEqual([path, 403, "login-again"]);
    const done = await ada.call(method, path, { body: { ...body, password: ada.password } });
    expect([path, done.status < 300]).toEqual([path, true]);
  }
});

test("a webhook is switched on again only after a fresh login, and off by everybody who may", async () => {
  const ada = await product.person("Switcher", 3);
  const { id } = (await ada.post("/api/webhooks", HOOK)).json.webhook;
  const { secret } = (await ada.post(KEYS, { scopes: ["read", "write"] })).json;
  const headers = { authorization: `Bearer ${secret}` };
  const path = `/api/webhooks/${id}/switch`;
  await age(ada);
  expect((await product.call("POST", path, { headers, body: { enabled: false } })).status).toBe(200);
  for (const refused of [
    await product.call("POST", path, { headers, body: { enabled: true } }),
    await ada.post(path, { enabled: true }),
  ])
    expect([refused.status, refused.json.code, refused.json.field]).toEqual([403, "login-again", "password"]);
  const form = { intent: "enable-webhook", webhook: id };
  const page = await send(ada, `webhooks&webhook=${id}`, form);
  expect([page.status, page.text.includes("The webhook is still off.")]).toEqual([403, true]);
  expect((await ada.get("/api/webhooks")).json).toMatchObject([{ enabled: false }]);
  const done = await ada.post(path, { enabled: true, password: ada.password });
  expect([done.status, done.json]).toMatchObject([200, { enabled: true }]);
});

test("a refused call may be repeated with its Idempotency-Key after a login", async () => {
  const ada = await oldLogin();
  const make = () => ada.post(KEYS, { scopes: ["run"] }, { "idempotency-key": "one" });
  expect((await make()).status).toBe(403);
  await db.pool.query("update identity.sessions set confirmed = now() where user_id = $1", [ada.id]);
  expect((await make()).status).toBe(201);
});

test("what is kept of a call with a password does not help to guess it", async () => {
  const ada = await oldLogin();
  await ada.post(KEYS, { scopes: ["run"], password: ada.password }, { "idempotency-key": "hidden" });
  const { rows } = await db.pool.query("select fingerprint from requests.answers where user_id = $1", [ada.id]);
  const body = { scopes: ["run"], password: ada.password };
  const guess = createHash("sha256")
    .update(`POST ${KEYS}\n${JSON.stringify(body)}`)
    .digest("hex");
  expect(rows).toHaveLength(1);
  expect(rows[0].fingerprint).not.toBe(guess);
});

test("the page asks for the password, keeps what was typed, and makes the key with it", async () => {
  const ada = await oldLogin();
  expect((await ada.get("/account?tab=api-keys")).text).toContain("Only for a key that can do more than read");
  expect((await ada.get("/account?tab=webhooks")).text).toContain("Your last login was more than 15 minutes ago.");
  const form = { intent: "create-key", name: "Nightly", scopes: "write", expires: "" };
  const refused = await send(ada, "api-keys", form);
  expect([refused.status, refused.text.includes("Enter your password, or log in again.")]).toEqual([403, true]);
  expect(refused.text).toContain('value="Nightly"');
  const made = await send(ada, "api-keys", { ...form, password: ada.password });
  expect([made.status, made.text.includes("New key created"), made.text.includes(ada.password)]).toEqual([
    200,
    true,
    false,
  ]);
  expect((await ada.get("/account?tab=api-keys")).text).not.toContain("Only for a key that can do more than read");
});

test("a password that is changed or reset ends keys as the form says", async () => {
  const ada = await product.person("Ender", 3);
  const key = async (name: string) => (await ada.post(KEYS, { name })).json.secret as string;
  const opens = async (secret: string) =>
    (await product.call("GET", "/api/users/me", { headers: { authorization: `Bearer ${secret}` } })).status;
  const first = await key("Monthly report");
  const shown = (await ada.get("/account?tab=security")).text;
  expect([shown.includes("Monthly report"), shown.includes("Keep these keys")]).toEqual([true, true]);
  const change = (more: object) => ada.post("/api/users/change_password", more);
  await change({ oldPassword: ada.password, newPassword: "the second password" });
  expect(await opens(first), "kept if nothing is said").toBe(200);
  await change({ oldPassword: "the second password", newPassword: "the third password", keep_keys: false });
  expect([await opens(first), (await ada.get(KEYS)).json]).toEqual([401, []]);
  const texts = ((await ada.get("/api/users/notices")).json as { text: string }[]).map(({ text }) => text);
  expect(texts).toContain("With your new password these API keys were ended: Monthly report.");

  const second = await key("Gauges");
  const streaming = await ada.key();
  await product.call("POST", "/api/users/forgot-password", { body: { email: ada.email } });
  const link = await expect
    .poll(async () => /reset-password\/([\w-]+)/.exec((await product.mailsTo(ada.email)).join("\n"))?.[1], {
      timeout: 20_000,
    })
    .toBeDefined()
    .then(async () => /reset-password\/([\w-]+)/.exec((await product.mailsTo(ada.email)).join("\n"))?.[1] ?? "");
  const page = await product.call("GET", `/reset-password/${link}`);
  expect([page.text.includes("Gauges"), page.text.includes("Streaming key")]).toEqual([true, true]);
  expect((await product.call("GET", "/reset-password/none")).text).not.toContain("Keep these keys");
  const reset = await product.call("POST", `/api/users/reset-password/${link}`, {
    body: { password: "the fourth password" },
  });
  expect([reset.status, reset.json.message]).toEqual([
    200,
    "Your password is set. You can log in now. Ended: 1 API key, the streaming key.",
  ]);
  const stream = await product.call("GET", "/api/stream/data", { headers: { authorization: `Bearer ${streaming}` } });
  expect([await opens(second), stream.status]).toEqual([401, 401]);
});
