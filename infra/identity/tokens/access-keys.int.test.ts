import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Secret } from "#domain/core/text/secret.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { accessKeys, type KeyRing } from "./access-keys.ts";
import { excelTokens } from "./excel-tokens.ts";
import { newKey } from "./key-text.ts";
import { identityMigrations } from "../migrations.ts";

let db: FreshDatabase;
let keys: KeyRing;

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, identityMigrations);
  keys = accessKeys(db.pool, { fresh: randomUUID });
});
afterAll(() => db.drop());

const request = (userId: string, kind: "streaming" | "account" | "table" = "account") => ({
  userId,
  kind,
  tables: null,
});

describe("access keys", () => {
  test("are found by their text and nothing else", async () => {
    const { id, key, prefix, lastFour } = await keys.create(request("ada"));
    expect(await keys.find(key)).toMatchObject({
      id,
      userId: "ada",
      kind: "account",
      tables: null,
      expires: null,
      lastUsed: null,
      prefix,
      lastFour,
    });
    expect(await keys.find(newKey())).toBeNull();
    for (const junk of ["", "trib_", `${key}x`, "\0"]) expect(await keys.find(junk)).toBeNull();
  });

  test("can be for some tables only", async () => {
    const { key } = await keys.create({ userId: "ada", kind: "table", tables: ["t1", "t2"] });
    expect(await keys.find(key)).toMatchObject({ kind: "table", tables: ["t1", "t2"] });
  });

  test("stop at once when another replaces them, and spreadsheets with them", async () => {
    const excel = excelTokens({
      pool: db.pool,
      secrets: [new Secret("a secret of the installation, 32 or more characters")],
      issuer: "http://localhost",
    });
    const old = await keys.create(request("bea", "streaming"));
    const named = await keys.create(request("bea"));
    const others = await keys.create(request("cid", "streaming"));
    const { token } = await excel.issue("bea");
    const next = await keys.create(request("bea", "streaming"));
    await keys.keepOnly("bea", "streaming", next.id);
    expect(await keys.find(old.key)).toBeNull();
    expect(await keys.find(others.key)).not.toBeNull();
    expect((await keys.listOf("bea")).map(({ id }) => id)).toEqual([named.id, next.id]);
    expect(await excel.check(token)).toBeNull();
  });

  test("are removed by their owner, not by another", async () => {
    const { id, key } = await keys.create(request("cid"));
    await keys.remove("eve", id);
    expect(await keys.find(key)).not.toBeNull();
    await keys.remove("cid", id);
    await keys.remove("cid", id);
    expect(await keys.find(key)).toBeNull();
  });

  test("end with their time", async () => {
    const { key } = await keys.create({ ...request("dee"), expires: new Date(Date.now() - 1_000) });
    expect(await keys.find(key)).toBeNull();
    expect(await keys.listOf("dee")).toEqual([]);
  });

  test("remember when and by what they were last used", async () => {
    const { id, key } = await keys.create(request("eve"));
    await keys.touch(id, `pandas/3 ${"x".repeat(500)}`);
    const used = await keys.find(key);
    expect(used?.lastUsed).toBeInstanceOf(Date);
    expect(used?.lastUsedClient).toHaveLength(80);
    await keys.touch(id, `pandas/3 ${"x".repeat(500)}`);
    expect((await keys.find(key))?.lastUsed).toEqual(used?.lastUsed);
  });

  test("are in the table as hashes", async () => {
    const { id, key } = await keys.create(request("gus"));
    const { rows } = await db.pool.query<{ row: string }>(
      `select k::text as row from identity.access_keys k where id = $1`,
      [id],
    );
    expect(rows[0]?.row).not.toContain(key.slice(9, -4));
  });
});
