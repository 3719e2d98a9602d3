import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { Answer } from "#testing/call.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/**
 * A visitor who has to log in or register first reaches the requested page, and learns nothing about what they may not
 * see.
 */
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ada: Person;
let bob: Person;
let dataset: string;
let connector: string;
let run: string;

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer(
    (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).end('[{"id":1}]'),
  );
  product = await startProduct({ ...db.installation, upstreams: [api.port] });
  [ada, bob] = await Promise.all([product.person("Ada", 3), product.person("Bob", 3)]);
  dataset = (await ada.upload("a,b\n1,2\n", { title: "Hidden", is_public: "false" })).json.id;
  const dsl = {
    protocol: "rest",
    auth: { type: "none" },
    operations: [{ id: "rows", url: `http://127.0.0.1:${api.port}/rows` }],
  };
  connector = (await ada.post("/api/connectors/upload", { title: "Hidden", is_public: false, dsl })).json.id;
  const instance = (await ada.post("/api/connectors/activate", { connector_id: connector })).json.id;
  run = (await ada.post(`/api/connectors/run/${instance}`)).json.runId;
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const HINT = "You may have to log in to see this.";
const page = (path: string) => product.call("GET", path);
const form = (path: string, fields: Record<string, string>, cookie = "") =>
  product.call("POST", path, {
    body: new URLSearchParams(fields).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(cookie === "" ? {} : { cookie, "sec-fetch-site": "same-origin" }),
    },
  });
const seen = ({ status, text }: Answer, id: string) => [status, text.replaceAll(id, "…").replace(/nonce="[^"]*"/g, "")];

describe("what a visitor may not see", () => {
  test.each(["dataset_profile", "connector_profile", "datastore"])(
    "at /%s leads to Login and back, and looks like what is not there",
    async (place) => {
      const id = place === "dataset_profile" ? dataset : connector;
      const missing = `${id.slice(0, -4)}0000`;
      const hidden = await page(`/${place}/${id}`);
      expect(seen(hidden, id)).toEqual(seen(await page(`/${place}/${missing}`), missing));
      expect(hidden).toMatchObject({ status: 404, text: expect.stringContaining(HINT) });
      expect(hidden.text).toContain(`href="/login?redirect=${encodeURIComponent(`/${place}/${id}`)}"`);
      const asBob = await bob.get(`/${place}/${id}`);
      expect([asBob.status, asBob.text.includes(HINT)]).toEqual([404, false]);
    },
  );

  test("at the page of a run is asked to log in, whether there is such a run or not", async () => {
    for (const id of [run, "nothing-1"]) {
      const { status, headers } = await page(`/run/${id}`);
      expect([status, headers.get("location")]).toEqual([302, `/login?redirect=${encodeURIComponent(`/run/${id}`)}`]);
    }
    expect((await bob.get(`/run/${run}`)).status).toBe(404);
  });
});

test("a user who registers at a server on their own machine that sends no mail sees where it is kept", async () => {
  const register = async (host: string) => {
    const body = new URLSearchParams({
      name: `At ${host}`,
      email: `${host}@example.org`,
      password: "a long enough password",
      terms: "accepted",
    });
    return (await fetch(`http://${host}:${product.port}/register`, { method: "POST", body })).text();
  };
  expect(await register("localhost")).toContain('href="/outbox"');
  expect(await register("127.0.0.1")).not.toContain('href="/outbox"');
});

describe("the way back", () => {
  const there = () => `/dataset_profile/${dataset}`;
  const login = (path: string) => `/login?redirect=${encodeURIComponent(path)}`;

  test("is kept through a wrong password", async () => {
    const wrong = await form(login(there()), { email: ada.email, password: "not the right one" });
    expect(wrong.status).toBe(400);
    const action = /<form[^>]*method="post"[^>]*action="([^"]*)"/.exec(wrong.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const right = await form(action, { email: ada.email, password: ada.password });
    expect([right.status, right.headers.get("location")]).toEqual([302, there()]);
  });

  test.each(["//evil.example", "https://evil.example", "/..//evil.example"])("never leads to %s", async (elsewhere) => {
    expect((await form(login(elsewhere), { email: ada.email, password: ada.password })).headers.get("location")).toBe(
      "/manage",
    );
  });

  test("is kept from Login through registering and verifying", async () => {
    const register = `/register?redirect=${encodeURIComponent(there())}`;
    expect((await page(login(there()))).text).toContain(`href="${register}"`);
    const registered = await form(register, {
      name: "Newcomer",
      email: "newcomer@example.org",
      password: "a long enough password",
      terms: "accepted",
    });
    expect(registered.text).toContain("Check your mail");
    expect(registered.text).toContain(`href="${login(there())}"`);
    expect(registered.text).not.toContain('href="/outbox"');
    const cookie = registered.headers
      .getSetCookie()
      .find((set) => set.startsWith("return="))
      ?.split(";")[0];
    const token = await eventually(
      async () => /\/verify-email\/([\w-]+)/.exec((await product.mailsTo("newcomer@example.org")).join(" "))?.[1],
    );
    const verified = await form(`/verify-email/${token}`, {}, cookie);
    expect([verified.status, verified.headers.get("location")]).toEqual([
      302,
      `/login?verified=true&redirect=${encodeURIComponent(there())}`,
    ]);
  });

  test("is kept from Login through a forgotten password", async () => {
    const forgot = `/forgot-password?redirect=${encodeURIComponent(there())}`;
    expect((await page(login(there()))).text).toContain(`href="${forgot}"`);
    expect((await page(forgot)).text).toContain(`href="${login(there())}"`);
    const sent = await form(forgot, { email: bob.email });
    const cookie = sent.headers
      .getSetCookie()
      .find((set) => set.startsWith("return="))
      ?.split(";")[0];
    const token = await eventually(
      async () => /\/reset-password\/([\w-]+)/.exec((await product.mailsTo(bob.email)).join(" "))?.[1],
    );
    const password = "another long password";
    const reset = await form(`/reset-password/${token}`, { password, confirm: password }, cookie);
    expect([reset.status, reset.text.includes(`href="${login(there())}"`)]).toEqual([200, true]);
    expect((await form(login(there()), { email: bob.email, password })).headers.get("location")).toBe(there());
  });
});

test("a wrong password is named below its field, for known and unknown addresses alike", async () => {
  const [known, unknown] = await Promise.all(
    [ada.email, "nobody@example.org"].map((email) => form("/login", { email, password: "not the right one" })),
  );
  for (const answer of [known, unknown]) {
    expect(answer?.status).toBe(400);
    expect(answer?.text).toContain("Login failed");
    expect(answer?.text).toMatch(/<p class="error" id="[^"]*-error"[^>]*>.*?E-mail or password is wrong\./s);
  }
});
