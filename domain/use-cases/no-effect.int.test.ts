import { expect, test } from "vitest";
import {
  activated,
  causeOf,
  datasetWithRows,
  person,
  publishedConnector,
  useCasePorts,
  valueOf,
} from "#testing/use-case-ports.ts";
import { configureInstance } from "./connecting/configure-instance.ts";
import { removeAccess } from "./datasets/remove-access.ts";
import { shareDataset } from "./datasets/share-dataset.ts";
import { takeAccess } from "./datasets/take-access.ts";
import { createDraft } from "./authoring/create-draft.ts";
import { saveDraft } from "./authoring/save-draft.ts";
import { aggregate } from "../core/aggregate.ts";
import { step } from "./step.ts";
import { dataset } from "../dataset/decider.ts";

const { db, ports } = await useCasePorts();
const [ada, ben] = [await person(ports, "Ada"), await person(ports, "Ben")];

const datasetOf = (owner: string, { isPublic = true } = {}) => datasetWithRows(ports, owner, isPublic);

/** How many events three equal calls, each a request of its own, add to the log. */
async function added(call: () => Promise<unknown>): Promise<number> {
  const count = async () => Number((await db.pool.query("select count(*) from log.events")).rows[0].count);
  const before = await count();
  for (let times = 0; times < 3; times += 1) await call();
  return (await count()) - before;
}

test("a grant that is refused leaves nothing in the log", async () => {
  const [hidden, own] = [await datasetOf(ada, { isPublic: false }), await datasetOf(ben)];
  expect(await added(() => takeAccess(ports, { datasetId: hidden, userId: ben }, causeOf()))).toBe(0);
  expect(await added(() => takeAccess(ports, { datasetId: own, userId: ben }, causeOf()))).toBe(0);
  expect(await added(() => takeAccess(ports, { datasetId: ports.ids.fresh(), userId: ben }, causeOf()))).toBe(0);
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
  await valueOf(takeAccess(ports, { datasetId: open, userId: ben }, causeOf()));
  expect(await added(() => takeAccess(ports, { datasetId: open, userId: ben }, causeOf()))).toBe(0);
  expect(
    await added(() => shareDataset(ports, { datasetId: open, email: "ben@example.org", by: ada }, causeOf())),
  ).toBe(0);
  await valueOf(removeAccess(ports, { datasetId: open, userId: ben, by: ben }, causeOf()));
  expect(await added(() => removeAccess(ports, { datasetId: open, userId: ben, by: ben }, causeOf()))).toBe(0);
});

test("taking and giving back count each time, also under one command that was repeated", async () => {
  const open = await datasetOf(ada);
  const cause = causeOf();
  await valueOf(takeAccess(ports, { datasetId: open, userId: ben }, cause));
  await valueOf(takeAccess(ports, { datasetId: open, userId: ben }, cause));
  await valueOf(removeAccess(ports, { datasetId: open, userId: ben, by: ben }, causeOf()));
  await valueOf(takeAccess(ports, { datasetId: open, userId: ben }, causeOf()));
  const { rows } = await db.pool.query("select type from log.events where data->>'itemId' = $1 order by position", [
    open,
  ]);
  expect(rows.map(({ type }) => type)).toEqual(["PlaceTaken", "PlaceReleased", "PlaceTaken"]);
});

test("what is saved as it was leaves nothing", async () => {
  const datasetId = await datasetOf(ada);
  expect(
    await added(() =>
      aggregate(ports.log, dataset).handle(
        datasetId,
        { type: "edit", by: ada, card: { title: "Rivers", keywords: ["river"] } },
        step(causeOf(), "edit"),
      ),
    ),
  ).toBe(0);
  const written = {
    title: "W",
    description: "",
    category: "API",
    apiDocUrl: null,
    isPublic: true,
    definitionText: "{}",
  };
  const { draftId } = await valueOf(createDraft(ports, { written, by: ada }, causeOf()));
  expect(
    await added(() => saveDraft(ports, { draftId, written: { title: "W", definitionText: "{}" }, by: ada }, causeOf())),
  ).toBe(0);
  const rootId = await publishedConnector(
    ports,
    { protocol: "rest", auth: { type: "bearer" }, operations: [{ id: "items", url: "https://api.example.org/items" }] },
    ada,
  );
  const instanceId = await activated(ports, rootId, { auth: { token: "t" } }, ben);
  expect(
    await added(() =>
      configureInstance(
        ports,
        { instanceId, changes: { auth: { token: "t" }, headers: {}, override: true }, by: ben },
        causeOf(),
      ),
    ),
  ).toBe(0);
  expect(
    await added(() =>
      configureInstance(ports, { instanceId, changes: { headers: { "X-A": "1" } }, by: ben }, causeOf()),
    ),
  ).toBe(1);
});
