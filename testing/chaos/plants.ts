import { rm } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import type { During } from "./disturbances/disturbance.ts";

/** A fault that the harness makes itself, to show that a round with it is red. */
export type Plant = {
  readonly name: string;
  readonly does: string;
  readonly plant: (pool: Pool, during: During) => Promise<unknown>;
  /** A fault that the checks must name. */
  readonly says: RegExp;
};

/** Each leaves what the others need. */
export const PLANTS: readonly Plant[] = [
  {
    name: "lost-row",
    does: "deletes a row of an upload that was acknowledged",
    async plant(pool, during) {
      const { rows } = await pool.query<{ name: string }>(
        `SELECT coalesce(t.stored_in, t.physical) AS name FROM model_tables.tables m
         JOIN registry.tables t ON t.physical = m.current::jsonb->>'physical' WHERE m.item_id = $1`,
        [uploaded(during)],
      );
      const table = `data.${rows[0]!.name}`;
      await pool.query(`DELETE FROM ${table} WHERE ctid = (SELECT min(ctid) FROM ${table})`);
    },
    says: /^The table of \S+ has "word \d+-\d+" \d+ times, acknowledged were \d+$/,
  },
  {
    name: "lost-file",
    does: "removes the file of an upload",
    plant: (_pool, during) => rm(path.join(during.site.dataDir, "uploads", uploaded(during), "original")),
    says: /^A file is missing: \S+\/original$/,
  },
  {
    name: "staging-table",
    does: "leaves a table that a load has begun",
    plant: (pool) => pool.query(`CREATE TABLE staging.t_${"0".repeat(32)} (a int)`),
    says: /^A table is not registered: t_0+$/,
  },
  {
    name: "twin-run",
    does: "writes two runs of one slot of a schedule",
    plant: async (pool) => {
      for (const number of [7001, 7002]) await twinOf(pool, number);
    },
    says: /^The slot \S+ of \S+ ran 2 times$/,
  },
  {
    name: "rewritten-event",
    does: "changes what an event says, with a hash that fits to nothing",
    plant: (pool) =>
      inLog(
        pool,
        "UPDATE log.events SET command_id = 'another' WHERE position = (SELECT min(position) FROM log.events WHERE type = 'DatasetCreated')",
      ),
    says: /^verify-log \(status 1\): .*the events up to here are not those of .*checkpoint/,
  },
  {
    name: "dropped-tail",
    does: "drops the newest event of the log",
    plant: (pool) =>
      inLog(
        pool,
        "DELETE FROM log.events WHERE position = (SELECT max(position) FROM log.events WHERE stream NOT LIKE 'run-%')",
      ),
    says: /^The tree, at \d+: /,
  },
];

/** A dataset that somebody has uploaded. */
function uploaded({ journals }: During): string {
  const effect = journals.flatMap(({ effects }) => effects).find((each) => each.startsWith("DatasetCreated"));
  if (effect === undefined) throw new Error("Nobody has uploaded anything: let more people work, or for longer");
  return effect.split("dataset-")[1]!;
}

async function twinOf(pool: Pool, number: number): Promise<void> {
  const slot = `jsonb_set(data::jsonb, '{slot}', '"2026-01-01T00:00:00.000Z"')`;
  await pool.query(
    `INSERT INTO log.events SELECT (jsonb_populate_record(e, jsonb_build_object(
       'id', gen_random_uuid(), 'position', (SELECT max(position) + 1 FROM log.events), 'stream', 'run-planted-' || $1::int, 'revision', 0,
       'data', ${slot}))).* FROM log.events e WHERE stream LIKE 'run-%' ORDER BY position LIMIT 1`,
    [number],
  );
}

/** Changes the log as somebody who owns the database can. */
async function inLog(pool: Pool, statement: string): Promise<void> {
  await pool.query(`ALTER TABLE log.events DISABLE TRIGGER events_are_final; ${statement}`);
}
