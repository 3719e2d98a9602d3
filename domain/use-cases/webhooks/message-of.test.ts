import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { LoggedEvent } from "../../core/event-log.ts";
import type { JsonObject } from "../../core/values/json.ts";
import { messageOf, shownOutputs } from "./message-of.ts";

const golden = (file: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`../golden/${file}.json`, import.meta.url), "utf8")) as JsonObject;
const told = (type: string, file: string) => {
  const data = golden(file);
  const event = { id: "event", recordedAt: "2026-11-24T06:00:00.000Z", position: "1", type, data };
  return { data, message: messageOf(event as unknown as LoggedEvent) };
};

test.each([
  ["RunSucceeded", "RunSucceeded.v3", "run.succeeded", "success"],
  ["RunPartlySucceeded", "RunPartlySucceeded.v3", "run.partial", "partial"],
  ["RunFailed", "RunFailed.v3", "run.failed", "failed"],
  ["RunAbandoned", "RunAbandoned.v2", "run.failed", "abandoned"],
])("the end of a run is told to the owner of the connection: %s", (type, file, kind, status) => {
  const { data, message } = told(type, file);
  expect(message).toMatchObject({
    ...{ id: "event", kind, aboutId: data["instanceId"], userId: data["ownerId"] },
    data: { run_id: data["runId"], instance_id: data["instanceId"], status },
  });
  const failure = data["failure"] as { code: string } | undefined;
  expect(message?.data["error_code"]).toBe(failure?.code ?? null);
});

test("a request for access is told to the owner of the dataset, without the reason", () => {
  const { data, message } = told("AccessRequested", "AccessRequested.v1");
  expect(message).toMatchObject({ kind: "access.requested", aboutId: data["datasetId"], userId: data["ownerId"] });
  expect(message?.data).toEqual({ dataset_id: data["datasetId"], user_id: data["userId"] });
});

test("whole outputs of a run, and a dataset made from one, may be new versions", () => {
  const eventOf = (type: string, data: JsonObject) =>
    ({ id: "event", recordedAt: "2026-11-24T06:00:00.000Z", position: "1", type, data }) as unknown as LoggedEvent;
  const [succeeded, partial] = ["RunSucceeded", "RunPartlySucceeded"].map((type) =>
    eventOf(type, golden(`${type}.v3`)),
  );
  const made = eventOf("DatasetPublishedFromConnection", golden("DatasetPublishedFromConnection.v2"));
  const { outputs, datasets } = shownOutputs([succeeded!, partial!, made, eventOf("RunStarted", {})]);
  const { runId, outputs: all } = succeeded!.data as unknown as {
    runId: string;
    outputs: { table: { physical: string } }[];
  };
  expect(outputs.filter((each) => each.runId === runId)).toEqual(
    all.map(({ table: { physical } }) => ({ runId, physical, time: "2026-11-24T06:00:00.000Z" })),
  );
  expect(datasets).toEqual([
    { datasetId: (made.data as { datasetId: string }).datasetId, time: "2026-11-24T06:00:00.000Z" },
  ]);
  expect(messageOf(made)).toBeNull();
});

test("a new version is told to all who use the dataset; other events are not told", () => {
  const { data, message } = told("DatasetLoaded", "DatasetLoaded.v1");
  expect(message).toMatchObject({ kind: "dataset.version", aboutId: data["datasetId"], userId: null });
  expect(told("RunStarted", "RunStarted.v2").message).toBeNull();
});
