import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let [ana, ben, eve, admin, auditor]: Person[] = [];
beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "chief@example.org" } });
  [ana, ben, eve, admin, auditor] = await Promise.all(
    ["Ana", "Ben", "Eve", "Chief", "Tess"].map((name) => product.person(name, 3)),
  );
  await admin!.call("POST", `/api/admin/users/${auditor!.id}/roles`, { body: { role: "auditor" } });
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const upload = async (isPublic: boolean) =>
  ((await ana!.upload("a\n1\n", { title: "Rivers", is_public: String(isPublic) })).json as { id: string }).id;

const why = async (who: Person, item: string, user: Person, more = "") => {
  const { status, json } = await who.call("GET", `/api/audit/why?item=${item}&user=${user.id}${more}`);
  return {
    status,
    ...(json as { sees: boolean; rows: string; rules: { rule: string; by: string }[]; roles: string[] }),
  };
};

/** The buttons of a dataset's page by what is offered, as the page has them. */
const BUTTONS = {
  edit: ">Edit<",
  delete: ">Delete<",
  connect: ">Connect<",
  remove: "You have access",
  ask: "Ask for access",
};

const withoutRequest = (json: object) => ({ ...json, request_id: "" });

test("the explanation agrees with the answers that the person gets, whichever of them asks", async () => {
  const items = await Promise.all([upload(true), upload(false), upload(false)]);
  const [, , shared] = items;
  await ana!.call("POST", `/api/assets/${shared}/shares`, { body: { email: ben!.email } });
  for (const item of items)
    for (const person of [ana!, ben!, eve!, admin!, auditor!]) {
      const { status: seen } = await person.call("GET", `/api/assets/${item}`);
      const rows = await person.call("GET", `/api/stream/data?table=${item}&api_key=${await person.key()}`);
      for (const asking of [admin!, auditor!, ana!]) {
        const told = await why(asking, item, person);
        expect([told.status, told.sees, told.rows === "all"]).toEqual([200, seen === 200, rows.status === 200]);
      }
    }
  expect((await why(auditor!, shared, ben!)).rules).toMatchObject([{ rule: "grant", by: ana!.id }]);
});

test("what an auditor sees as a person is what that person gets: page, buttons, rows and streams", async () => {
  const [open, shared] = [await upload(true), await upload(false)];
  await ana!.call("POST", `/api/assets/${shared}/shares`, { body: { email: ben!.email } });
  for (const item of [open, shared])
    for (const person of [ana!, ben!, eve!]) {
      const { json } = await auditor!.call("GET", `/api/audit/why?item=${item}&user=${person.email}`);
      const page = await person.call("GET", `/dataset_profile/${item}`);
      const stream = await person.call("GET", `/api/stream/data?table=${item}&api_key=${await person.key()}`);
      expect([json.view !== null, json.view?.stream ?? false]).toEqual([page.status === 200, stream.status === 200]);
      for (const [offer, button] of Object.entries(BUTTONS))
        expect([offer, json.view?.offers.includes(offer) ?? false]).toEqual([
          offer,
          page.status === 200 && page.text.replaceAll(/<svg.*?<\/svg>/g, "").includes(button),
        ]);
    }
  const asked = `/history/dataset/${open}/access?person=Ben`;
  expect((await auditor!.call("GET", asked)).text).toMatch(/What <!-- -->Ben<!-- --> (<!-- -->)?sees/);
});

test("who looked at what somebody sees is told to that person and to auditors, not to the owner of the item", async () => {
  const item = await upload(true);
  await auditor!.call("GET", `/api/audit/why?item=${item}&user=${eve!.id}`);
  await auditor!.call("GET", `/api/audit/why?item=${item}&user=${eve!.id}`);
  const page = async (who: Person, at: string) => (await who.call("GET", `/history/${at}/access`)).text;
  const own = await page(eve!, `user/${eve!.id}`);
  expect(own).toContain("Who looked at this access");
  // The same look within ten minutes is one.
  expect(own.split(`<code>${item}</code>`).length - 1).toBe(1);
  expect(await page(admin!, `dataset/${item}`)).toContain("Who looked at this access");
  expect(await page(ana!, `dataset/${item}`)).not.toContain("Who looked at this access");
});

test("others are answered as if there were no such item", async () => {
  const item = await upload(false);
  const missing = await eve!.call("GET", `/api/audit/why?item=missing&user=${eve!.id}`);
  for (const person of [ana!, eve!]) {
    const refused = await eve!.call("GET", `/api/audit/why?item=${item}&user=${person.id}`);
    expect([refused.status, withoutRequest(refused.json)]).toEqual([404, withoutRequest(missing.json)]);
  }
  expect((await why(admin!, item, { ...ana!, id: "nobody" })).status).toBe(404);
});

test("user roles are told to the person, to admins and to auditors, not to owners", async () => {
  const item = await upload(true);
  const roles = async (who: Person) => (await why(who, item, auditor!)).roles;
  expect([await roles(admin!), await roles(auditor!), await roles(ana!)]).toEqual([["auditor"], ["auditor"], []]);
});

test("an earlier time is answered as it was then, for what is deleted too", async () => {
  const item = await upload(true);
  expect((await why(auditor!, item, eve!, "&as_of=2020-01-01")).status).toBe(404);
  await ana!.call("DELETE", `/api/assets/${item}`);
  const gone = await why(auditor!, item, eve!);
  expect([gone.status, gone.sees]).toEqual([200, false]);
  expect((await auditor!.call("GET", `/api/audit/why?item=${item}&as_of=yesterday`)).status).toBe(400);
});
