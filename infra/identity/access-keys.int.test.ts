import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FreshDatabase } from "../fresh-database.ts";
import { testDatabase } from "../test-database.ts";
import { type AccessKeys, accessKeys } from "./access-keys.ts";
import { identityMigrations } from "./migrations.ts";

let db: FreshDatabase;
let keys: AccessKeys;

beforeAll(async () => {
  db = await testDatabase();
  for (const { sql } of identityMigrations) await db.pool.query(sql);
  keys = accessKeys(db.pool);
});
afterAll(() => db.drop());

describe("access keys", () => {
  it("are found by their text and nothing else", async () => {
    const key = keys.newKey();
    const label = await keys.add(key, { id: "k1", userId: "ada", kind: "account" });
    expect(await keys.find(key)).toMatchObject({ id: "k1", userId: "ada", kind: "account", tables: null, expires: null, lastUsed: null, ...label });
    expect(await keys.find(keys.newKey())).toBeNull();
    for (const junk of ["", "trib_", `${key}x`, "\0"]) expect(await keys.find(junk)).toBeNull();
  });

  it("can be for some tables only", async () => {
    const key = keys.newKey();
    await keys.add(key, { id: "k2", userId: "ada", kind: "table", tables: ["t1", "t2"] });
    expect(await keys.find(key)).toMatchObject({ kind: "table", tables: ["t1", "t2"] });
  });

  it("stop at once when another replaces them", async () => {
    const [old, next, named] = [keys.newKey(), keys.newKey(), keys.newKey()];
    await keys.add(old, { id: "s1", userId: "bea", kind: "streaming" });
    await keys.add(named, { id: "s2", userId: "bea", kind: "account" });
    await keys.add(next, { id: "s3", userId: "bea", kind: "streaming" });
    await keys.removeAll("bea", "streaming", "s3");
    expect(await keys.find(old)).toBeNull();
    expect(await keys.find(next)).not.toBeNull();
    expect((await keys.listOf("bea")).map(({ id }) => id)).toEqual(["s2", "s3"]);
  });

  it("are removed by their owner, not by another", async () => {
    const key = keys.newKey();
    await keys.add(key, { id: "k3", userId: "cid", kind: "account" });
    expect(await keys.remove("eve", "k3")).toBe(false);
    expect(await keys.find(key)).not.toBeNull();
    expect(await keys.remove("cid", "k3")).toBe(true);
    expect(await keys.remove("cid", "k3")).toBe(false);
    expect(await keys.find(key)).toBeNull();
  });

  it("end with their time", async () => {
    const key = keys.newKey();
    await keys.add(key, { id: "k4", userId: "dee", kind: "account", expires: new Date(Date.now() - 1_000) });
    expect(await keys.find(key)).toBeNull();
    expect(await keys.listOf("dee")).toEqual([]);
  });

  it("remember when and by what they were last used", async () => {
    const key = keys.newKey();
    await keys.add(key, { id: "k5", userId: "eve", kind: "account" });
    await keys.touch("k5", `pandas/3 ${"x".repeat(500)}`);
    const used = await keys.find(key);
    expect(used?.lastUsed).toBeInstanceOf(Date);
    expect(used?.lastUsedClient).toHaveLength(80);
    await keys.touch("k5", `pandas/3 ${"x".repeat(500)}`);
    expect((await keys.find(key))?.lastUsed).toEqual(used?.lastUsed);
  });

  it("added twice by one command are one key; another's row is not taken over", async () => {
    const [first, second, stolen] = [keys.newKey(), keys.newKey(), keys.newKey()];
    await keys.add(first, { id: "k6", userId: "fay", kind: "account" });
    await keys.add(second, { id: "k6", userId: "fay", kind: "account" });
    await keys.add(stolen, { id: "k6", userId: "mallory", kind: "account" });
    expect(await keys.find(first)).toBeNull();
    expect(await keys.find(second)).toMatchObject({ userId: "fay" });
    expect(await keys.find(stolen)).toBeNull();
  });

  it("stand in the table as hashes", async () => {
    const key = keys.newKey();
    await keys.add(key, { id: "k7", userId: "gus", kind: "account" });
    const { rows } = await db.pool.query<{ row: string }>(`select k::text as row from identity.access_keys k where id = 'k7'`);
    expect(rows[0]?.row).not.toContain(key.slice(9, -4));
    await expect(keys.add("trib_homemade", { id: "k8", userId: "gus", kind: "account" })).rejects.toThrow(/newKey/);
  });
});
