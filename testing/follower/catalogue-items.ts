import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { catalogue } from "#projections/catalogue/projection.ts";
import { prepareModels, schemaOf } from "#runners/follower/model.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { applyEvents } from "#runners/follower/unit-of-work/unit-of-work.ts";

const SUBJECTS = ["River", "Rainfall", "Exchange rate", "Population", "Traffic", "Harvest", "Air quality", "Tariff"];
const KINDS = ["levels", "readings", "forecast", "by month", "by district", "index", "counts", "stations"];
const PLACES = ["Lisbon", "Zürich", "Oslo", "Graz", "Porto", "Bergen", "Ghent", "Turin", "Malmö", "Split"];
const CATEGORIES = ["Environment", "Finance", "Health", "Transport", "Science", "Other"];
const BATCH = 500;
const OWNERS = 500;

/** The user whose own view is measured: an owner of private items too. */
export const OWNER = "user-7";

/**
 * Fills the catalogue with `items`, of them a tenth connectors and a twentieth private, by the read model's own handlers
 * and unit of work.
 */
export async function fillCatalogue(pool: Pool, items: number): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const schema = schemaOf(catalogue);
  await migrate(pool, modelMigrations);
  await prepareModels(db, [catalogue]);
  const apply = (events: readonly LoggedEvent[]) =>
    db.transaction().execute((trx) => applyEvents(trx, catalogue, schema, events, { has: () => false }));
  await apply(Array.from({ length: OWNERS }, (_, at) => person(at)));
  for (let from = 0; from < items; from += BATCH)
    await apply(Array.from({ length: Math.min(BATCH, items - from) }, (_, at) => historyOf(from + at)).flat());
  await pool.query("VACUUM ANALYZE");
}

const event = (at: number, type: string, data: object) =>
  ({ type, data, recordedAt: new Date(Date.UTC(2025, 0, 1) + at * 60_000).toISOString() }) as unknown as LoggedEvent;
const person = (at: number) => event(0, "UserRegistered", { userId: `user-${at}`, name: `Person ${at}`, email: "" });
const pickBy = <T>(values: readonly T[], at: number) => values[at % values.length]!;

function historyOf(at: number): readonly LoggedEvent[] {
  const owner = { kind: "user", id: `user-${(at * 7) % OWNERS}` };
  const subject = pickBy(SUBJECTS, at);
  const place = pickBy(PLACES, Math.floor(at / 8));
  const card = {
    title: `${subject} ${pickBy(KINDS, Math.floor(at / 80))} ${place} ${at}`,
    description: `${subject} of ${place}, collected by station ${at % 997} and published once a day.`,
    category: pickBy(CATEGORIES, Math.floor(at / 3)),
    isPublic: at % 20 !== 3,
  };
  if (at % 10 === 9) {
    const id = `connector-${at}`;
    return [
      event(at, "ConnectorVersionPublished", {
        ...{ rootId: id, connectorId: id, version: 1, owner, ...card, apiDocUrl: null, parentId: null },
        definition: { protocol: "rest", operations: [{ id: "rows", url: "https://api.example.org/v1/rows" }] },
      }),
    ];
  }
  const datasetId = `dataset-${at}`;
  const columns = ["Station", "Day", subject, `${place} total`].map((label, index) => ({
    ...{ name: `c${index}`, label, type: index === 1 ? "date" : "text" },
  }));
  const table = { physical: `t_${at}`, columns, rows: (at * 37) % 90_001, contentHash: "0" };
  return [
    event(at, "DatasetCreated", {
      ...{ datasetId, owner, ...card, keywords: [subject, "open data"], license: "none", onRequest: false, price: 0 },
      ...{ tableName: `table_${at}`, fileName: "rows.csv" },
    }),
    event(at, "DatasetLoaded", { datasetId, version: 1, table, rejected: 0 }),
    ...(at % 2_500 === 0 ? [event(at, "AccessGranted", { datasetId, userId: OWNER, by: owner.id })] : []),
  ];
}
