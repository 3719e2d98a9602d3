import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, type Refused } from "../http/call-result.ts";
import type { ApiRequest } from "../http/json-api/api-request.ts";
import type { EventStream } from "../http/json-api/endpoint.ts";
import type { AppContext, Platform } from "../platform.ts";
import { isOver, type Status } from "./status.ts";
import { EVENT_STREAM_HEADERS, LAST_EVENT_ID, statusEvents } from "./status-events.ts";
import type { StatusWatch } from "./status-watch.ts";

/** The longest long poll, in seconds. */
export const MOST_WAIT_S = 60;

/** Whose run or load is asked for, and how. */
type Asked = {
  readonly context: AppContext;
  readonly request: ApiRequest;
  readonly viewer: UserRow;
  readonly watch: StatusWatch<Status>;
  readonly id: string;
  /** `wait`, as it was sent. */
  readonly wait: string | undefined;
  readonly shape: (status: Status) => object;
  /** Whether this user may see it, also later. */
  readonly may: (viewer: UserRow) => Promise<boolean>;
};

/** The status of something that this viewer may see: now, after a wait for its end, or as a stream of events. */
export async function statusAsked(asked: Asked): Promise<CallResult<Status> | EventStream | "no-more"> {
  const { context, request, watch, id } = asked;
  const seconds = waitOf(asked.wait);
  if (seconds === null) return refuse("wait-invalid");
  if (context.method !== "HEAD" && wantsEvents(request))
    return request.headers.get("Last-Event-ID") === LAST_EVENT_ID ? "no-more" : events(asked);
  const now = (await watch.look([id])).get(id);
  if (!now) return NOT_FOUND;
  if (seconds === 0 || isOver(now)) return { ok: true, value: now };
  return waited(asked, now, seconds);
}

async function waited(
  { context, viewer, watch, id, may }: Asked,
  now: Status,
  seconds: number,
): Promise<CallResult<Status>> {
  const { waits, waitsPerUser: limit, stopping } = context.platform.waiting;
  const release = waits.tryEnter(viewer.id);
  if (release === null) return refusedPlace(waits, viewer, limit);
  const signal = AbortSignal.any([context.signal, stopping]);
  try {
    const newest = await watch.until(id, isOver, { timeoutMs: seconds * 1_000, signal });
    if (!(await may(viewer))) return NOT_FOUND;
    if (newest === null) return signal.aborted ? { ok: true, value: now } : NOT_FOUND;
    return { ok: true, value: newest };
  } finally {
    release();
  }
}

async function events({ context, viewer, watch, id, shape, may }: Asked): Promise<EventStream | Refused> {
  const { eventStreams, eventStreamsPerUser: limit, stopping } = context.platform.waiting;
  const over = eventStreams.tryEnter(viewer.id);
  if (over === null) return refusedPlace(eventStreams, viewer, limit);
  const signal = AbortSignal.any([context.signal, stopping]);
  return {
    status: 200,
    may: async (now) => now.viewer !== null && may(now.viewer),
    headers: EVENT_STREAM_HEADERS,
    stream: statusEvents({ watch, id, shape, signal, over }),
  };
}

function refusedPlace(places: ConcurrencyLimit, viewer: UserRow, limit: number): Refused {
  return places.lacks(viewer.id) === "share" ? refuse("waits-of-user-busy", { limit }) : refuse("waits-busy");
}

/** Seconds; null: not a number of seconds that may be waited. */
function waitOf(sent: string | undefined): number | null {
  if (sent === undefined) return 0;
  return /^\d{1,2}$/.test(sent) && Number(sent) <= MOST_WAIT_S ? Number(sent) : null;
}

function wantsEvents({ headers }: ApiRequest): boolean {
  return /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(headers.get("Accept") ?? "");
}

/** Whether a run is this viewer's. */
export async function ownsRun({ queries }: Platform, runId: string, viewer: UserRow): Promise<boolean> {
  return (await queries.instances.ownerOfRun(runId)) === viewer.id;
}
