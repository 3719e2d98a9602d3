import { afterAll, beforeEach, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { sandboxConnectors } from "#infra/sandbox-api/sandbox-connectors.ts";
import { starterContent } from "#infra/starter-catalogue/starter-content.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { CLIENT, causeOf, type ProcessPorts, processPorts, signUp } from "#testing/use-case-ports.ts";
import { firstStart, type FirstStartPorts } from "./first-start.ts";
import { deleteDataset } from "../datasets/delete-dataset.ts";
import { checkPassword } from "../accounts/check-password.ts";
import { requestPasswordReset } from "../accounts/request-password-reset.ts";
import { resetPassword } from "../accounts/reset-password.ts";
import { aggregate } from "../../core/aggregate.ts";
import { user } from "../../user/decider.ts";

const databases: FreshDatabase[] = [];
let db: FreshDatabase;
let ports: ProcessPorts;
let stored: Map<string, Uint8Array>;
let woken: string[];

beforeEach(async () => {
  db = await testDatabase();
  databases.push(db);
  ports = await processPorts(db.pool);
  stored = new Map();
  woken = [];
});
afterAll(() => Promise.all(databases.map((each) => each.drop())));

const cause = {
  actor: { kind: "system", name: "starter-catalogue" },
  commandId: "first-start",
  correlationId: "first-start",
} as const;
const content = () => starterContent(sandboxConnectors);

function withFiles(base: ProcessPorts): ProcessPorts & FirstStartPorts {
  return {
    ...base,
    jobs: { wake: (_job, id) => Promise.resolve(void woken.push(id)) },
    storeUpload: (datasetId, bytes) => Promise.resolve(void stored.set(datasetId, bytes)),
  };
}

const start = async (makesAdmin = true, on = withFiles(ports)) =>
  firstStart(on, { content, logIsEmpty: (await ports.store.head()) === null, makesAdmin }, cause);

const everything = async () => (await ports.store.readAll(null, 10_000)).length;

test("an empty log gets an admin with a link, the starter content, and no key", async () => {
  const { adminToken, sample } = await start();
  const types = (await ports.store.readAll(null, 1_000)).map(({ type }) => type);
  expect(types.filter((type) => type === "ConnectorVersionPublished")).toHaveLength(3 + sandboxConnectors.length);
  expect(types.filter((type) => type === "DatasetCreated")).toHaveLength(2);
  expect(types.filter((type) => type === "PostPublished")).toHaveLength(4);
  expect(woken).toEqual([...stored.keys()]);
  expect(stored.size).toBe(2);
  expect(sample?.tableName).toMatch(/^chemical_elements_[0-9a-f]{8}$/);
  expect((await db.pool.query("select 1 from identity.access_keys")).rows).toEqual([]);

  const set = await resetPassword(
    ports,
    { token: adminToken ?? "", password: "long enough", client: CLIENT, keepKeys: true },
    causeOf(),
  );
  expect(set).toMatchObject({ ok: true });
  const admin = await checkPassword(ports, { email: "admin@localhost", password: "long enough", client: CLIENT });
  if (!admin.ok) throw new Error("The admin cannot sign in");
  expect(await aggregate(ports.log, user).load(admin.value.userId)).toMatchObject({
    status: "verified",
    name: "Admin",
    roles: ["admin"],
  });
});

test("later starts write nothing and greet with the same dataset; the admin's link is made once", async () => {
  const first = await start();
  const events = await everything();
  const second = await firstStart(
    withFiles(ports),
    { content: () => Promise.reject(new Error("The content is read once")), logIsEmpty: false, makesAdmin: true },
    cause,
  );
  expect(second.sample).toEqual(first.sample);
  expect([second.adminToken, second.adminWaits]).toEqual([null, true]);
  expect(await everything()).toBe(events);
  await resetPassword(
    ports,
    { token: first.adminToken ?? "", password: "long enough", client: CLIENT, keepKeys: true },
    causeOf(),
  );
  expect(await start()).toEqual({ adminToken: null, adminWaits: false, sample: first.sample });
});

test("an installation that is older than the blog gets the starter posts once", async () => {
  const older = async () => ({ ...(await content()), posts: [] });
  const request = { content: older, logIsEmpty: true, makesAdmin: true };
  await firstStart(withFiles(ports), request, cause);
  await db.pool.query("delete from vault.secrets where name = 'starter-posts'");
  const events = await everything();
  await start();
  const added = (await ports.store.readAll(null, 1_000)).slice(events).map(({ type }) => type);
  expect(added.filter((type) => !type.startsWith("Name"))).toEqual(
    Array.from({ length: 4 }, () => ["PostCreated", "PostPublished"]).flat(),
  );
  await start();
  expect(await everything()).toBe(events + added.length);
});

test("with ADMIN_EMAILS nobody is made admin, now or later", async () => {
  expect(await start(false)).toMatchObject({ adminToken: null, sample: { tableName: expect.any(String) } });
  expect((await start(true)).adminToken).toBeNull();
});

test("a log that was in use before stays as it is", async () => {
  await signUp(ports, { name: "Ada", email: "ada@example.org", password: "long enough" }, causeOf());
  const events = await everything();
  expect(await start()).toEqual({ adminToken: null, adminWaits: false, sample: null });
  expect(await everything()).toBe(events);
});

test("a name that somebody took first stays theirs, and every start goes on without", async () => {
  await signUp(ports, { name: "admin", email: "ada@example.org", password: "long enough" }, causeOf());
  const request = { content, logIsEmpty: true, makesAdmin: true };
  expect(await firstStart(withFiles(ports), request, cause)).toMatchObject({
    adminToken: null,
    sample: { datasetId: expect.any(String) },
  });
  expect(await start()).toMatchObject({ adminToken: null, sample: { datasetId: expect.any(String) } });
});

test("nobody signs in as the starter, asks for its password or takes its address", async () => {
  await start();
  const email = "starter@tributary.invalid";
  for (const password of ["", "null", "Tributary"])
    expect(await checkPassword(ports, { email, password, client: CLIENT })).toMatchObject({ ok: false });
  await requestPasswordReset(ports, email);
  expect(ports.sent).toEqual([]);
  await signUp(ports, { name: "Eve", email, password: "long enough" }, causeOf());
  expect(ports.sent.map(({ subject }) => subject)).toEqual(["You are registered already"]);
  expect(
    await signUp(ports, { name: "tributary", email: "eve@example.org", password: "long enough" }, causeOf()),
  ).toMatchObject({ ok: false, refusal: { code: "user-name-taken" } });
});

test("a start that dies after any of its steps is finished by the next one", async () => {
  const plenty = { left: 1_000 };
  await start(true, dyingAfter(withFiles(ports), plenty));
  const writes = 1_000 - plenty.left;
  expect(writes).toBeGreaterThan(15);
  const types = async () => (await ports.store.readAll(null, 1_000)).map(({ type }) => type).sort();
  const expected = await types();

  for (let deaths = 1; deaths < writes; deaths += 3) {
    db = await testDatabase();
    databases.push(db);
    ports = await processPorts(db.pool);
    await expect(start(true, dyingAfter(withFiles(ports), { left: deaths }))).rejects.toThrow("died");
    const { adminToken, sample } = await start();
    expect(adminToken).not.toBeNull();
    expect(sample).not.toBeNull();
    expect(await types()).toEqual(expected);
  }
});

test("a sample that is gone is not offered", async () => {
  expect((await start()).sample).not.toBeNull();
  const starterId = ports.ids.derive("first-start", "starter");
  await deleteDataset(ports, { datasetId: [...stored.keys()][0] ?? "", by: starterId }, causeOf());
  expect((await start()).sample).toBeNull();
});

/** The same ports, but after so many writes every further one fails, as if the process had died. */
function dyingAfter(base: ProcessPorts & FirstStartPorts, deaths: { left: number }): ProcessPorts & FirstStartPorts {
  const alive =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> => {
      if (deaths.left <= 0) return Promise.reject(new Error("died"));
      deaths.left -= 1;
      return write(...args);
    };
  return {
    ...base,
    log: { ...base.log, append: alive(base.log.append) },
    vault: { ...base.vault, put: alive(base.vault.put) },
    accessKeys: {
      ...base.accessKeys,
      create: alive(base.accessKeys.create),
      keepOnly: alive(base.accessKeys.keepOnly),
    },
    jobs: { wake: alive(base.jobs.wake) },
    storeUpload: alive(base.storeUpload),
  };
}
