import type { SetupChanges } from "#domain/use-cases/connecting/setup-changes.ts";
import {
  type Confirmed,
  planTestRead,
  type TestReadPlan,
  type TestReadSource,
} from "#domain/use-cases/trying/plan-test-read.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, type Refused, toCallResult, tooMany } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import { checkConnection, type ConnectionCheck } from "#domain/use-cases/trying/check-connection.ts";
import { type FetchedOptions, fetchOptions } from "#domain/use-cases/trying/fetch-options.ts";
import { testRead, type TestRead } from "#domain/use-cases/trying/test-read.ts";
import type { TryPorts } from "#domain/use-cases/trying/perform-test-read.ts";

/** What to test, by name. */
export type TestReadSubject =
  | { readonly kind: "definition"; readonly written: unknown }
  | { readonly kind: "version"; readonly connectorId: string }
  | { readonly kind: "connection"; readonly instanceId: string };
/** What to test, with which values and consent. */
export type TestReadRequest = {
  readonly what: TestReadSubject;
  readonly changes: SetupChanges;
  readonly confirmed: Confirmed | null;
  /** Ends the test when the client has left. */ readonly signal: AbortSignal;
};

/** A test read, before publishing or connecting. Stores nothing. */
export function readForTest(
  platform: Platform,
  trying: TestReadRequest,
  viewer: UserRow,
): Promise<CallResult<TestRead>> {
  return attempt(platform, trying, viewer, true, testRead);
}

/** Whether the API accepts these credentials. */
export function check(
  platform: Platform,
  trying: TestReadRequest,
  viewer: UserRow,
): Promise<CallResult<ConnectionCheck>> {
  return attempt(platform, trying, viewer, true, checkConnection);
}

/** The options of a field, loaded from the API. */
export function optionsOf(
  platform: Platform,
  trying: TestReadRequest,
  field: string,
  viewer: UserRow,
): Promise<CallResult<FetchedOptions>> {
  return attempt(platform, trying, viewer, false, (ports, plan) => fetchOptions(ports, plan, field));
}

async function attempt<T>(
  platform: Platform,
  { what, changes, confirmed, signal }: TestReadRequest,
  viewer: UserRow,
  complete: boolean,
  work: (ports: TryPorts, plan: TestReadPlan) => Promise<T>,
): Promise<CallResult<T>> {
  const source = await sourceOf(platform, what, viewer);
  if ("status" in source) return source;
  const prepared = await planTestRead(platform.ports, { source, changes, confirmed, complete, by: viewer.id });
  if (!prepared.ok) {
    return toCallResult<never>(platform, prepared);
  }
  const full = platform.testReads.lacks(viewer.id) === "all" ? "tries-busy" : "tries-of-user-busy";
  const done = platform.testReads.tryEnter(viewer.id);
  if (!done) return refuse(full);
  try {
    return await withinLimits(platform, prepared.value, viewer, (ports, plan) => work({ ...ports, signal }, plan));
  } finally {
    done();
  }
}

/** Counts the call against the limit, whatever its result. */
async function withinLimits<T>(
  platform: Platform,
  plan: TestReadPlan,
  viewer: UserRow,
  work: (ports: TryPorts, plan: TestReadPlan) => Promise<T>,
): Promise<CallResult<T>> {
  const limit = await platform.limits.consume("try", { account: viewer.id });
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  return { ok: true, value: await work(platform.trying, plan) };
}

/** The named source, if the viewer may see it; only its owner may test an inactive version. */
async function sourceOf(platform: Platform, what: TestReadSubject, viewer: UserRow): Promise<TestReadSource | Refused> {
  if (what.kind !== "version") return what;
  const item = await platform.queries.catalogue.connector(what.connectorId, viewer.id);
  if (!item) return NOT_FOUND;
  if (item.status === "inactive" && !item.owned) return refuse("connector-inactive", { latestConnectorId: null });
  return { kind: "version", rootId: item.rootId, connectorId: item.id };
}
