import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseMail } from "#infra/mail/parse-mail.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { ringJob } from "#testing/schedule.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let [author, ben, cleo]: Person[] = [];
let answer: { status: number; rows: readonly object[] } = { status: 200, rows: [{ id: 1 }] };

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((_request, response) => {
    response.statusCode = answer.status;
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer.rows));
  });
  product = await startProduct({ ...db.installation, upstreams: [upstream.port] });
  [author, ben, cleo] = await Promise.all(["Author", "Ben", "Cleo"].map((name) => product.person(name, 3)));
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

type Shown = { id: string; kind: string; text: string; path: string | null; position: string; read: boolean };
const noticesOf = async (who: Person) => (await who.get("/api/users/notices")).json as Shown[];
const textsOf = async (who: Person) => (await noticesOf(who)).map(({ text }) => text);
/** The number on the bell. */
const unreadOf = async (who: Person) =>
  Number(/aria-label="Notices, (\d+)\+? unread"/.exec((await who.get("/about")).text)?.[1] ?? 0);
const readAll = async (who: Person) => {
  const [newest] = await noticesOf(who);
  if (newest) await who.post("/api/users/notices/read", { position: newest.position });
};

const definition = () => ({
  protocol: "rest",
  retry: { max_attempts: 1 },
  auth: { type: "none" },
  operations: [{ id: "rows", method: "GET", url: `http://127.0.0.1:${upstream.port}/`, records: "$" }],
});
async function publish(title: string, parent?: string): Promise<string> {
  if (parent === undefined)
    return (await author!.post("/api/connectors/upload", { title, is_public: true, dsl: definition() })).json.id;
  const draft = (
    await author!.post("/api/connectors/draft", { title, is_public: true, dsl: definition(), parent_id: parent })
  ).json.connector.id as string;
  const published = await author!.post(`/api/connectors/${draft}/publish`);
  expect([published.status, published.text]).toEqual([201, published.text]);
  return published.json.id as string;
}
const connect = async (who: Person, connector_id: string) =>
  (await who.post("/api/connectors/activate", { connector_id, override: true })).json.id as string;

test("a new version is one row, which all who are connected see, and nobody else", async () => {
  const first = await publish("Weather");
  for (const who of [ben!, cleo!]) await connect(who, first);
  await publish("Weather", first);
  await eventually(async () => (await textsOf(ben!)).includes("Weather has a new version: v2."));
  expect(await textsOf(cleo!)).toContain("Weather has a new version: v2.");
  expect(await textsOf(author!)).toEqual([]);
  expect((await db.pool.query("select 1 from model_notices.notices where kind = 'version'")).rowCount).toBe(1);

  const late = await product.person("Late", 3);
  await connect(late, first);
  expect(await textsOf(late), "what was before is no news").toEqual([]);
});

test("failed runs in a row are one notice, unread again with each", async () => {
  const instance = await connect(ben!, await publish("Failing"));
  await readAll(ben!);
  const run = () => ben!.post(`/api/connectors/run/${instance}`);
  answer = { status: 500, rows: [] };
  await run();
  await eventually(async () => (await textsOf(ben!))[0] === "A run of Failing has failed.");
  expect(await unreadOf(ben!)).toBe(1);
  await ben!.post("/api/users/notices/read", { id: (await noticesOf(ben!))[0]!.id });
  expect([await unreadOf(ben!), (await noticesOf(ben!))[0]!.read]).toEqual([0, true]);
  await run();
  await eventually(async () => (await textsOf(ben!))[0] === "2 runs of Failing in a row have failed.");
  expect([await unreadOf(ben!), (await noticesOf(ben!))[0]!.path]).toEqual([1, `/run/${instance}-2`]);
  answer = { status: 200, rows: [{ id: 1 }] };
  await run();
  answer = { status: 500, rows: [] };
  await run();
  await eventually(async () => (await textsOf(ben!))[0] === "A run of Failing has failed.");
  answer = { status: 200, rows: [{ id: 1 }] };
});

test("other columns are told to the owner of the connection and to the users of its dataset", async () => {
  const instance = await connect(author!, await publish("Stations"));
  const run = () => author!.post(`/api/connectors/run/${instance}`);
  await run();
  const made = await author!.post(`/api/connectors/instance/${instance}/publish`, { title: "Live", is_public: true });
  await cleo!.post("/api/access/grant", { assetId: made.json.id });
  answer = { status: 200, rows: [{ id: "one", name: "Mill" }] };
  await run();
  const changes = "added name; another type for id";
  await eventually(async () => (await textsOf(cleo!))[0] === `The columns of Live have changed: ${changes}.`);
  expect((await textsOf(author!))[0]).toBe(`The columns of Stations have changed: ${changes}.`);
  await run();
  await cleo!.post("/api/access/remove", { assetId: made.json.id });
  await eventually(async () => !(await textsOf(cleo!)).some((text) => text.includes("Live")));
  answer = { status: 200, rows: [{ id: 1 }] };
});

test("requests for access and their answers reach both, and reading all leaves what came after", async () => {
  const { id } = (await author!.upload("a\n1\n", { title: "Levels", is_public: "true", on_request: "true" })).json;
  const at = `/api/assets/${id}/requests`;
  await readAll(author!);
  await ben!.post(at, { reason: "A study" });
  expect((await noticesOf(author!))[0]).toMatchObject({ text: "Ben asks for access to Levels.", read: false });
  expect(await unreadOf(author!)).toBe(1);
  await author!.call("PATCH", at, { body: { answer: "refuse", email: ben!.email, note: "Later" } });
  expect((await textsOf(ben!))[0]).toBe("Your request for access to Levels was refused.");
  const [before] = await noticesOf(ben!);
  await ben!.post(at, { reason: "Again" });
  await author!.call("PATCH", at, { body: { answer: "approve", email: ben!.email } });
  expect((await textsOf(ben!)).filter((text) => text.includes("Levels"))).toEqual([
    "Your request was approved: you have access to Levels.",
    "Your request for access to Levels was refused.",
  ]);
  await ben!.post("/api/users/notices/read", { position: before!.position });
  expect((await noticesOf(ben!)).filter(({ read }) => !read).map(({ text }) => text)).toEqual([
    "Your request was approved: you have access to Levels.",
  ]);
  await author!.call("DELETE", `/api/assets/${id}/shares`, { body: { email: ben!.email } });
  expect((await noticesOf(ben!))[0]).toMatchObject({
    text: "The owner has removed your access to Levels.",
    path: null,
  });
});

test("the page marks all as read, and says so", async () => {
  const [newest] = await noticesOf(ben!);
  const marked = await ben!.call("POST", "/notices", {
    headers: { "content-type": "application/x-www-form-urlencoded", origin: product.url },
    body: new URLSearchParams({ intent: "read-all", position: newest!.position }).toString(),
  });
  expect([marked.status, marked.headers.get("location")]).toEqual([302, "/notices"]);
  const flash = marked.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
  const shown = await product.call("GET", "/notices", { headers: { cookie: `${ben!.cookie}; ${flash}` } });
  expect(shown.text).toContain("All notices are marked as read.");
  expect(await unreadOf(ben!)).toBe(0);
});

test("a kind that is not chosen for the page is not shown and not counted", async () => {
  const { id } = (await author!.upload("a\n1\n", { title: "Quiet" })).json;
  await readAll(cleo!);
  await author!.post(`/api/assets/${id}/shares`, { email: cleo!.email });
  expect([(await textsOf(cleo!))[0], await unreadOf(cleo!)]).toEqual(["Quiet was shared with you.", 1]);
  const changed = await cleo!.call("PATCH", "/api/users/notices/settings", {
    body: { access: { page: false, mail: false } },
  });
  expect(changed.json).toMatchObject({ access: { page: false, mail: false }, runs: { page: true, mail: true } });
  expect([(await textsOf(cleo!)).includes("Quiet was shared with you."), await unreadOf(cleo!)]).toEqual([false, 0]);
});

test("pages of notices are in order, without gaps", async () => {
  const all = await noticesOf(ben!);
  const pages = await Promise.all(all.map((_, at) => ben!.get(`/api/users/notices?limit=1&page=${at + 1}`)));
  expect(all.length).toBeGreaterThan(2);
  expect(pages.flatMap(({ json }) => json as Shown[])).toEqual(all);
  expect(pages[0]!.headers.get("x-total-count")).toBe(String(all.length));
});

/** Waits for mails of notices, which are written in rounds: a runner starts one each time that they are not there. */
const mailed = <T>(question: () => Promise<T | false>): Promise<T> =>
  eventually(async () => {
    const found = await question();
    if (found === false) await ringJob(db.pool, "send-mail");
    return found;
  });

/** The raw mails to a person that contain some words, or have them in their subject. */
async function rawMails(to: Person, words: string): Promise<string[]> {
  const folder = path.join(product.dataDir, "mail");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(files.map((name) => readFile(path.join(folder, name), "utf8")));
  // A long header goes on in the next line.
  const unfolded = mails.map((mail) => mail.replaceAll(/\r?\n[ \t]+/g, " "));
  const subjects = await Promise.all(mails.map(async (mail) => (await parseMail(mail)).subject));
  return unfolded.filter(
    (mail, at) => mail.includes(`To: ${to.email}`) && (mail.includes(words) || subjects[at]!.includes(words)),
  );
}

test("a new version is mailed to those who chose it, with a link that ends these mails without a login", async () => {
  const first = await publish("Mailed");
  for (const who of [ben!, cleo!]) await connect(who, first);
  const wanted = { version: { page: true, mail: true } };
  for (const who of [ben!, cleo!]) await who.call("PATCH", "/api/users/notices/settings", { body: wanted });
  await publish("Mailed", first);
  const mails = await mailed(async () => {
    const found = [await rawMails(ben!, "“Mailed” v2"), await rawMails(cleo!, "“Mailed” v2")];
    return found.every(({ length }) => length === 1) && found;
  });
  expect(await rawMails(author!, "“Mailed” v2")).toEqual([]);
  const mail = mails[0]![0]!;
  expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  const link = new URL(/List-Unsubscribe: <([^>]+)>/.exec(mail)![1]!).pathname;

  const asked = await product.call("GET", link);
  expect([asked.status, asked.text.includes("Stop mails about this?")]).toEqual([200, true]);
  expect((await ben!.get("/api/users/notices/settings")).json.version.mail, "opening the link changes nothing").toBe(
    true,
  );
  const ended = await product.call("POST", link, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect([ended.status, ended.text.includes("You will get no more mails about this.")]).toEqual([200, true]);
  expect((await ben!.get("/api/users/notices/settings")).json.version).toEqual({ page: true, mail: false });
  expect((await product.call("POST", `${link}x`)).status).toBe(404);

  await publish("Mailed", first);
  await mailed(async () => (await rawMails(cleo!, "“Mailed” v3")).length === 1);
  expect(await rawMails(ben!, "“Mailed” v3")).toEqual([]);
});

test("no mail about access goes to who does not want it", async () => {
  const share = async (title: string) => {
    const { id } = (await author!.upload("a\n1\n", { title })).json;
    for (const who of [ben!, cleo!]) await author!.post(`/api/assets/${id}/shares`, { email: who.email });
  };
  const mute = (page: boolean, mail: boolean) =>
    cleo!.call("PATCH", "/api/users/notices/settings", { body: { access: { page, mail } } });
  await mute(true, false);
  await share("Shared once");
  await mailed(async () => (await rawMails(ben!, "Shared once")).length === 1);
  await mute(true, true);
  await share("Shared twice");
  await mailed(async () => (await rawMails(cleo!, "Shared twice")).length === 1);
  expect(await rawMails(cleo!, "Shared once")).toEqual([]);
  expect((await rawMails(cleo!, "Shared twice"))[0]).toContain("List-Unsubscribe: <");
});

test("a key that expires is announced seven days before and once more on the last day, also by mail", async () => {
  const made = await ben!.post("/api/users/api-keys", {
    name: "Nightly",
    scopes: ["read"],
    expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  });
  const { id } = made.json as { id: string };
  /** As if the key had been made a month ago and expired in this time. */
  const expiresIn = async (time: string) => {
    await db.pool.query(
      "update identity.access_keys set created = now() - interval '30 days', expires = now() + $2::interval where id = $1",
      [id, time],
    );
    // Deleting a dataset wakes the clean-up.
    const { id: dataset } = (await author!.upload("a\n1\n", { title: "Short-lived" })).json;
    await author!.call("DELETE", `/api/assets/${dataset}/owner`);
  };
  const told = async () => (await noticesOf(ben!)).filter(({ kind }) => kind === "keys");
  await expiresIn("6 days");
  await eventually(async () => (await told()).length === 1, 20_000);
  const [first] = await told();
  expect(first).toMatchObject({ path: "/account?tab=api-keys", read: false });
  expect(first!.text).toMatch(/^Your API key Nightly expires on \d{1,2} \w+ \d{4}\.$/);
  await readAll(ben!);
  const mails = () => rawMails(ben!, "Your API key “Nightly” expires soon");
  await mailed(async () => (await mails()).length === 1);
  await expiresIn("20 hours");
  await eventually(async () => (await told())[0]?.position !== first!.position, 20_000);
  expect(await told()).toMatchObject([{ read: false }]);
  await mailed(async () => (await mails()).length === 2);
  await ben!.call("DELETE", `/api/users/api-keys/${id}`);
  await eventually(async () => (await told()).length === 0);
});

test("a notice that is opened is read from then on, whatever page the address names", async () => {
  const first = await publish("Opened");
  await connect(ben!, first);
  await publish("Opened", first);
  const text = "Opened has a new version: v2.";
  const found = () => noticesOf(ben!).then((notices) => notices.find((each) => each.text === text));
  const { id, path: page } = await eventually(found);
  const href = `/notices?${new URLSearchParams({ open: id, to: page! })}`;
  expect((await ben!.get("/notices")).text).toContain(`href="${href.replaceAll("&", "&amp;")}"`);
  const unread = await unreadOf(ben!);
  // Another site has nobody's notices read.
  const headers = { "sec-fetch-site": "cross-site" };
  expect((await ben!.call("GET", href, { headers })).headers.get("location")).toBe(page);
  expect(await unreadOf(ben!)).toBe(unread);
  expect((await ben!.get(href)).headers.get("location")).toBe(page);
  expect(await unreadOf(ben!)).toBe(unread - 1);
  expect((await ben!.get(`/notices?open=${id}&to=//elsewhere.example`)).headers.get("location")).toBe("/notices");
});
