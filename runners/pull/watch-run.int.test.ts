import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import { listenTo, type WakeUp } from "#infra/event-store/wake-up.ts";
import { createLog } from "#infra/observability/logger.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type ProcessPorts, processPorts } from "#testing/use-case-ports.ts";
import { MODELS_CHANNEL } from "../follower/model.ts";
import { createReadModels, type WatchedReadModels } from "../follower/read-models.ts";
import { watchRun } from "./watch-run.ts";
import { run } from "#domain/run/decider.ts";

let db: FreshDatabase;
let ports: ProcessPorts;
let wakeUp: WakeUp;
let readModels: WatchedReadModels;
beforeAll(async () => {
  db = await testDatabase();
  ports = await processPorts(db.pool);
  wakeUp = listenTo(db.pool, MODELS_CHANNEL, createLog("silent"));
  // All waiters are notified once when it has connected.
  await wakeUp.wait(10_000);
  readModels = createReadModels({ pool: db.pool, store: ports.store, projections: [], wakeUp });
});
afterAll(async () => {
  await wakeUp?.stop();
  await db?.drop();
});

async function append(runId: string, golden: string, expectedRevision: number): Promise<void> {
  const [type, version] = golden.split(".") as [string, string];
  const example = await readFile(new URL(`../../domain/use-cases/golden/${golden}.json`, import.meta.url));
  const data = JSON.parse(example.toString()) as JsonObject;
  const event = { type, schemaVersion: Number(version.slice(1)), data: "runId" in data ? { ...data, runId } : data };
  const appended = await ports.store.appendToStream(run.stream(runId), [event], {
    expectedRevision: expectedRevision < 0 ? NO_STREAM : expectedRevision,
    context: {
      actor: { kind: "system", name: "test" },
      commandId: crypto.randomUUID(),
      correlationId: "test",
      causationId: null,
    },
  });
  expect(appended.ok).toBe(true);
}

test("a run that is watched is read again when something has happened, and not while nothing does", async () => {
  let reads = 0;
  const log: ProcessPorts["log"] = {
    ...ports.log,
    read: (...question) => {
      reads += 1;
      return ports.log.read(...question);
    },
  };
  // The run whose end the example is.
  const runId = "019aa411-2b7d-7f68-a3d9-1e0f9c8b7a65-7";
  const watch = watchRun({ log, readModels }, runId);
  while (reads === 0) await sleep(10);
  await sleep(900);
  expect(reads).toBe(1);
  expect(watch.over.aborted).toBe(false);

  await append(runId, "RunCancelled.v2", -1);
  const over = new Promise((resolve) => watch.over.addEventListener("abort", resolve));
  await db.pool.query("select pg_notify($1, '')", [MODELS_CHANNEL]);
  await over;
  watch.stop();
  expect(reads).toBe(2);
});

test("a run that had ended before is over at once", async () => {
  await append("watched-2", "RunStarted.v2", -1);
  await append("watched-2", "RunCancelled.v1", 0);
  const watch = watchRun({ log: ports.log, readModels }, "watched-2");
  await new Promise((resolve) => watch.over.addEventListener("abort", resolve));
  watch.stop();
});
