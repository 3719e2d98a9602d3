import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";

let db: FreshDatabase;
let product: Product;
let [ana, ben, eve, admin, auditor]: Person[] = [];
beforeAll(async () => {
  db = await testDatabase();
  product = await startProduct({ databaseUrl: db.url, env: { ADMIN_EMAILS: "chief@example.org" } });
  [ana, ben, eve, admin, auditor] = await Promise.all(
    ["Ana", "Ben", "Eve", "Chief", "Tess"].map((name) => product.person(name, 3)),
  );
  await admin!.call("POST", `/api/admin/users/${auditor!.id}/roles`, { body: { role: "auditor" } });
}, 90_000);
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
