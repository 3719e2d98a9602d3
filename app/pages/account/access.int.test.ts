import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { accountClient, flashOf } from "#testing/servers/account-client.ts";

/** Sessions and API keys of an account, as a browser without JavaScript and a program use them. */
let db: InstalledDatabase;
let product: Product;
let people = 0;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const newPerson = () => product.person(`Ada ${(people += 1)}`);
const { send, logIn, isOpen } = accountClient(() => product);
const stream = async (key: string, table = "") =>
  product.call("GET", `/api/stream/data${table && `?table=${table}`}`, { headers: { authorization: `Bearer ${key}` } });
describe("sessions", () => {
  const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1";
  const ids = (text: string) => [...text.matchAll(/name="session" value="([\w-]+)"/g)].map(([, sid]) => sid ?? "");

  test("are listed with their devices, and ended one by one", async () => {
    const ada = await newPerson();
    const phone = await logIn(ada.email, ada.password, PHONE);
    const { text } = await ada.get("/account?tab=security");
    expect(text).toContain("Safari on iPhone");
    expect(text).toContain("This session");
    const [sid = "", ...more] = ids(text);
    expect(more).toEqual([]);
    const ended = await send(ada, "security", { intent: "end-session", session: sid });
    expect([ended.status, flashOf(ended.headers)]).toEqual([302, expect.stringContaining("The session was ended.")]);
    expect([await isOpen(phone.cookie), await isOpen(ada.cookie)]).toEqual([false, true]);
    expect((await ada.get("/account?tab=security")).text).not.toContain("Safari on iPhone");
  });

  test("of others are out of reach", async () => {
    const [ada, ben] = [await newPerson(), await newPerson()];
    const second = await logIn(ben.email, ben.password);
    const [sid = ""] = ids((await ben.get("/account?tab=security")).text);
    const tried = await send(ada, "security", { intent: "end-session", session: sid });
    expect([flashOf(tried.headers), await isOpen(second.cookie)]).toEqual([
      expect.stringContaining("ended already"),
      true,
    ]);
  });

  test("are shown a page at a time", async () => {
    const ada = await newPerson();
    for (let opened = 0; opened < 21; opened += 1) await logIn(ada.email, ada.password, PHONE);
    const [first, second] = [await ada.get("/account?tab=security"), await ada.get("/account?tab=security&page=2")];
    expect(ids(first.text).length + ids(second.text).length).toBe(21);
    expect(first.text.match(/<li><div><h3 class="name">/g)).toHaveLength(20);
    expect((await ada.get("/account?tab=security&page=99")).text).toContain("This session");
  });
});

describe("API keys", () => {
  const path = "/api/users/api-keys";

  test("open streams wherever the streaming key does, until they are deleted", async () => {
    const ada = await newPerson();
    const table = (await ada.upload("a,b\n1,2\n", { is_public: "false" })).json.table_name as string;
    const made = await ada.post(path, {});
    expect([made.status, made.json]).toEqual([
      201,
      {
        ...{ id: expect.any(String), name: "Key 1", secretShown: true },
        ...{ key: expect.stringMatching(/^trib_\w{4}…\w{4}$/), secret: expect.stringMatching(/^trib_\w{49}$/) },
      },
    ]);
    const { id, secret } = made.json as { id: string; secret: string };
    expect((await stream(secret, table)).json).toEqual([{ a: 1, b: 2 }]);
    expect((await stream(secret)).json).toMatchObject([{ table }]);
    expect((await product.call("GET", `/d/${table}.csv?api_key=${secret}`)).text).toBe("a,b\n1,2\n");
    const streaming = await ada.key();
    expect((await stream(secret)).status).toBe(200);
    const [listed] = (await ada.get(path)).json;
    expect(listed).toEqual({
      ...{ id, name: "Key 1", key: made.json.key, secretShown: false },
      ...{ scopes: ["read"], tables: null, connectors: null },
      ...{ created_at: expect.any(String), expires_at: null, last_used_at: expect.any(String) },
    });
    expect((await ada.call("DELETE", `${path}/${id}`)).json).toEqual({ message: "Key deleted" });
    expect([(await stream(secret)).status, (await stream(streaming)).status]).toEqual([401, 200]);
    expect((await ada.get(path)).json).toEqual([]);
  });

  test("read when nothing else is asked for, and show no other key", async () => {
    const ada = await newPerson();
    const { secret } = (await ada.post(path, {})).json as { secret: string };
    const by = async (method: string, target: string) =>
      (await product.call(method, target, { headers: { authorization: `Bearer ${secret}` } })).status;
    expect([await by("GET", "/api/users/me"), await by("GET", path), await by("DELETE", "/api/assets/none")]).toEqual([
      200, 403, 403,
    ]);
  });

  test("are renamed together on the page; a fault keeps what was typed", async () => {
    const ada = await newPerson();
    const [first, second] = [(await ada.post(path, {})).json.id, (await ada.post(path, { name: "Sheets" })).json.id];
    const save = (names: Record<string, string>) => send(ada, "api-keys", { intent: "save-keys", ...names });
    const refused = await save({ [`name_${first}`]: "Report", [`name_${second}`]: "" });
    expect([
      refused.status,
      refused.text.includes("1 to 64 characters"),
      refused.text.includes('value="Report"'),
    ]).toEqual([400, true, true]);
    const saved = await save({ [`name_${first}`]: "Report", [`name_${second}`]: "Sheets" });
    expect([saved.status, flashOf(saved.headers)]).toEqual([302, expect.stringContaining("API keys saved")]);
    const named = await ada.call("PATCH", `${path}/${second}`, { body: { name: "Tables" } });
    expect(named.json).toMatchObject({ id: second, name: "Tables" });
    expect((await ada.get(path)).json).toMatchObject([{ name: "Report" }, { name: "Tables" }]);
  });

  test("are made on the page with the secret in that answer alone, and deleted there", async () => {
    const ada = await newPerson();
    const made = await send(ada, "api-keys", { intent: "create-key", name: "Key 1", scopes: "read", expires: "30" });
    const secret = /trib_[0-9A-Za-z]{49}/.exec(made.text)?.[0] ?? "none";
    expect([made.status, made.text.includes("New key created")]).toEqual([200, true]);
    expect(made.headers.get("cache-control")).toBe("no-store");
    expect((await stream(secret)).status).toBe(200);
    const { text } = await ada.get("/account?tab=api-keys");
    expect([text.includes(secret), text.includes("expires on")]).toEqual([false, true]);
    const [{ id, expires_at: expiresAt }] = (await ada.get(path)).json as [{ id: string; expires_at: string }];
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(30);
    const deleted = await send(ada, "api-keys", { intent: "delete-key", key_id: id });
    expect([flashOf(deleted.headers), (await stream(secret)).status]).toEqual([
      expect.stringContaining("Key deleted"),
      401,
    ]);
  });

  test("have the scopes and things that are ticked on the page", async () => {
    const ada = await newPerson();
    const { id } = (await ada.upload("a\n1\n", { title: "River levels" })).json as { id: string };
    const offered = (await ada.get("/account?tab=api-keys")).text;
    expect(offered).toContain(`name="tables" value="${id}"`);
    const none = await send(ada, "api-keys", { intent: "create-key", name: "Nothing", expires: "", tables: id });
    expect([none.status, none.text.includes("Choose what the key may do.")]).toEqual([400, true]);
    expect(none.text).toMatch(
      new RegExp(`name="tables" checked="" value="${id}"|name="tables" value="${id}" checked=""`),
    );
    const ticked = { intent: "create-key", name: "Nightly", scopes: "write", tables: id, expires: "" };
    expect((await send(ada, "api-keys", ticked)).status).toBe(200);
    expect((await ada.get(path)).json).toMatchObject([{ scopes: ["write"], tables: [id], connectors: [] }]);
    const listed = (await ada.get("/account?tab=api-keys")).text.replace(/<!-- -->/g, "");
    expect(listed).toContain("only River levels");
  });

  test("of others are as missing ones, and a past expiry is refused", async () => {
    const [ada, ben] = [await newPerson(), await newPerson()];
    const { id } = (await ada.post(path, {})).json as { id: string };
    for (const key of [id, "0197a000-0000-7000-8000-000000000000"]) {
      const tried = [
        await ben.call("DELETE", `${path}/${key}`),
        await ben.call("PATCH", `${path}/${key}`, { body: { name: "Mine" } }),
      ];
      expect(tried.map(({ status, json }) => [status, json])).toMatchObject(
        Array(2).fill([404, { error: "Item not found" }]),
      );
    }
    expect((await ada.post(path, { expires_at: "2020-01-01T00:00:00Z" })).json).toMatchObject({
      error: "The key must expire in the future.",
    });
  });
});
