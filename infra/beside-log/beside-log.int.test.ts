import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { causeOf, person, portsOver, type ProcessPorts, valueOf } from "#testing/use-case-ports.ts";
import { openQueries } from "#projections/all.ts";
import { drafts } from "#projections/drafts/projection.ts";
import { startFollower } from "#runners/follower/follower.ts";
import { prepareModels } from "#runners/follower/model.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { createLog } from "../observability/logger.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { identityMigrations } from "../identity/migrations.ts";
import { logMigrations } from "../event-store/postgres/log-migrations.ts";
import { vaultMigrations } from "../vault/vault-migrations.ts";
import { snapshotMigrations } from "./snapshot-store.ts";
import { createTextStore, textMigrations } from "./text-store.ts";
import { createDraft } from "#domain/use-cases/authoring/create-draft.ts";
import { publishDraft } from "#domain/use-cases/authoring/publish-draft.ts";
import { saveDraft } from "#domain/use-cases/authoring/save-draft.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import { step } from "#domain/use-cases/step.ts";
import { draft } from "#domain/draft/decider.ts";

let db: FreshDatabase;
let ports: ProcessPorts;
let ada: string;

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, [
    ...logMigrations,
    ...vaultMigrations,
    ...identityMigrations,
    ...textMigrations,
    ...snapshotMigrations,
    ...modelMigrations,
  ]);
  ports = await portsOver(db.pool);
  ada = await person(ports);
});
afterAll(async () => {
  await ports?.store.close();
  await db?.drop();
});

const DEFINITION = JSON.stringify({
  protocol: "rest",
  operations: [{ id: "items", url: "https://api.example.org/items" }],
});
const draftOf = async (definitionText: string) =>
  (
    await valueOf(
      createDraft(
        ports,
        {
          written: { title: "W", description: "", category: "API", apiDocUrl: null, isPublic: true, definitionText },
          by: ada,
        },
        causeOf(),
      ),
    )
  ).draftId;

test("keeps a text once, for all who save it, and gives it back byte for byte", async () => {
  const texts = createTextStore(db.pool);
  const text = '{ "ä": "😀" }\n'.repeat(1000);
  const [one, two] = await Promise.all([texts.put(text), texts.put(text)]);
  expect(one).toEqual(two);
  expect(one).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: Buffer.byteLength(text) });
  expect(await texts.get(one.hash)).toBe(text);
  expect(await texts.get("0".repeat(64))).toBeNull();
  expect((await db.pool.query("select from texts.by_hash where hash = $1", [one.hash])).rowCount).toBe(1);
});

test("no event holds the text of a draft, and a version holds its definition", async () => {
  const draftId = await draftOf("{}");
  await valueOf(saveDraft(ports, { draftId, written: { definitionText: DEFINITION }, by: ada }, causeOf()));
  await valueOf(publishDraft(ports, { draftId, by: ada }, causeOf()));
  const { rows } = await db.pool.query(
    "select type, data::text like '%api.example.org%' as whole from log.events where data::text like $1 order by position",
    [`%${draftId}%`],
  );
  expect(rows.filter(({ whole }) => whole)).toEqual([]);
  expect(
    (
      await db.pool.query(
        "select from log.events where type = 'ConnectorVersionPublished' and data::text like '%api.example.org%'",
      )
    ).rowCount,
  ).toBe(1);
});

test("removes old texts that no open draft holds, and no others", async () => {
  const queries = openQueries(new Kysely({ dialect: new PostgresDialect({ pool: db.pool }) }));
  await prepareModels(new Kysely({ dialect: new PostgresDialect({ pool: db.pool }) }), [drafts]);
  const follower = startFollower({
    store: ports.store,
    decode: ports.log.decode,
    pool: db.pool,
    projections: [drafts],
    log: createLog("silent"),
  });
  try {
    const gone = await draftOf("of the discarded one");
    await valueOf(
      aggregate(ports.log, draft).handle(gone, { type: "discard", by: ada }, step(causeOf(), "discard-draft")),
    );
    const open = await draftOf("first of the open one");
    await valueOf(
      saveDraft(ports, { draftId: open, written: { definitionText: "second of the open one" }, by: ada }, causeOf()),
    );
    const { hash } = await ports.texts.put("second of the open one");
    // Once the model has the save, it has the events before it, too.
    const held = async () => (await queries.drafts.ofOwner(ada)).map(({ id, textHash }) => [id, textHash]);
    await expect.poll(held, { timeout: 20_000 }).toEqual([[open, hash]]);
    await db.pool.query("update texts.by_hash set kept_at = now() - interval '31 days'");
    await draftOf("saved today");
    const soon = AbortSignal.timeout(20_000);
    const swept = await ports.texts.sweep((hashes) => queries.drafts.textsHeld(hashes), soon);
    expect([swept.done, swept.removed > 0]).toEqual([true, true]);
    const { rows } = await db.pool.query("select body from texts.by_hash order by body");
    expect(rows.map(({ body }) => body)).toEqual(["saved today", "second of the open one"]);
  } finally {
    await follower.stop();
  }
});

test("the loss of all snapshots changes no answer", async () => {
  const draftId = await draftOf("0");
  for (let number = 1; number <= 60; number += 1)
    await valueOf(
      saveDraft(ports, { draftId, written: { definitionText: String(number) }, by: ada }, causeOf(`save-${number}`)),
    );
  const kept = async () =>
    (await db.pool.query("select revision from snapshots.states where stream = $1", [`draft-${draftId}`])).rows;
  expect(await kept()).toHaveLength(1);
  const before = await aggregate(ports.log, draft).load(draftId);
  const repeated = await saveDraft(
    ports,
    { draftId, written: { definitionText: "other" }, by: ada },
    causeOf("save-3"),
  );
  await db.pool.query("truncate snapshots.states");
  expect(await aggregate(ports.log, draft).load(draftId)).toEqual(before);
  expect(await saveDraft(ports, { draftId, written: { definitionText: "other" }, by: ada }, causeOf("save-3"))).toEqual(
    repeated,
  );
  expect(await aggregate(ports.log, draft).load(draftId)).toEqual(before);
});

test("a command reads as few events of a stream of three hundred as of one of fifty", async () => {
  const draftId = await draftOf("0");
  let read = 0;
  const counting = {
    ...ports,
    log: {
      ...ports.log,
      read: async (...args: Parameters<typeof ports.log.read>) => {
        const events = await ports.log.read(...args);
        read += events.length;
        return events;
      },
    },
  };
  const readBy = async (number: number): Promise<number> => {
    read = 0;
    await valueOf(saveDraft(counting, { draftId, written: { title: `Title ${number}` }, by: ada }, causeOf()));
    return read;
  };
  const reads: number[] = [];
  for (let number = 1; number <= 300; number += 1) reads.push(await readBy(number));
  // A save reads the draft twice: whose it is, and its state for the decision.
  expect(Math.max(...reads)).toBeLessThanOrEqual(2 * 51);
});
