import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { eventually } from "#testing/eventually.ts";

let db: InstalledDatabase;
let product: Product;
let [ana, ben, eve, admin]: Person[] = [];
let id: string;
let table: string;
beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "chief@example.org" } });
  [ana, ben, eve, admin] = await Promise.all(["Ana", "Ben", "Eve", "Chief"].map((name) => product.person(name, 3)));
  ({ id, table_name: table } = (await ana!.upload("a\n1\n2\n", { title: "Rivers", is_public: "false" })).json as {
    id: string;
    table_name: string;
  });
  await ana!.call("POST", `/api/assets/${id}/shares`, { body: { email: ben!.email } });
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

type Stream = { user: { id: string; name: string }; rows: number; key: string | null; bytes: number };
const streams = async (who: Person, subject: string) =>
  (await who.call("GET", `/api/history/${subject}/streams`)).json as Stream[];

test("the owner, auditors and the reader see who read which version, and how much of it", async () => {
  const headers = { "user-agent": "pandas/2.2" };
  const key = await ben!.key();
  for (const path of [`/api/stream/data?table=${id}`, `/odata/${table}`])
    await ben!.call("GET", `${path}${path.includes("?") ? "&" : "?"}api_key=${key}`, { headers });
  const seen = await eventually(async () => {
    const found = await streams(ana!, `dataset/${id}`);
    return found.length === 2 ? found : undefined;
  });
  const read = { user: { id: ben!.id, name: "Ben" }, item_id: id, table, version: 1, status: 200, rows: 2 };
  expect(seen).toMatchObject([
    { ...read, client: "pandas/2.2", key: null },
    { ...read, key: null },
  ]);
  expect(seen.every(({ bytes }) => bytes > 100 && bytes < 10_000)).toBe(true);
  for (const [who, subject] of [
    [admin!, `dataset/${id}`],
    [ben!, `user/${ben!.id}`],
  ] as const)
    expect(await streams(who, subject)).toMatchObject(Array(2).fill({ ...read, key: expect.any(String) }));
});

test("others are answered as if there were no such item or user", async () => {
  for (const [who, subject] of [
    [ben!, `dataset/${id}`],
    [eve!, `dataset/${id}`],
    [ana!, `user/${ben!.id}`],
  ] as const)
    expect((await who.call("GET", `/api/history/${subject}/streams`)).status).toBe(404);
  expect((await ana!.call("GET", `/api/history/dataset/${id}/streams?person=${eve!.id}`)).json).toEqual([]);
});

test("who was refused is told to auditors, and to owners where they know the person; the person learns nothing", async () => {
  const open = ((await ana!.upload("a\n1\n", { title: "Lakes" })).json as { id: string }).id;
  const key = await eve!.key();
  const refusal = async (item: string, times: number) => {
    for (let time = 0; time < times; time++)
      await eve!.call("GET", `/api/stream/data?table=${item}&api_key=${key}`, { headers: { "user-agent": "curl/8" } });
  };
  await refusal(id, 3);
  await refusal(open, 1);
  await refusal("table_that_is_not_there", 1);
  const refused = async (who: Person, subject: string) =>
    (await who.call("GET", `/api/history/${subject}/streams?outcome=refused`)).json as (Stream & { status: number })[];
  await eventually(async () => (await refused(admin!, `user/${eve!.id}`)).length === 2 || undefined);
  const told = { user: { id: eve!.id, name: "Eve" }, client: "curl/8", rows: null, version: null };
  // However often, one row in ten minutes.
  expect(await refused(admin!, `dataset/${id}`)).toMatchObject([{ ...told, status: 404 }]);
  expect(await refused(admin!, `dataset/${open}`)).toMatchObject([{ ...told, status: 403 }]);
  const stranger = { id: "", name: "somebody without access" };
  expect(await refused(ana!, `dataset/${id}`)).toMatchObject([{ user: stranger, client: null, status: 404 }]);
  // That the private one exists is not told to Eve.
  expect(await refused(eve!, `user/${eve!.id}`)).toMatchObject([{ status: 403, item_id: open }]);
  expect((await eve!.call("GET", `/history/user/${eve!.id}/access`)).text).not.toContain(table);
  expect((await eve!.call("GET", "/manage?tab=stream")).text).not.toContain(table);
  expect(await streams(ana!, `dataset/${open}`)).toEqual([]);
  expect((await ana!.call("GET", `/history/dataset/${open}/access`)).text).toContain("Calls refused");
  // One who had access is known to the owner.
  await ana!.call("POST", `/api/assets/${open}/shares`, { body: { email: eve!.email } });
  await eventually(async () => (await refused(ana!, `dataset/${open}`))[0]?.user.name === "Eve" || undefined);
});

test("the page names who has access, why, and the streams, and gives each list as CSV", async () => {
  const path = `/history/dataset/${id}/access`;
  const { text } = await ana!.call("GET", `${path}?person=${ben!.id}`);
  expect(text).toContain("was given access");
  expect(text).toContain("pandas/2.2");
  const csv = async (list: string) => (await ana!.call("GET", `${path}.csv?list=${list}`)).text;
  expect(await csv("grants")).toMatch(new RegExp(`^user_id,name,since,until\r\n${ben!.id},Ben,[^\r]+,\r\n$`));
  expect((await csv("streams")).split("\r\n")).toHaveLength(4);
  for (const page of [path, `${path}.csv?list=grants`]) expect((await eve!.call("GET", page)).status).toBe(404);
});
