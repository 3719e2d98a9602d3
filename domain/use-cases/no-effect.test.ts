import { describe, expect, test } from "vitest";
import { connector } from "../connector/decider.ts";
import type { ConnectorEvent } from "../connector/events.ts";
import type { Decider } from "../core/decider.ts";
import type { DomainEvent } from "../core/event-log.ts";
import { given } from "../core/spec.ts";
import { dataset } from "../dataset/decider.ts";
import type { DatasetEvent } from "../dataset/events.ts";
import { draft } from "../draft/decider.ts";
import type { DraftEvent } from "../draft/events.ts";
import { instance } from "../instance/decider.ts";
import type { InstanceEvent } from "../instance/events.ts";
import { quota } from "../quota/decider.ts";
import { reservation } from "../reservation/decider.ts";
import { run } from "../run/decider.ts";
import { user } from "../user/decider.ts";
import type { UserEvent } from "../user/events.ts";

/**
 * A command that is given twice under two command ids writes once at most: whoever repeats a request does not make the log
 * grow. `open` says why a command writes each time all the same, and what bounds it.
 */
type Case = {
  readonly name: string;
  readonly decider: Decider<unknown, DomainEvent, never, unknown>;
  readonly history: readonly DomainEvent[];
  readonly command: { readonly type: string };
  readonly open: string | null;
};

const owner = { kind: "user", id: "ada" } as const;
const card = {
  title: "T",
  description: "",
  category: "API",
  keywords: ["air", "water"],
  isPublic: true,
  license: "none",
};
const datasetMade: DatasetEvent = {
  type: "DatasetCreated",
  data: { datasetId: "d", owner, ...card, price: 0, tableName: "t", fileName: "f.csv" },
};
const loaded: DatasetEvent = {
  type: "DatasetLoaded",
  data: { datasetId: "d", version: 1, table: { physical: "t_d", columns: [], rows: 0, contentHash: "0" }, rejected: 0 },
};
const granted: DatasetEvent = { type: "AccessGranted", data: { datasetId: "d", userId: "ben", by: "ben" } };
const content = {
  title: "T",
  description: "",
  category: "API",
  apiDocUrl: null,
  isPublic: true,
  definition: { hash: "h", bytes: 2 },
};
const draftMade: DraftEvent = {
  type: "DraftCreated",
  data: { draftId: "dr", owner, parentId: null, rootId: null, content },
};
const version = {
  rootId: "c",
  connectorId: "c",
  title: "T",
  description: "",
  category: "API",
  apiDocUrl: null,
  isPublic: true,
  definition: {},
  parentId: null,
};
const published: ConnectorEvent = { type: "ConnectorVersionPublished", data: { ...version, version: 1, owner } };
const setup = {
  config: "v",
  settingKeys: [],
  secretKeys: [],
  headerNames: [],
  hasBody: false,
  method: null,
  refreshInterval: 0,
  override: true,
};
const start = { instanceId: "i", rootId: "c", connectorId: "c", tableName: "t", consent: {}, setup };
const activated: InstanceEvent = { type: "InstanceActivated", data: { ...start, owner } };
const signedIn: InstanceEvent = { type: "InstanceSignedIn", data: { instanceId: "i", host: "h" } };
const registered: UserEvent = {
  type: "UserRegistered",
  data: { userId: "ada", name: "Ada", email: "ada@example.org" },
};
const table = { physical: "t_1", columns: [], rows: 1, contentHash: "0" };
const runStart = {
  runId: "r",
  instanceId: "i",
  ownerId: "ada",
  number: 1,
  connectorId: "c",
  trigger: "manual" as const,
  slot: null,
  lastSlot: null,
  override: true,
  settings: null,
  settingKeys: [],
  incremental: [],
  failuresBefore: 2,
  deadline: "2030-01-01T00:00:00.000Z",
};
const started = { type: "RunStarted", data: runStart };
const failed = {
  type: "RunFailed",
  data: {
    runId: "r",
    instanceId: "i",
    ownerId: "ada",
    pages: 0,
    rowCount: 0,
    warnings: [],
    operations: [],
    failure: { code: "fault", facts: {} },
  },
};
const outcome = {
  status: "failed",
  failure: { code: "fault", facts: {} },
  pages: 0,
  rowCount: 0,
  warnings: [],
  operations: [],
};

const c = <S, E extends DomainEvent, C extends { readonly type: string }, R>(
  decider: Decider<S, E, C, R>,
  history: readonly E[],
  command: C,
  open: string | null = null,
): Case => ({
  name: command.type,
  decider: decider,
  history,
  command,
  open,
});

const cases: readonly Case[] = [
  c(dataset, [], { type: "create", ...card, datasetId: "d", by: "ada", price: 0, tableName: "t", fileName: "f.csv" }),
  c(dataset, [], {
    type: "publish-output",
    ...card,
    datasetId: "d",
    by: "ada",
    tableName: "t",
    source: { instanceId: "i", operation: "o" },
  }),
  c(dataset, [datasetMade], { type: "edit", by: "ada", card: { title: "New", keywords: ["air"] } }),
  c(dataset, [datasetMade, loaded], { type: "take-access", userId: "ben" }),
  c(dataset, [datasetMade], { type: "share", by: "ada", userId: "ben" }),
  c(dataset, [datasetMade, granted], { type: "remove-access", by: "ben", userId: "ben" }),
  c(dataset, [datasetMade, granted], { type: "delete", by: "ada" }),
  c(dataset, [datasetMade], { type: "delete", by: "ada" }),
  c(dataset, [datasetMade], { type: "record-load", table, rejected: 0 }, "a job of ours, under one command id a load"),
  c(
    dataset,
    [datasetMade],
    { type: "record-load-failure", failure: { code: "empty", facts: {} } },
    "a job of ours, under one command id a load",
  ),
  c(draft, [], { type: "create", draftId: "dr", by: "ada", parentId: null, rootId: null, content }),
  c(draft, [draftMade], { type: "save", by: "ada", content: { title: "New", definition: { hash: "h2", bytes: 3 } } }),
  c(draft, [draftMade], { type: "publish", by: "ada", rootId: "c", connectorId: "c", content }),
  c(draft, [draftMade], { type: "discard", by: "ada" }),
  c(connector, [], { type: "publish-version", ...version, by: "ada" }),
  c(connector, [published], { type: "deactivate-version", connectorId: "c", by: "ada" }),
  c(connector, [published, { type: "ConnectorVersionDeactivated", data: { rootId: "c", connectorId: "c" } }], {
    type: "reactivate-version",
    connectorId: "c",
    by: "ada",
  }),
  c(connector, [published], { type: "delete", by: "ada" }),
  c(connector, [published], { type: "subscribe", connectorId: "c", instanceId: "i", userId: "ben" }),
  c(
    connector,
    [
      published,
      { type: "ConnectorSubscribed", data: { rootId: "c", connectorId: "c", instanceId: "i", userId: "ben" } },
    ],
    { type: "unsubscribe", instanceId: "i", userId: "ben" },
  ),
  c(instance, [], { type: "activate", ...start, by: "ada" }),
  c(
    instance,
    [activated],
    { type: "configure", by: "ada", consent: {}, setup },
    "values are in the vault, so the process compares them (connect.ts)",
  ),
  c(
    instance,
    [activated],
    { type: "migrate", by: "ada", toConnectorId: "c2", consent: {}, setup },
    "the process compares the versions (migrate-instance.ts)",
  ),
  c(
    instance,
    [activated],
    { type: "sign-in", by: "ada", host: "h" },
    "each is a sign-in of its own at the API's page, bounded by the limit of changes",
  ),
  c(instance, [activated, signedIn], { type: "sign-out", by: "ada" }),
  c(instance, [activated], { type: "remove", by: "ada" }),
  c(quota, [], { type: "take-place", userId: "ada", kind: "dataset", itemId: "d", limit: 5, plan: "Free" }),
  c(quota, [{ type: "PlaceTaken", data: { userId: "ada", kind: "dataset", itemId: "d" } }], {
    type: "release-place",
    userId: "ada",
    kind: "dataset",
    itemId: "d",
  }),
  c(quota, [], {
    type: "count-run",
    userId: "ada",
    week: "2026-W47",
    runId: "r",
    scheduled: false,
    runsPerWeek: 5,
    scheduledRuns: 0,
    plan: "Free",
  }),
  c(reservation, [], { type: "reserve", kind: "email", holder: "ada", abandonedHolder: null }),
  c(reservation, [{ type: "NameReserved", data: { kind: "email", holder: "ada" } }], {
    type: "release",
    kind: "email",
    holder: "ada",
  }),
  c(run as never, [], { type: "start", run: runStart }),
  c(run as never, [started], { type: "settle", outcome, now: "2026-01-01T00:00:00.000Z" }),
  c(run as never, [started], { type: "cancel" }),
  c(run as never, [started], { type: "abandon" }),
  c(run as never, [started, failed], { type: "report-failures" }),
  c(user, [], { type: "register", userId: "ada", name: "Ada", email: "ada@example.org", verified: false }),
  c(
    user,
    [registered],
    { type: "register-again", userId: "ada", name: "Ada", email: "ada@example.org" },
    "each is a sign-up with a password of its own, bounded by the limit of registrations",
  ),
  c(user, [registered], { type: "verify", userId: "ada" }),
  c(
    user,
    [registered],
    { type: "set-password", userId: "ada", reason: "reset" },
    "each needs a mailed link, bounded by the limit of mails",
  ),
  c(user, [registered], { type: "choose-plan", userId: "ada", plan: 2 }),
  c(user, [registered], { type: "grant-role", userId: "ada", role: "editor" }),
  c(
    user,
    [registered],
    { type: "replace-streaming-key", userId: "ada", keyId: "k", prefix: "p", lastFour: "l" },
    "each makes another key, bounded by the limit of changes",
  ),
];

describe("a command given twice", () => {
  test.each(cases)("$name", ({ decider, history, command, open }) => {
    const first = given(decider, ...history).when(command as never);
    if (!first.ok || first.value.length === 0) throw new Error("This case shows nothing: its first command must write");
    const second = given(decider, ...history, ...first.value).when(command as never);
    expect(second.ok ? second.value.length : 0, open ?? "It writes again").toBe(open === null ? 0 : first.value.length);
  });
});
