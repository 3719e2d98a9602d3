import { expect, test } from "vitest";
import { toRecorded } from "./stored-event.ts";

const row = {
  id: "0197f3a0-0000-7000-8000-000000000000",
  position: "12",
  stream: "s",
  revision: "0",
  type: "counted",
  schema_version: "1",
  actor: '{"kind":"anonymous"}',
  command_id: "c",
  correlation_id: "c",
  causation_id: null,
  prev_hash: null,
  hash: "0",
  data: "{}",
};

test.each([
  ['"2026-11-23T08:05:09.123456"', "2026-11-23T08:05:09.123456Z"],
  ['"2026-11-23T08:05:09.12"', "2026-11-23T08:05:09.120000Z"],
  ['"2026-11-23T08:05:09.000001"', "2026-11-23T08:05:09.000001Z"],
  ['"2026-11-23T08:05:09"', "2026-11-23T08:05:09.000000Z"],
])("the time %s of the database has microseconds", (recorded_at, expected) => {
  expect(toRecorded({ ...row, recorded_at }).recordedAt).toBe(expected);
});
