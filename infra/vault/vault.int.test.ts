import { afterAll, beforeAll, expect, test } from "vitest";
import { Secret } from "#domain/core/text/secret.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { OwnerForgottenError } from "./owner-keys.ts";
import { createVault } from "./vault.ts";
import { vaultMigrations } from "./vault-migrations.ts";

const FIRST = "first-secret-of-this-installation-0123456789";
const SECOND = "second-secret-of-this-installation-012345678";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, vaultMigrations);
});
afterAll(() => db?.drop());

const vaultWith = (...secrets: string[]) =>
  createVault({ pool: db.pool, masterSecrets: secrets.map((secret) => new Secret(secret)) });

test("a secret can be stored, read, replaced and removed", async () => {
  const vault = vaultWith(FIRST);
  expect(await vault.get("anna", "password")).toBeNull();
  await vault.put("anna", "password", "ä€😀");
  expect(await vault.get("anna", "password")).toBe("ä€😀");
  await vault.put("anna", "password", "");
  expect(await vault.get("anna", "password")).toBe("");
  await vault.put("anna", "token/1_", "a");
  await vault.put("anna", "token/1x", "b");
  await vault.removeAll("anna", "token/1_");
  expect([await vault.get("anna", "token/1_"), await vault.get("anna", "token/1x")]).toEqual([null, "b"]);
  await vault.remove("anna", "token/1x");
  expect(await vault.get("anna", "token/1x")).toBeNull();
  expect(await vault.get("anna", "password")).toBe("");
});

test("tells what it keeps secrets of, and nothing that came just now", async () => {
  const vault = vaultWith(FIRST);
  for (const [owner, name] of [
    ["dora", "thing/1/a"],
    ["dora", "thing/1/b"],
    ["emil", "thing/1/a"],
    ["dora", "thing/2/a/b"],
    ["dora", "thin/3/a"],
  ] as const)
    await vault.put(owner, name, "x");
  const items = async (age: number) =>
    (await vault.itemsUnder("thing/", "")).items
      .filter(({ storedMsAgo }) => storedMsAgo > age)
      .map(({ owner, item }) => `${owner} ${item}`)
      .sort();
  expect(await items(0)).toEqual(["dora 1", "dora 2", "emil 1"]);
  expect(await items(60_000)).toEqual([]);
  await db.pool.query(
    "UPDATE vault.secrets SET stored_at = stored_at - interval '2 minutes' WHERE owner = 'emil' OR name = 'thing/1/a'",
  );
  expect(await items(60_000)).toEqual(["emil 1"]);
});

test("many processes may store the first secret of an owner at once", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => vaultWith(FIRST).put("crowd", `name-${n % 5}`, "same")));
  for (let n = 0; n < 5; n += 1) expect(await vaultWith(FIRST).get("crowd", `name-${n}`)).toBe("same");
});

test("ciphertext opens only in the row it was made for", async () => {
  const vault = vaultWith(FIRST);
  await vault.put("bea", "one", "text");
  await vault.put("bea", "two", "other");
  await vault.put("carl", "one", "carl's");
  const copy = (to: string) =>
    db.pool.query(
      `UPDATE vault.secrets s SET sealed = f.sealed FROM vault.secrets f WHERE f.owner = 'bea' AND f.name = 'one' AND ${to}`,
    );
  await copy("s.owner = 'bea' AND s.name = 'two'");
  await expect(vault.get("bea", "two")).rejects.toThrow();
  await copy("s.owner = 'carl' AND s.name = 'one'");
  await expect(vault.get("carl", "one")).rejects.toThrow();
  await db.pool.query("UPDATE vault.secrets SET version = version + 1 WHERE owner = 'bea' AND name = 'one'");
  await expect(vault.get("bea", "one")).rejects.toThrow();
  await db.pool.query(
    "UPDATE vault.owner_keys k SET wrapped = f.wrapped FROM vault.owner_keys f WHERE f.owner = 'bea' AND k.owner = 'carl'",
  );
  await expect(vault.get("carl", "one")).rejects.toThrow();
});

test("nothing in the database shows a secret, and without the installation's secret nothing opens", async () => {
  await vaultWith(FIRST).put("dora", "key", "CANARY-4711");
  const { rows } = await db.pool.query(
    "SELECT string_agg(s::text, '') AS dump, bool_or(position('CANARY'::bytea IN sealed) > 0) AS found FROM vault.secrets s",
  );
  expect(rows[0].dump).not.toContain("CANARY");
  expect(rows[0].found).toBe(false);
  await expect(vaultWith(SECOND).get("dora", "key")).rejects.toThrow(/APP_SECRET/);
  expect(JSON.stringify(createVault({ pool: db.pool, masterSecrets: [FIRST] }))).not.toContain(FIRST);
});

test("secrets of the installation rotate: all unwrap, the first wraps, and after rewrapping the old one can go", async () => {
  await vaultWith(FIRST).put("emil", "key", "kept");
  const print = await vaultWith(FIRST).fingerprint("email", "emil@example.org");
  const rotated = vaultWith(SECOND, FIRST);
  expect(await rotated.get("emil", "key")).toBe("kept");
  await rotated.put("fritz", "key", "new");
  expect(await vaultWith(SECOND).get("fritz", "key")).toBe("new");
  await expect(vaultWith(SECOND).get("emil", "key")).rejects.toThrow();
  // A row that an earlier test damaged on purpose cannot be unwrapped.
  await vaultWith(FIRST).forget("carl");
  expect(await rotated.rewrap()).toBeGreaterThan(2);
  expect(await rotated.rewrap()).toBe(0);
  expect(await vaultWith(SECOND).get("emil", "key")).toBe("kept");
  expect(await vaultWith(SECOND).fingerprint("email", "emil@example.org")).toBe(print);
  await vaultWith(FIRST, SECOND).rewrap();
});

test("fingerprints are stable across processes, differ by kind and value, and are no plain hash", async () => {
  const prints = await Promise.all(
    [vaultWith(FIRST), vaultWith(FIRST)].map((vault) => vault.fingerprint("email", "a@example.org")),
  );
  expect(prints[0]).toBe(prints[1]);
  expect(prints[0]).toMatch(/^[0-9a-f]{64}$/);
  const vault = vaultWith(FIRST);
  expect(
    new Set([
      prints[0],
      await vault.fingerprint("name", "a@example.org"),
      await vault.fingerprint("email", "b@example.org"),
      await vault.fingerprint("emaila", "@example.org"),
    ]).size,
  ).toBe(4);
});

test("sealed fields open in their place only", async () => {
  const vault = vaultWith(FIRST);
  const sealed = (await vault.sealFields("gina", [
    { place: "Registered.name", text: "Gina" },
    { place: "Registered.email", text: "g@example.org" },
  ]))!;
  expect(sealed.join("")).not.toContain("Gina");
  expect(
    await vault.openFields([
      { place: "Registered.email", text: sealed[1]! },
      { place: "Registered.name", text: sealed[0]! },
    ]),
  ).toEqual(["g@example.org", "Gina"]);
  await expect(vault.openFields([{ place: "Registered.email", text: sealed[0]! }])).rejects.toThrow();
});

test("forgetting an owner takes key and secrets, in every process at once and for good", async () => {
  const vault = vaultWith(FIRST);
  const elsewhere = vaultWith(FIRST);
  await vault.put("hans", "password", "x");
  await vault.put("ida", "password", "y");
  const fields = [{ place: "Registered.name", text: "Hans" }];
  const [sealed] = (await vault.sealFields("hans", fields))!;
  expect(await elsewhere.openFields([{ place: "Registered.name", text: sealed! }])).toEqual(["Hans"]);
  await vault.forget("hans");
  await vault.forget("hans");
  expect(await elsewhere.openFields([{ place: "Registered.name", text: sealed! }])).toEqual([null]);
  expect(await elsewhere.get("hans", "password")).toBeNull();
  expect(await elsewhere.sealFields("hans", fields)).toBeNull();
  await expect(elsewhere.put("hans", "password", "again")).rejects.toThrow(OwnerForgottenError);
  expect((await db.pool.query("SELECT count(*)::int AS n FROM vault.secrets WHERE owner = 'hans'")).rows).toEqual([
    { n: 0 },
  ]);
  expect(await elsewhere.get("ida", "password")).toBe("y");
});

test("forgetting wins over secrets that are being stored at the same time", async () => {
  for (let round = 0; round < 10; round += 1) {
    const owner = `racer-${round}`;
    const vault = vaultWith(FIRST);
    await vault.put(owner, "start", "x");
    await Promise.allSettled([
      ...Array.from({ length: 5 }, (_, n) => vault.put(owner, `n-${n}`, "x")),
      vault.forget(owner),
    ]);
    expect(
      (await db.pool.query("SELECT count(*)::int AS n FROM vault.secrets WHERE owner = $1", [owner])).rows,
    ).toEqual([{ n: 0 }]);
  }
});

test("an owner who never had a key can be forgotten too", async () => {
  const vault = vaultWith(FIRST);
  await vault.forget("nobody");
  await expect(vault.put("nobody", "x", "y")).rejects.toThrow(OwnerForgottenError);
});
