import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import {
  causeOf,
  person,
  portsOver,
  type ProcessPorts,
  processMigrations,
  datasetWithRows,
  valueOf,
} from "#testing/use-case-ports.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { removeAccess } from "./remove-access.ts";
import { takeAccess } from "./take-access.ts";

let db: FreshDatabase;
let pool: pg.Pool;
let ports: ProcessPorts;
let sent: string[] = [];

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, processMigrations);
  class RecordingClient extends pg.Client {
    override query(...given: unknown[]): never {
      const [query] = given as [string | pg.QueryConfig];
      sent.push(typeof query === "string" ? query : query.text);
      return (super.query as (...all: unknown[]) => unknown)(...given) as never;
    }
  }
  pool = new pg.Pool({ connectionString: db.url, Client: RecordingClient });
  ports = await portsOver(pool);
});
afterAll(async () => {
  await ports?.store.close();
  await pool?.end();
  await db?.drop();
});

test("who takes access or gives it up waits for two appends and two reads of the log, however often they did before", async () => {
  const [owner, userId] = [await person(ports), await person(ports)];
  const datasetId = await datasetWithRows(ports, owner);
  const take = () => valueOf(takeAccess(ports, { datasetId, userId }, causeOf()));
  const leave = () => valueOf(removeAccess(ports, { datasetId, userId, by: userId }, causeOf()));
  const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
    sent = [];
    await work();
    return sent.length;
  };
  await take();
  await leave();
  for (let round = 0; round < 30; round += 1) {
    expect(await statementsOf(take), sent.join("\n")).toBeLessThanOrEqual(4);
    expect(await statementsOf(leave), sent.join("\n")).toBeLessThanOrEqual(4);
  }
});
