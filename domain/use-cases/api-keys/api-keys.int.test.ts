import { beforeEach, expect, test } from "vitest";
import { causeOf, person, useCasePorts } from "#testing/use-case-ports.ts";
import { aggregate } from "../../core/aggregate.ts";
import { apiKeys, MAX_API_KEYS } from "../../api-keys/decider.ts";
import { replaceStreamingKey } from "../accounts/replace-streaming-key.ts";
import { createApiKey } from "./create-api-key.ts";
import { deleteApiKey } from "./delete-api-key.ts";
import { renameApiKeys } from "./rename-api-keys.ts";
import { tellExpiringKeys } from "./tell-expiring-keys.ts";

const { db, ports } = await useCasePorts();
let ada: string;
beforeEach(async () => {
  ada = await person(ports);
});

const create = (name = "", expiresAt: Date | null = null, cause = causeOf()) =>
  createApiKey(ports, { userId: ada, name, scopes: ["read"], limits: null, expiresAt }, cause);
const made = async (...given: Parameters<typeof create>) => {
  const outcome = await create(...given);
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.value;
};
const names = async () => [...(await aggregate(ports.log, apiKeys).load(ada)).values()];
const codeOf = (outcome: { ok: true } | { ok: false; refusal: { code: string } }) =>
  outcome.ok ? "done" : outcome.refusal.code;

test("a key opens at once, is called by its number, and stops at once when it is deleted", async () => {
  const { id, secret } = await made();
  await made(" Monthly   report ");
  expect(await names()).toEqual(["Key 1", "Monthly report"]);
  expect(await ports.accessKeys.find(secret)).toMatchObject({ id, userId: ada, kind: "account", tables: null });
  expect(codeOf(await deleteApiKey(ports, { userId: ada, keyId: id }, causeOf()))).toBe("done");
  expect([await ports.accessKeys.find(secret), await names()]).toEqual([null, ["Monthly report"]]);
  expect(codeOf(await deleteApiKey(ports, { userId: ada, keyId: id }, causeOf()))).toBe("api-key-unknown");
});

test("only the hash of a key is stored: neither the log nor the vault has it", async () => {
  const { secret } = await made("Canary of the keys");
  const { rows } = await db.pool.query<{ found: boolean }>(
    `select bool_or(text like '%' || $1 || '%' or text like '%Canary of the keys%') as found
     from (select e::text as text from log.events e union all select k::text from identity.access_keys k) stored`,
    [secret.slice(9, -4)],
  );
  expect(rows).toEqual([{ found: false }]);
  const { rows: kept } = await db.pool.query("select name from vault.secrets where owner = $1", [ada]);
  expect(kept).toEqual([]);
});

test("a key that expires opens until then, and a past day is refused", async () => {
  const inAnHour = new Date(Date.now() + 3_600_000);
  const { secret } = await made("", inAnHour);
  expect((await ports.accessKeys.find(secret))?.expires).toEqual(inAnHour);
  expect(codeOf(await create("", new Date(Date.now() - 1_000)))).toBe("expiry-past");
  expect(codeOf(await create("\u200b"))).toBe("name-invalid");
});

test("nobody reaches the keys of another user, or the streaming key", async () => {
  const { id, secret } = await made();
  const eve = await person(ports);
  await replaceStreamingKey(ports, ada, causeOf());
  const streaming = (await ports.accessKeys.listOf(ada)).find(({ kind }) => kind === "streaming")?.id ?? "";
  expect(codeOf(await deleteApiKey(ports, { userId: eve, keyId: id }, causeOf()))).toBe("api-key-unknown");
  expect(codeOf(await renameApiKeys(ports, { userId: eve, names: new Map([[id, "Mine"]]) }, causeOf()))).toBe(
    "api-key-unknown",
  );
  expect(codeOf(await deleteApiKey(ports, { userId: ada, keyId: streaming }, causeOf()))).toBe("api-key-unknown");
  expect(await ports.accessKeys.find(secret)).not.toBeNull();
  expect((await ports.accessKeys.listOf(ada)).map(({ kind }) => kind)).toEqual(["account", "streaming"]);
});

test("several keys are renamed at once, all or none", async () => {
  const [first, second] = [await made(), await made()];
  const rename = async (given: [string, string][]) =>
    codeOf(await renameApiKeys(ports, { userId: ada, names: new Map(given) }, causeOf()));
  expect(
    await rename([
      [first.id, "Sheets"],
      [second.id, ""],
    ]),
  ).toBe("name-invalid");
  expect(await names()).toEqual(["Key 1", "Key 2"]);
  expect(
    await rename([
      [first.id, "Sheets"],
      [second.id, "Key 2"],
    ]),
  ).toBe("done");
  expect(await names()).toEqual(["Sheets", "Key 2"]);
});

test("at most so many are made, also at once, and no key is left that is not in the list", async () => {
  const outcomes = await Promise.all(Array.from({ length: MAX_API_KEYS + 5 }, () => create()));
  expect(outcomes.map(codeOf).filter((code) => code === "api-keys-used-up")).toHaveLength(5);
  expect(await ports.accessKeys.listOf(ada)).toHaveLength(MAX_API_KEYS);
});

test("the same command again makes no second key, and what a stopped command left behind goes", async () => {
  const cause = causeOf("create-twice");
  const { id } = await made("", null, cause);
  expect(codeOf(await create("", null, cause))).toBe("api-key-made-already");
  const left = await ports.accessKeys.create({ userId: ada, kind: "account", tables: null });
  await db.pool.query("update identity.access_keys set created = created - interval '11 minutes'");
  const next = await made();
  expect(await ports.accessKeys.find(left.key)).toBeNull();
  expect((await ports.accessKeys.listOf(ada)).map((key) => key.id)).toEqual([id, next.id]);
});

test("a user is told of a key seven days and one day before it expires, and not of one that was made for a week", async () => {
  const { id, secret } = await made("Nightly", new Date(Date.now() + 30 * 86_400_000));
  await made("For a week", new Date(Date.now() + 6 * 86_400_000));
  const told = async () =>
    (await aggregate(ports.log, apiKeys).history(ada)).flatMap(({ type, data }) =>
      type === "ApiKeyExpiryNear" ? [data.keyId] : [],
    );
  const expiresIn = async (time: string) => {
    await db.pool.query(
      "update identity.access_keys set created = now() - interval '30 days', expires = now() + $2::interval where id = $1",
      [id, time],
    );
    for (let round = 0; round < 2; round += 1) await tellExpiringKeys(ports);
    return told();
  };
  expect(await expiresIn("8 days")).toEqual([]);
  expect(await expiresIn("6 days")).toEqual([id]);
  expect(await expiresIn("2 days")).toEqual([id]);
  expect(await expiresIn("20 hours")).toEqual([id, id]);
  expect(await expiresIn("-1 hours")).toEqual([id, id]);
  expect(await ports.accessKeys.find(secret)).toBeNull();
});
