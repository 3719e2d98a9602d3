import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { accountClient, flashOf } from "#testing/servers/account-client.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** The tab of webhooks, as a browser without JavaScript uses it, and what calls about webhooks refuse. */
const path = "/api/webhooks";
let db: InstalledDatabase;
let program: TestServer;
let product: Product;
let people = 0;

beforeAll(async () => {
  db = await installedDatabase();
  program = await httpServer((request, response) => {
    if (request.url !== "/silent") response.writeHead(request.url === "/gone" ? 410 : 200).end("taken");
  });
  product = await startProduct({ ...db.installation, upstreams: [program.port] });
});
afterAll(async () => {
  await product?.remove();
  await program?.close();
  await db?.drop();
});

const newPerson = () => product.person(`Ada ${(people += 1)}`);
const { send } = accountClient(() => product);
const at = (target: string) => `http://127.0.0.1:${program.port}${target}`;
const made = async (who: Person, url = at("/hook")) =>
  (await who.post(path, { url, kinds: ["run.failed"] })).json.webhook.id as string;
const page = async (who: Person, id: string) => (await who.get(`/account?tab=webhooks&webhook=${id}`)).text;

test("a webhook is made on the page with the secret in that answer alone, tested, switched off and deleted", async () => {
  const ada = await newPerson();
  expect((await ada.get("/account?tab=webhooks")).text).toContain("No webhooks yet.");
  const refused = await send(ada, "webhooks", { intent: "create-webhook", url: at("/hook") });
  expect([refused.status, refused.text.includes("Choose what the webhook tells of.")]).toEqual([400, true]);
  expect(refused.text).toContain(`value="${at("/hook")}"`);
  const answer = await send(ada, "webhooks", { intent: "create-webhook", url: at("/hook"), kinds: "run.failed" });
  const secret = /whsec_[\w+/]+=/.exec(answer.text)?.[0] ?? "none";
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const [{ id }] = (await ada.get(path)).json as [{ id: string }];
  const act = async (intent: string, fields: Record<string, string> = {}) => {
    const { headers } = await send(ada, `webhooks&webhook=${id}`, { intent, webhook: id, ...fields });
    return flashOf(headers);
  };
  expect(await page(ada, id)).toContain("Nothing was sent yet.");
  expect(await act("test-webhook")).toContain("The test is queued.");
  await eventually(async () => (await page(ada, id)).includes("Delivered") || null);
  const shown = await page(ada, id);
  expect([shown.includes("answered 200"), shown.includes("taken"), shown.includes(secret)]).toEqual([
    true,
    true,
    false,
  ]);
  const delivery = /name="delivery" value="([\w-]+)"/.exec(shown)?.[1] ?? "none";
  expect(await act("send-again", { delivery })).toContain("The delivery is queued.");
  expect(await act("change-webhook", { url: at("/hook"), kinds: "dataset.version" })).toContain("Webhook changed");
  const rotated = await send(ada, "webhooks", { intent: "rotate-webhook-secret", webhook: id });
  expect([rotated.text.includes("whsec_"), rotated.text.includes(secret)]).toEqual([true, false]);
  expect(await act("disable-webhook")).toContain("Webhook switched off");
  expect(await page(ada, id)).toContain("You switched it off.");
  expect(await act("test-webhook")).toContain("The webhook is switched off. Switch it on first.");
  expect(await act("enable-webhook")).toContain("Webhook switched on");
  expect((await (await newPerson()).get(`/account?tab=webhooks&webhook=${id}`)).status).toBe(404);
  expect(await act("delete-webhook")).toContain("Webhook deleted");
  expect((await ada.get(path)).json).toEqual([]);
});

test("an address that is gone switches its webhook off, and its user is told", async () => {
  const ada = await newPerson();
  const id = await made(ada, at("/gone"));
  await ada.post(`${path}/${id}/test`);
  const [notice] = await eventually(async () => {
    const { json } = await ada.get("/api/users/notices");
    return json.length > 0 ? json : null;
  }, 20_000);
  expect(notice).toMatchObject({
    ...{ kind: "webhooks", path: `/account?tab=webhooks&webhook=${id}` },
    text: "A webhook of yours was switched off: its address answered that it is gone.",
  });
  expect(await page(ada, id)).toContain("its address answered that it is gone (410).");
  await ada.post(`${path}/${id}/switch`, { enabled: true });
  expect((await ada.get("/api/users/notices")).json).toEqual([]);
});

test("what cannot be is refused with a sentence", async () => {
  const ada = await newPerson();
  const kinds = ["run.failed"];
  const refusal = async (asked: object) => {
    const { status, json } = await ada.post(path, { url: "https://example.org/hook", kinds, ...asked });
    return [status, json.error];
  };
  expect(await refusal({ url: "nowhere" })).toEqual([
    400,
    "The address must be a whole one, such as https://example.org/hook, without a user name or password.",
  ]);
  expect(await refusal({ url: "http://example.org/" })).toEqual([
    400,
    "The address must begin with https:// and be on the public internet.",
  ]);
  const silent = await made(ada, at("/silent"));
  const tests = await Promise.all(Array.from({ length: 6 }, () => ada.post(`${path}/${silent}/test`)));
  expect(tests.filter(({ status }) => status === 202)).toHaveLength(5);
  expect(tests.find(({ status }) => status === 409)?.json).toMatchObject({
    ...{ code: "webhook-tests-waiting", error: "Five tests wait to be sent already." },
  });
  await ada.call("DELETE", `${path}/${silent}`);
  expect(await refusal({ item_id: "none" })).toEqual([400, "You have no such connection, and use no such dataset."]);
  for (let count = 0; count < 20; count += 1) await made(ada, "https://example.org/hook");
  expect(await refusal({})).toEqual([409, "You have 20 webhooks. Delete one first."]);
  expect((await ada.get("/account?tab=webhooks")).text).toContain("as many as an account can have");
});
