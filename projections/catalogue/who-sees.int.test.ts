import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DomainEvent, LoggedEvent } from "#domain/core/event-log.ts";
import { makeTables, schemaOf } from "#runners/follower/model.ts";
import { applyEvents } from "#runners/follower/unit-of-work/unit-of-work.ts";
import { connectorCases, DATASET, datasetCases, STRANGER, VIEWERS } from "#testing/contracts/who-sees.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { openQueries } from "../all.ts";
import { catalogue } from "./projection.ts";

let db: FreshDatabase;
let kysely: Kysely<unknown>;
beforeAll(async () => {
  db = await testDatabase();
  kysely = new Kysely({ dialect: new PostgresDialect({ pool: db.pool }) });
});
afterAll(() => db?.drop());

async function after(events: readonly DomainEvent[]) {
  const schema = schemaOf(catalogue);
  const logged = events.map((event) => ({ ...event, recordedAt: "2026-01-02T03:04:05Z" }) as LoggedEvent);
  await kysely.transaction().execute(async (trx) => {
    await makeTables(trx, catalogue, schema);
    await applyEvents(trx, catalogue, schema, logged, { has: () => false });
  });
  return openQueries(kysely).catalogue;
}

for (const { about, events, seenBy } of datasetCases)
  test(`the catalogue shows ${about} to those who may see it`, async () => {
    const queries = await after(events);
    const found = await Promise.all(VIEWERS.map(async (viewer) => (await queries.dataset(DATASET, viewer)) && viewer));
    expect(found.filter((viewer) => viewer !== null)).toEqual(seenBy);
    // A visitor sees what a user without relation sees.
    expect((await queries.dataset(DATASET, null)) !== null).toBe(seenBy.includes(STRANGER));
    expect((await queries.listDatasets(STRANGER)).length).toBe(seenBy.includes(STRANGER) ? 1 : 0);
  });

for (const { about, events, seen } of connectorCases)
  test(`the catalogue shows a connector to those who may see it: ${about}`, async () => {
    const queries = await after(events);
    const found = await Promise.all(
      VIEWERS.map(async (viewer) => [
        viewer,
        (await queries.connectorVersions("c-1", viewer)).map(({ id }) => id).toSorted(),
      ]),
    );
    expect(Object.fromEntries(found)).toEqual(seen);
    expect((await queries.connectorVersions("c-1", null)).map(({ id }) => id).toSorted()).toEqual(seen[STRANGER]);
  });
