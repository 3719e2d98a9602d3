import { describe, expect, test } from "vitest";
import { given } from "../../core/spec.ts";
import { dataset } from "../decider.ts";
import type { DatasetEvent } from "../events.ts";
import { fileAddress } from "./file-address.ts";
import { refreshSchedule, refreshSlot } from "./refresh-schedule.ts";
import { fileToFetch } from "./source.ts";

const owner = { kind: "user", id: "ada" } as const;
const card = { title: "T", description: "", category: "API", isPublic: true, license: "none", onRequest: false };
const sha = (letter: string) => letter.repeat(64);
const source = { host: "example.org", addressRef: "dataset-source/d/1" };
const created: DatasetEvent = {
  type: "DatasetCreated",
  data: { datasetId: "d", owner, ...card, keywords: [], price: 0, tableName: "t", fileName: "t.csv" },
};
const sourceSet: DatasetEvent = {
  type: "DatasetSourceSet",
  data: { datasetId: "d", owner, ...source, fileName: "t.csv" },
};
const fetched = (letter: string): DatasetEvent => ({
  type: "DatasetFileFetched",
  data: { datasetId: "d", file: { sha256: sha(letter), bytes: 9 } },
});
const columns = [{ name: "a", label: "a", type: "text" as const }];
const loaded = (version: number): DatasetEvent => ({
  type: "DatasetLoaded",
  data: {
    datasetId: "d",
    version,
    table: { physical: `t_${version}`, columns, rows: 1, contentHash: "0" },
    rejected: 0,
  },
});
const requested: DatasetEvent = {
  type: "DatasetRefreshRequested",
  data: {
    ...{ datasetId: "d", version: 2, uploadId: "up", fileName: "t.csv" },
    ...{ trigger: "manual", by: "ada", mayChangeColumns: false },
  },
};
const first = [created, sourceSet, fetched("a"), loaded(1)];
const refresh = {
  type: "request-refresh",
  by: "ada",
  uploadId: "up",
  trigger: "manual",
  mayChangeColumns: false,
} as const;
const stateAfter = (...events: readonly DatasetEvent[]) =>
  events.reduce((state, event) => dataset.evolve(state, event), dataset.initialState);
const waiting = (...events: readonly DatasetEvent[]) => {
  const state = stateAfter(...events);
  return "source" in state ? fileToFetch(state) : null;
};

describe("a dataset from an address", () => {
  test("is created with it, and its first file has to be fetched", () => {
    const { keywords, tableName, fileName, price, ...cardOf } = created.data;
    const { owner: _owner, ...fields } = cardOf;
    const command = { type: "create", by: "ada", ...fields, keywords, tableName, fileName, price } as const;
    const made = given(dataset).when({ ...command, source: { ...source, interval: 60 } });
    expect(made).toMatchObject({
      ok: true,
      value: [created, sourceSet, { type: "DatasetRefreshIntervalSet", data: { datasetId: "d", minutes: 60 } }],
    });
    expect(waiting(created, sourceSet)).toEqual({ uploadId: null, addressRef: source.addressRef, knownSha256: null });
    expect(waiting(created, sourceSet, fetched("a"))).toBeNull();
  });

  test("is refreshed when its owner asks, once at a time; the others do not see that it could be", () => {
    expect(given(dataset, ...first).when(refresh)).toMatchObject({ ok: true, value: [requested] });
    const refusal = (events: readonly DatasetEvent[], by = "ada") => {
      const decided = given(dataset, ...events).when({ ...refresh, by });
      return decided.ok ? null : decided.refusal.code;
    };
    expect(refusal([...first, requested])).toBe("version-in-progress");
    expect(refusal(first, "ben")).toBe("dataset-not-yours");
    expect(refusal([created, loaded(1)])).toBe("dataset-without-address");
  });

  test("has a new version only of other bytes", () => {
    const record = (file: { sha256: string; bytes: number } | null) =>
      given(dataset, ...first, requested).when({ type: "record-fetch", uploadId: "up", file });
    const unchanged = { ok: true, value: [{ type: "DatasetRefreshUnchanged", data: { datasetId: "d" } }] };
    expect(record({ sha256: sha("a"), bytes: 9 })).toMatchObject(unchanged);
    expect(record(null)).toMatchObject(unchanged);
    expect(record({ sha256: sha("b"), bytes: 9 })).toMatchObject({ ok: true, value: [fetched("b")] });
    expect(waiting(...first, requested)?.knownSha256).toBe(sha("a"));
  });

  test("keeps its rows when a refresh fails, and forgets the failure when the file is unchanged", () => {
    const failed: DatasetEvent = { type: "DatasetLoadFailed", data: { datasetId: "d", code: "quota", facts: {} } };
    const after = stateAfter(...first, requested, failed);
    expect(after).toMatchObject({ status: "ready", versions: 1, loadFailure: "quota", pending: null });
    const unchanged: DatasetEvent = { type: "DatasetRefreshUnchanged", data: { datasetId: "d" } };
    expect(stateAfter(...first, requested, failed, requested, unchanged)).toMatchObject({ loadFailure: null });
  });
});

test("the next slot follows the interval from when it was set, after the newest load", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 6, minute)).toISOString();
  const logged = (event: DatasetEvent, minute: number) => ({ ...event, recordedAt: at(minute) }) as never;
  const every: DatasetEvent = { type: "DatasetRefreshIntervalSet", data: { datasetId: "d", minutes: 10 } };
  const slot = (...events: readonly (readonly [DatasetEvent, number])[]) =>
    refreshSlot(
      events.reduce(
        (state, [event, minute]) => refreshSchedule.evolve(state, logged(event, minute)),
        refreshSchedule.initialState,
      ),
    );
  expect(slot([loaded(1), 0], [every, 1])).toBe(at(11));
  expect(slot([loaded(1), 0], [every, 1], [loaded(2), 25])).toBe(at(31));
  expect(slot([loaded(1), 0], [every, 1], [{ type: "DatasetHidden", data: { datasetId: "d" } }, 2])).toBeNull();
});

test.each([
  [" https://example.org/a.csv?key=1#top ", { url: "https://example.org/a.csv?key=1", host: "example.org" }],
  ["https://user@example.org/a.csv", null],
  ["https://:pw@example.org/a.csv", null],
  ["file:///etc/passwd", null],
  ["example.org/a.csv", null],
  [`https://example.org/${"a".repeat(4_000)}`, null],
])("%s as the address of a file", (typed, address) => {
  expect(fileAddress(typed)).toEqual(address);
});
