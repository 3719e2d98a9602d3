import { expect, test } from "vitest";
import { finding, unknownFinding } from "#domain/core/findings/finding.ts";
import type { PullNote } from "#domain/connector-language/engine/engine-ports.ts";
import type { RunProgress, RunRequest } from "#domain/core/ports/run-records.ts";
import { runRecorder } from "./run-recorder.ts";

const url = "https://api.test/items";
const summary = { method: "GET" as const, url, headers: [] };
const asked = (number: number, attempt = 1): PullNote => ({
  kind: "request",
  operation: "items",
  number,
  attempt,
  request: summary,
});
const answered = (number: number, status = 200): PullNote => ({
  kind: "answer",
  operation: "items",
  number,
  status,
  bytes: 10,
  ms: 4.4,
});
const read = (number: number, rows: number): PullNote => ({
  kind: "page",
  operation: "items",
  number,
  page: 1,
  received: rows,
  rows,
});

/** What a recorder has stored after these notes. */
async function recorded(notes: readonly PullNote[]) {
  const kept = new Map<number, RunRequest>();
  const writes: RunProgress[] = [];
  const records = {
    begin: async () => undefined,
    async keep(_run: string, progress: RunProgress, requests: readonly RunRequest[]) {
      writes.push(progress);
      for (const request of requests) kept.set(request.number, request);
    },
  };
  const recorder = runRecorder({
    hide: (text) => text,
    records,
    runId: "r",
    now: () => Date.UTC(2026, 10, 21),
    onError: (error) => {
      throw error;
    },
  });
  for (const note of notes) recorder.observe(note);
  await recorder.finish();
  return { requests: [...kept.values()], progress: writes.at(-1), writes: writes.length };
}

test("tells each request with its answer, its rows and what was waited for", async () => {
  const { requests, progress } = await recorded([
    { kind: "round", operation: "items", round: 2, of: 3 },
    asked(1),
    answered(1, 429),
    {
      kind: "wait",
      operation: "items",
      number: 1,
      ms: 12_000,
      cause: "asked",
      why: finding("api-answered", { status: 429, said: "slow down." }),
    },
    asked(2, 2),
    { kind: "failure", operation: "items", number: 2, finding: unknownFinding("No connection."), ms: 1 },
    asked(3, 3),
    answered(3),
    read(3, 7),
    asked(4),
    answered(4, 404),
    { kind: "ignored", operation: "items", number: 4 },
  ]);
  const at = "2026-11-21T00:00:00.000Z";
  const request = { at, operation: "items", method: "GET", url, ignored: false };
  expect(requests).toEqual([
    {
      ...request,
      number: 1,
      attempt: 1,
      status: 429,
      bytes: 10,
      ms: 4,
      rows: null,
      note: "The API answered 429: slow down; next try after 12 s, as the API asked",
    },
    { ...request, number: 2, attempt: 2, status: null, bytes: null, ms: 1, rows: null, note: "No connection." },
    { ...request, number: 3, attempt: 3, status: 200, bytes: 10, ms: 4, rows: 7, note: null },
    { ...request, number: 4, attempt: 1, status: 404, bytes: 10, ms: 4, rows: null, ignored: true, note: null },
  ]);
  expect(progress).toEqual({
    operations: [{ operation: "items", round: 2, rounds: 3, requests: 4, pages: 1, rows: 7 }],
    wait: null,
    requests: 4,
  });
});

test("counts a streamed answer as one page, however many steps it comes in", async () => {
  const { requests, progress } = await recorded([
    asked(1),
    { ...answered(1), bytes: null } as PullNote,
    read(1, 500),
    read(1, 500),
    read(1, 20),
    asked(2),
    answered(2),
    read(2, 1),
  ]);
  expect(requests.map(({ rows, bytes }) => [rows, bytes])).toEqual([
    [1020, null],
    [1, 10],
  ]);
  expect(progress?.operations).toMatchObject([{ pages: 2, rows: 1021 }]);
});

test("numbers requests through all operations, and writes seldom", async () => {
  const { requests, writes } = await recorded(
    ["a", "b"].flatMap((operation) =>
      Array.from({ length: 300 }, (_, index): PullNote => ({ ...asked(index + 1), operation })),
    ),
  );
  expect(requests.map(({ number }) => number)).toEqual(Array.from({ length: 600 }, (_, index) => index + 1));
  expect(requests.at(-1)?.operation).toBe("b");
  expect(writes).toBe(1);
});

test("does not even write the middle of very many", async () => {
  const { requests, progress } = await recorded(Array.from({ length: 3_000 }, (_, index) => asked(index + 1)));
  expect([requests.length, requests[499]?.number, requests[500]?.number, progress?.requests]).toEqual([
    1_000, 500, 2_501, 3_000,
  ]);
});
