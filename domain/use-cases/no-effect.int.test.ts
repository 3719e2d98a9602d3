import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { activateConnector, configureInstance } from "./connecting/connect.ts";
import {
  causeOf,
  datasetWithRows,
  person,
  type ProcessPorts,
  processPorts,
  publishedConnector,
  valueOf,
} from "#testing/use-case-ports.ts";
import { editDataset, removeAccess, shareDataset, takeAccess } from "./datasets/datasets.ts";
import { openNewDraft, saveDraft } from "./authoring/drafts.ts";

let db: FreshDatabase;
let ports: ProcessPorts;
let ada: string;
let ben: string;

beforeAll(async () => {
  db = await testDatabase();
  ports = await processPorts(db.pool);
  [ada, ben] = [await person(ports, "Ada"), await person(ports, "Ben")];
});
afterAll(async () => {
  await ports?.store.close();
  await db?.drop();
});

const datasetOf = (owner: string, { isPublic = true } = {}) => datasetWithRows(ports, owner, isPublic);

/** How many events three calls of the same, each a request of its own, add to the log. */
async function added(call: () => Promise<unknown>): Promise<number> {
  const count = async () => Number((await db.pool.query("select count(*) from log.events")).rows[0].count);
  const before = await count();
  for (let times = 0; times < 3; times += 1) await call();
  return (await count()) - before;
}

test("a grant that is refused leaves nothing in the log", async () => {
  const [hidden, own] = [await datasetOf(ada, { isPublic: false }), await datasetOf(ben)];
  expect(await added(() => takeAccess(ports, hidden, ben, causeOf()))).toBe(0);
  expect(await added(() => takeAccess(ports, own, ben, causeOf()))).toBe(0);
  expect(await added(() => takeAccess(ports, ports.ids.fresh(), ben, causeOf()))).toBe(0);
  expect(
    await added(() => shareDataset(ports, { datasetId: hidden, email: "ada@example.org", by: ben }, causeOf())),
  ).toBe(0);
  expect(await added(() => shareDataset(ports, { datasetId: own, email: "ben@example.org", by: ben }, causeOf()))).toBe(
    0,
  );
  expect(await added(() => removeAccess(ports, { datasetId: own, userId: ada, by: ada }, causeOf()))).toBe(0);
});

test("a grant that is there already leaves nothing more", async () => {
  const open = await datasetOf(ada);
  await valueOf(takeAccess(ports, open, ben, causeOf()));
  expect(await added(() => takeAccess(ports, open, ben, causeOf()))).toBe(0);
  expect(
    await added(() => shareDataset(ports, { datasetId: open, email: "ben@example.org", by: ada }, causeOf())),
  ).toBe(0);
  await valueOf(removeAccess(ports, { datasetId: open, userId: ben, by: ben }, causeOf()));
  expect(await added(() => removeAccess(ports, { datasetId: open, userId: ben, by: ben }, causeOf()))).toBe(0);
});

test("taking and giving back count each time, also under one command that was repeated", async () => {
  const open = await datasetOf(ada);
  const cause = causeOf();
  await valueOf(takeAccess(ports, open, ben, cause));
  await valueOf(takeAccess(ports, open, ben, cause));
  await valueOf(removeAccess(ports, { datasetId: open, userId: ben, by: ben }, causeOf()));
  await valueOf(takeAccess(ports, open, ben, causeOf()));
  const { rows } = await db.pool.query("select type from log.events where data->>'itemId' = $1 order by position", [
    open,
  ]);
  expect(rows.map(({ type }) => type)).toEqual(["PlaceTaken", "PlaceReleased", "PlaceTaken"]);
});

test("what is saved as it was leaves nothing", async () => {
  const datasetId = await datasetOf(ada);
  expect(
    await added(() => editDataset(ports, datasetId, { title: "Rivers", keywords: ["river"] }, ada, causeOf())),
  ).toBe(0);
  const written = {
    title: "W",
    description: "",
    category: "API",
    apiDocUrl: null,
    isPublic: true,
    definitionText: "{}",
  };
  const { draftId } = await valueOf(openNewDraft(ports, written, ada, causeOf()));
  expect(await added(() => saveDraft(ports, draftId, { title: "W", definitionText: "{}" }, ada, causeOf()))).toBe(0);
  const rootId = await publishedConnector(
    ports,
    { protocol: "rest", auth: { type: "bearer" }, operations: [{ id: "items", url: "https://api.example.org/items" }] },
    ada,
  );
  const { instanceId } = await valueOf(
    activateConnector(ports, { rootId, connectorId: rootId, changes: { auth: { token: "t" } } }, ben, causeOf()),
  );
  expect(
    await added(() =>
      configureInstance(ports, instanceId, { auth: { token: "t" }, headers: {}, override: true }, ben, causeOf()),
    ),
  ).toBe(0);
  expect(await added(() => configureInstance(ports, instanceId, { headers: { "X-A": "1" } }, ben, causeOf()))).toBe(1);
});
