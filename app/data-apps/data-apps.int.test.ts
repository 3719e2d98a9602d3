import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { follow } from "#testing/servers/form-client.ts";

let db: InstalledDatabase;
let product: Product;
let [owner, reader]: Person[] = [];
let id: string;

/** Station n % 3 on day n of the year, with level n and rain n / 2; every tenth has no level. */
const ROWS = Array.from({ length: 60 }, (_, n) => {
  const day = new Date(Date.UTC(2026, 0, 1 + n)).toISOString().split("T", 1)[0];
  return [day, ["Mill", "Weir", "Lock"][n % 3], n % 10 === 0 ? "" : n, n / 2 + 0.25, n % 2 === 0].join(",");
});
const CSV = ["day,station,level,rain,dry", ...ROWS].join("\n");

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  [owner, reader] = await Promise.all(["Owner", "Reader"].map((name) => product.person(name, 3)));
  id = (await owner!.upload(CSV, { title: "Levels" })).json.id;
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

/** The rows of the table below the chart of an address. */
async function values(address: string, who = owner!): Promise<readonly (readonly string[])[]> {
  const { text } = await who.get(address);
  const table = /aria-label="Values of the chart"[\s\S]*?<\/table>/.exec(text)?.[0] ?? "";
  return [...table.matchAll(/<tr><th scope="row">([^<]*)<\/th><td[^>]*>([^<]*)<\/td>/g)].map(([, x, y]) => [x!, y!]);
}
const chart = (query: string) => values(`/dataset_profile/${id}/chart?${query}`);
const send = (person: Person, address: string, form: Record<string, string>) =>
  person.call("POST", address, {
    body: String(new URLSearchParams(form)),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
const mean = (of: readonly number[]) => of.reduce((a, b) => a + b, 0) / of.length;
const levels = (station: number) =>
  Array.from({ length: 60 }, (_, n) => n).filter((n) => n % 3 === station && n % 10 !== 0);

test("charts show what the database groups: lines, bars, histograms and scatter plots", async () => {
  const line = await chart("");
  expect([line.length, line[1], line[0]]).toEqual([60, ["2026-01-02", "1"], ["2026-01-01", "empty"]]);
  expect(await chart("kind=bar&x=station&y=level&aggregate=mean")).toEqual(
    (["Mill", "Weir", "Lock"] as const)
      .map((name, at) => [name, mean(levels(at))] as const)
      .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
      .map(([name, value]) => [name, String(value)]),
  );
  expect(await chart("kind=bar&x=dry")).toEqual([
    ["false", "30"],
    ["true", "30"],
  ]);
  const histogram = await chart("kind=histogram&x=level");
  expect([histogram.length, histogram.reduce((sum, [, y]) => sum + Number(y), 0)]).toEqual([20, 54]);
  const scatter = await chart("kind=scatter&x=level&y=rain");
  expect([...scatter].sort((a, b) => Number(a[0]) - Number(b[0]))[0]).toEqual(["1", "0.75"]);
  expect(scatter).toHaveLength(54);
});

test("a chart keeps the filters of the rows, and says why it cannot be drawn", async () => {
  const weir = await chart("kind=bar&x=station&where.station=eq.Weir&where.level=gte.10&where.level=lt.20");
  expect(weir).toEqual([["Weir", "3"]]);
  const wrong = await owner!.get(`/dataset_profile/${id}/chart?where.depth=eq.1`);
  expect([wrong.status, /depth/.test(wrong.text)]).toEqual([400, true]);
});

test("who may not read the rows sees no chart, neither on the page nor as a data app", async () => {
  const address = `/dataset_profile/${id}/chart`;
  const visitor = await product.call("GET", address);
  expect([visitor.status, visitor.headers.get("location")?.startsWith("/login")]).toEqual([302, true]);
  expect((await reader!.get(address)).headers.get("location")).toBe(`/dataset_profile/${id}`);
  const refused = await send(reader!, address, { intent: "save-chart", title: "Theirs", chart: "x=station" });
  expect(refused.headers.get("location")).toBe(`/dataset_profile/${id}`);
  expect((await owner!.get("/dataapps")).text).not.toContain("Theirs");
  const untitled = await send(owner!, address, { intent: "save-chart", title: " ", chart: "x=station" });
  expect([untitled.status, untitled.text.includes("Give the chart a title.")]).toEqual([400, true]);
  const asked = { chart: "kind=bar&x=station&y=level&aggregate=max&where.level=lt.30", title: "Highest by station" };
  const saved = await send(owner!, address, { intent: "save-chart", ...asked });
  const app = saved.headers.get("location")!;
  expect((await follow(owner!, saved)).page).toContain("Chart saved.");
  expect(app).toMatch(/^\/dataapps\/[0-9a-f-]+$/);
  expect(await values(app)).toEqual([
    ["Lock", "29"],
    ["Weir", "28"],
    ["Mill", "27"],
  ]);
  const closed = await reader!.get(app);
  expect([closed.status, closed.text.includes("Only people with access to the dataset see this chart")]).toEqual([
    200,
    true,
  ]);
  expect(await values(app, reader)).toEqual([]);
  await reader!.post("/api/access/grant", { assetId: id });
  expect(await values(app, reader)).toHaveLength(3);
});

test("programs save, list, read and delete data apps as pages do", async () => {
  const levels = (await owner!.upload(CSV, { title: "Levels for programs" })).json.id as string;
  const bars = { kind: "bar", x: "station", y: "level", aggregate: "max" };
  const save = (chart: object, more: object = {}, who = owner!) =>
    who.post("/api/dataapps", { dataset_id: levels, title: "Highest", chart, ...more });
  const made = await save(bars, { filters: "where.level=lt.30&page=2" });
  expect([made.status, made.json.redirectUrl]).toEqual([201, `/dataapps/${made.json.id}`]);
  const one = `/api/dataapps/${made.json.id}`;
  expect((await owner!.get(one)).json).toMatchObject({
    ...{ title: "Highest", author: "Owner", dataset_id: levels, chart: bars, filters: "where.level=lt.30" },
    drawn: { points: [29, 28, 27].map((y, at) => ({ x: ["Lock", "Weir", "Mill"][at], y })), rows: 60 },
  });
  expect(await values(`/dataapps/${made.json.id}`)).toHaveLength(3);
  const visitor = { call: product.call, get: (target: string) => product.call("GET", target) };
  for (const who of [visitor, reader!])
    expect((await who.get(one)).json).toMatchObject({ id: made.json.id, drawn: null });
  expect((await visitor.get("/api/dataapps?limit=1")).json).toMatchObject([{ id: made.json.id }]);
  // What is left open is chosen as on the page.
  const counted = await save({ kind: "line", x: "day" });
  expect((await owner!.get(`/api/dataapps/${counted.json.id}`)).json.chart).toMatchObject({
    y: null,
    aggregate: "count",
  });

  const refusals = [
    await save({ ...bars, x: "depth" }),
    await save({ kind: "line", x: "station" }),
    await save({ ...bars, y: "station" }),
    await save(bars, { filters: "where.depth=eq.1" }),
    await save(bars, { title: " " }),
    await save(bars, {}, reader),
    await save(bars, { dataset_id: "none" }),
  ];
  const codes = ["chart-does-not-fit", "chart-does-not-fit", "chart-does-not-fit", "stream-query-invalid"];
  expect(refusals.map(({ json }) => json.code)).toEqual([
    ...codes,
    "data-app-title-missing",
    "item-unknown",
    "item-unknown",
  ]);
  expect((await reader!.call("DELETE", one)).status).toBe(404);
  expect((await owner!.call("DELETE", one)).json).toEqual({ message: "The chart was deleted." });
  expect((await owner!.get(one)).status).toBe(404);
});

test("data apps are listed as their datasets may be seen, deleted by who saved them, and gone with their dataset", async () => {
  const made = async (title: string, isPublic: string) => {
    const dataset = (await owner!.upload(CSV, { title, is_public: isPublic })).json.id as string;
    const form = { intent: "save-chart", title: `Chart of ${title}`, chart: "x=station" };
    return { dataset, app: (await send(owner!, `/dataset_profile/${dataset}/chart`, form)).headers.get("location")! };
  };
  const [open, secret] = [await made("open levels", "true"), await made("secret levels", "false")];
  const listed = async (who: Person | null) => {
    const { text } = await (who ? who.get("/dataapps") : product.call("GET", "/dataapps"));
    return ["Chart of open levels", "Chart of secret levels"].map((title) => text.includes(title));
  };
  expect([await listed(null), await listed(reader!), await listed(owner!)]).toEqual([
    [true, false],
    [true, false],
    [true, true],
  ]);
  expect((await reader!.get(secret.app)).status).toBe(404);
  expect((await send(reader!, secret.app, { intent: "delete-chart" })).status).toBe(404);
  await send(reader!, open.app, { intent: "delete-chart" });
  expect((await owner!.get(open.app)).status).toBe(200);
  const deleted = await send(owner!, open.app, { intent: "delete-chart" });
  expect((await follow(owner!, deleted)).page).toContain("The chart was deleted.");
  await owner!.call("DELETE", `/api/assets/${secret.dataset}`);
  for (const { app } of [open, secret]) expect((await owner!.get(app)).status).toBe(404);
  expect(await listed(owner!)).toEqual([false, false]);
});
