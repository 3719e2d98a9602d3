import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { createDatabaseClock } from "#infra/time/clock.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { PRODUCT_SECRET, type Product, startProduct } from "#testing/product.ts";
import { createVault } from "#infra/vault/vault.ts";
import { openQueries } from "#projections/all.ts";
import type { instanceBody } from "../api/shapes/instance-shape.ts";
import type { Platform } from "../platform.ts";
import { instancesOf } from "./instances.ts";

let db: InstalledDatabase;
let product: Product;
let ada: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  ada = await product.person("Ada", 3);
  const fields = [
    { key: "key", type: "text", private: true },
    { key: "area", type: "text" },
  ];
  const dsl = {
    protocol: "rest",
    operations: [{ id: "rows", url: "https://api.example.org/rows?area={area}&key={key}", params_fields: fields }],
  };
  for (let at = 0; at < 12; at += 1) {
    const { id: connector_id } = (await ada.post("/api/connectors/upload", { title: `Many ${at}`, dsl })).json;
    await ada.post("/api/connectors/activate", {
      connector_id,
      settings: { area: `area ${at}`, key: "canary" },
      refresh_interval: at * 60,
    });
  }
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

test("a page of many connections asks the database no more often than one of two", async () => {
  let asked = 0;
  const counting = new Proxy(db.pool, {
    get(pool, key) {
      if (key === "query") asked += 1;
      const value = Reflect.get(pool, key) as unknown;
      return typeof value === "function" ? (value.bind(pool) as unknown) : value;
    },
  });
  const queries = openQueries(
    new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }), log: () => void (asked += 1) }),
  );
  const platform = {
    queries,
    ports: {
      vault: createVault({ pool: counting, masterSecrets: [PRODUCT_SECRET] }),
      clock: createDatabaseClock(counting),
    },
  } as unknown as Platform;
  const viewer = await queries.users.byId(ada.id);
  const page = async (limit: number) => {
    asked = 0;
    const { items, total } = await instancesOf(platform, viewer!, { limit, offset: 0 });
    return { items, total, asked };
  };
  const [two, all] = [await page(2), await page(12)];
  expect([two.items.length, all.items.length, all.total]).toEqual([2, 12, 12]);
  expect(all.asked).toBeLessThanOrEqual(two.asked);
  const { json, text } = await ada.get("/api/connectors/my");
  expect(all.items.map(({ settings, schedule, secretsSet }) => [settings, schedule?.paused, secretsSet])).toEqual(
    json.map((each: z.infer<typeof instanceBody>) => [each.settings, each.schedule?.paused, each.secrets_set]),
  );
  expect(json[3]).toMatchObject({
    settings: { area: "area 3" },
    secrets_set: ["key"],
    schedule: { next_at: expect.any(String), paused: null },
  });
  expect([json[0].schedule, text.includes("canary")]).toEqual([null, false]);
});
