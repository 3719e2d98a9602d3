import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InstalledDatabase, installedDatabase } from "../../installed-database.ts";
import { PRODUCT_SECRET, type Product, startProduct } from "../../product.ts";
import type { TestServer } from "../../servers/outbound-servers.ts";
import type { Journal } from "../journal.ts";
import { randomFrom } from "../random.ts";
import { work } from "../work.ts";
import { makeWorld, upstreamServer } from "../world.ts";
import { faultsOf, lastPosition } from "./faults-of.ts";
import { rowFaults } from "./row-faults.ts";
import { unsettled } from "./unsettled.ts";

/** The checks of the kill harness, on a log that is whole and then with one fault after the other. */
let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let since: string;
let journal: Journal;
let rowsBefore: readonly string[];
let rowsAfter: readonly string[];

const SEED = 4;
const TURNS = 25;

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await upstreamServer(randomFrom(SEED));
  product = await startProduct({ ...db.installation, upstreams: [upstream.port] });
  const made = await makeWorld([product], upstream, 1);
  since = await lastPosition(db.pool);
  const back = () => Promise.resolve();
  const world = { ...made, back, answeredWithinMs: 60_000, goesOn: (turn: number) => turn < TURNS };
  journal = await work(world, 0, randomFrom(SEED));
  expect(await unsettled(db.pool)).toEqual([]);
  rowsBefore = await rowFaults(product, made.people[0]!, journal);
  rowsAfter = await rowFaults(product, made.people[0]!, { words: new Map([[datasetId(), new Map([["lost", 1]])]]) });
  expect(await unsettled(db.pool)).toEqual([]);
  await product.stop();
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

/** A dataset that a client has uploaded. */
function datasetId(): string {
  return journal.effects.find((effect) => effect.startsWith("DatasetCreated"))!.split("dataset-")[1]!;
}

const faults = (effects = journal.effects) =>
  faultsOf(db.pool, { dataDir: product.dataDir, secret: PRODUCT_SECRET, since }, { effects });

const upload = (name: string) => path.join(product.dataDir, "uploads", datasetId(), name);

test("a client has done each kind of call, and nothing is wrong", async () => {
  expect(new Set(journal.effects.map((effect) => effect.split(" ")[0]))).toEqual(
    new Set([
      ...["DatasetCreated", "DatasetVersionRequested", "DatasetLoaded", "DraftCreated", "DraftPublished"],
      ...["ConnectorVersionPublished", "InstanceActivated", "InstanceRemoved", "RunSucceeded"],
      ...["AccessGranted", "AccessRemoved"],
    ]),
  );
  expect([journal.faults, rowsBefore, await faults()]).toEqual([[], [], []]);
});

test("rows that were acknowledged and are not there are found, and those that were not", () => {
  expect(rowsAfter).toContainEqual(expect.stringMatching(/has "lost" 0 times, acknowledged were 1/));
  expect(rowsAfter).toContainEqual(expect.stringMatching(/has "word 0-\d+" \d+ times, acknowledged were 0/));
});

test("a call without its effect is found, and an effect without a call", async () => {
  const [first = "", ...others] = journal.effects;
  expect(await faults([...journal.effects, first])).toEqual([`${first}: acknowledged 2 times, in the log 1 times`]);
  expect(await faults(others)).toEqual([`${first}: acknowledged 0 times, in the log 1 times`]);
});

/** Each stays; the last ones change the log, from which the models are built again. */
const PLANTED: readonly { readonly what: string; readonly plant: () => Promise<unknown>; readonly fault: RegExp }[] = [
  {
    what: "a file that is gone",
    plant: () => rm(upload("original")),
    fault: /^A file is missing: .*\/original$/,
  },
  {
    what: "a file with other bytes",
    plant: () => writeFile(upload("original"), "others"),
    fault: /^A file has other bytes: .*\/original$/,
  },
  {
    what: "a file that no load waits for",
    plant: () => writeFile(upload("1.received"), "left"),
    fault: /^A file is not needed: .*\/1\.received$/,
  },
  {
    what: "a row of a model that no event has made",
    plant: () => db.pool.query("UPDATE model_catalogue.datasets SET title = title || '!' WHERE id = $1", [datasetId()]),
    fault: /^The model catalogue differs from its rebuild in datasets/,
  },
  {
    what: "a connection without a plan slot",
    plant: () =>
      db.pool.query(
        'INSERT INTO model_instances.instances SELECT (jsonb_populate_record(i, \'{"id": "twin"}\')).* FROM model_instances.instances i LIMIT 1',
      ),
    fault: /^A plan slot is taken and not used, or used and not taken: \S+ connector twin$/,
  },
  {
    what: "its missing subscription",
    plant: () => Promise.resolve(),
    fault: /^A connection has not one subscription: twin$/,
  },
  {
    what: "a table that is gone",
    plant: async () => {
      const { rows } = await db.pool.query<{ name: string }>(
        "SELECT stored_in AS name FROM registry.tables WHERE kind = 'dataset' LIMIT 1",
      );
      await db.pool.query(`DROP TABLE data.${rows[0]!.name}`);
    },
    fault: /^A registered table is not there: t_/,
  },
  {
    what: "a version that is not registered, whose table is there",
    plant: () =>
      db.pool.query(`DELETE FROM registry.tables WHERE kind = 'pull' AND physical IN
        (SELECT current::jsonb->>'physical' FROM model_tables.tables WHERE current IS NOT NULL)`),
    fault: /^A version that readers see is not registered: /,
  },
  {
    what: "the same table",
    plant: () => Promise.resolve(),
    fault: /^A table is not registered: t_/,
  },
  {
    what: "a secret of a connection that is gone",
    plant: () =>
      db.pool.query(
        "INSERT INTO vault.secrets SELECT (jsonb_populate_record(s, '{\"name\": \"instance/gone/1\"}')).* FROM vault.secrets s WHERE name LIKE 'instance/%' LIMIT 1",
      ),
    fault: /^A connection that is gone has secrets: instance\/gone\/1$/,
  },
  {
    what: "a run that was claimed and has no end",
    plant: () =>
      db.pool.query(
        "INSERT INTO runs.claims SELECT (jsonb_populate_record(c, '{\"number\": 900}')).* FROM runs.claims c LIMIT 1",
      ),
    fault: /^A run was claimed and has not ended: \S+-900$/,
  },
  {
    what: "a run that was counted twice",
    plant: () => db.pool.query("UPDATE runs.weeks SET runs = runs + 1"),
    fault: /^The runs of a week are not those that were counted: \S+ \d+-W\d+$/,
  },
  {
    what: "an event that was changed, as if its run were of the same slot as another",
    plant: () =>
      inLog(`UPDATE log.events SET data = (data::jsonb || '{"slot": "2026-01-01T00:00:00.000Z"}')::json WHERE stream LIKE 'run-%';
        INSERT INTO log.events SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'revision', 1,
          'position', (SELECT max(position) + 1 FROM log.events)))).* FROM log.events e WHERE stream LIKE 'run-%' LIMIT 1`),
    fault: /^A slot has run twice: \S+ 2026-01-01T00:00:00.000Z$/,
  },
  {
    what: "its content",
    plant: () => Promise.resolve(),
    fault: /^The log, run-\S+, revision \d+: its content does not match its hash$/,
  },
  {
    what: "an event that was removed",
    plant: () =>
      inLog(
        "DELETE FROM log.events WHERE position = (SELECT min(position) FROM log.events WHERE stream LIKE 'run-%' AND revision = 0)",
      ),
    fault: /^The tree, at \d+: /,
  },
  {
    what: "the run of that event",
    plant: () => Promise.resolve(),
    fault: /^The runs of a connection are not numbered without gaps: |^A run was claimed and has not ended: /,
  },
  {
    what: "a gap in an event stream",
    plant: () =>
      inLog(
        "DELETE FROM log.events WHERE revision = 0 AND stream = (SELECT max(stream) FROM log.events WHERE revision = 1)",
      ),
    fault: /^An event stream has a gap: /,
  },
];

/** Changes the log as somebody who owns the database can. */
async function inLog(statement: string): Promise<void> {
  await db.pool.query(`ALTER TABLE log.events DISABLE TRIGGER events_are_final; ${statement}`);
}

test.each(PLANTED)("$what is found", async ({ plant, fault }) => {
  await plant();
  expect(await faults()).toContainEqual(expect.stringMatching(fault));
});

test("what has not ended is found", async () => {
  await inLog("DELETE FROM log.events WHERE type = 'RunSucceeded'");
  await db.pool
    .query(`UPDATE runs.claims SET ended = false; UPDATE model_catalogue.datasets SET status = 'loading' WHERE id = '${datasetId()}';
    UPDATE models.checkpoints SET position = NULL WHERE model = 'users';
    INSERT INTO registry.tables (physical, kind, layout, columns, row_count, bytes, content_hash, state)
      VALUES ('t_${"0".repeat(32)}', 'pull', 'array', '[]', 0, 0, '', 'staging');
    INSERT INTO requests.answers (key, fingerprint, owner, user_id) VALUES ('key', '', gen_random_uuid(), '')`);
  expect(await unsettled(db.pool, { withinMs: 0 })).toEqual(
    [
      ...[/^\d+ runs have not ended$/, /^1 datasets are still being loaded$/, /^\d+ models do not know the whole log$/],
      ...[/^-\d+ events are not in the tree$/, /^1 tables are still being filled$/, /^1 calls have no answer$/],
    ].map((fault): unknown => expect.stringMatching(fault)),
  );
});
