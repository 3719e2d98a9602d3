import { PURPOSES, type EventPurpose } from "./event-words.ts";
import { isEventOf } from "#domain/core/event-catalog.ts";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import { beginningOf, type RunEvent, runEvents } from "#domain/run/events.ts";
import type { ListRange } from "#domain/core/lists/list-page.ts";
import type { Change } from "#domain/core/history/changes-between.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { Preview } from "#domain/core/ports/work-ports.ts";
import { readsAllEvents } from "#domain/transparency/event-readers.ts";
import { changesOf, eventFor, shownData } from "#domain/use-cases/history/event-changes.ts";
import type { StateThen } from "#domain/use-cases/history/replay/replay.ts";
import { eventsAt, mayReadHistory } from "#domain/use-cases/history/read-events.ts";
import { settingKeysOf } from "#domain/use-cases/history/setting-keys-of.ts";
import { stateAsOf } from "#domain/use-cases/history/state-as-of.ts";
import { isSubjectKind, type Subject, subjectText } from "#domain/use-cases/history/subject.ts";
import type { HistoryEntry } from "#projections/history/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { definitionShown } from "../connectors/definition-of.ts";
import { type CallResult, NOT_FOUND, refuse } from "../http/call-result.ts";
import type { AppContext, Platform } from "../platform.ts";
import { oldestKept } from "../versions/version-asked.ts";

/** Rows of a table as it was that are shown. */
const ROWS_SHOWN = 100;

/** One event as readers of a history see it. */
export type HistoryEvent = Pick<HistoryEntry, "stream" | "revision" | "position" | "type"> & {
  readonly at: string;
  /** The user who did it, with the name now; null: the system or a visitor. */
  readonly by: { readonly id: string; readonly name: string } | null;
  /** The API key that was used. */
  readonly key: string | null;
  /** The user whom it is about, if somebody else did it. */
  readonly about: { readonly id: string; readonly name: string } | null;
  /** The command behind it: events with the same one belong together. */
  readonly cause: string;
  readonly reason: string | null;
  readonly changes: readonly Change[];
  readonly data: JsonObject;
  readonly hash: string;
  /** The address of its proof. */
  readonly proof: string;
};

export type HistoryAsked = {
  readonly purpose: EventPurpose | null;
  readonly person: string | null;
  readonly from: string | null;
  readonly to: string | null;
};

/** The subject, for admins, auditors and the user whose it is; for all others it is missing. */
export async function readableSubject(
  { ports }: Pick<Platform, "ports">,
  viewer: UserRow,
  asked: { readonly kind: string; readonly id: string },
): Promise<CallResult<Subject>> {
  const { kind, id } = asked;
  if (!isSubjectKind(kind) || id.length > 200) return NOT_FOUND;
  const subject = { kind, id };
  return (await mayReadHistory(ports.log, viewer, subject)) ? { ok: true, value: subject } : NOT_FOUND;
}

/** A page of the events of a subject, the latest first; `count`: another way to the number of all. */
export async function historyPage(
  platform: Platform,
  viewer: UserRow,
  subject: Subject,
  { purpose, ...asked }: HistoryAsked,
  range: ListRange,
  count?: () => Promise<number>,
) {
  const text = subjectText(subject);
  const types = purpose === null ? null : PURPOSES[purpose];
  const page = await platform.queries.history.page(text, { ...asked, types }, range, count);
  const [events, earlier] = await Promise.all([
    readableEvents(platform, viewer, page.items),
    earlierEvents(platform, viewer, text, page.items),
  ]);
  const names = await namesOf(platform, viewer, subject, page.items);
  const items = page.items.flatMap((entry, at) => {
    const event = events[at];
    return event ? [shownEvent(event, entry, earlier.get(entry.position) ?? null, names)] : [];
  });
  return { ...page, items };
}

async function readableEvents({ ports }: Platform, viewer: UserRow, places: Parameters<typeof eventsAt>[1]) {
  const events = await eventsAt(ports.log, places);
  return events.map((event) => event && eventFor(viewer.id, event));
}

/** Of each event that is compared, by its position: the one that it is compared with. */
async function earlierEvents(
  platform: Platform,
  viewer: UserRow,
  subject: string,
  entries: readonly HistoryEntry[],
): Promise<ReadonlyMap<string, LoggedEvent>> {
  const compared = entries.filter((entry) => entry.compared !== null).map(({ position }) => position);
  const places = await platform.queries.history.before(subject, compared);
  const events = await readableEvents(platform, viewer, places);
  return new Map(places.flatMap(({ position }, at) => (events[at] ? [[position, events[at]] as const] : [])));
}

type Names = ReadonlyMap<string, string>;

/** The names of who occurs; the owner of a connector is not told who is connected. */
async function namesOf(
  { queries }: Platform,
  viewer: UserRow,
  { kind }: Subject,
  entries: readonly HistoryEntry[],
): Promise<Names> {
  const mayKnow = kind !== "connector" || readsAllEvents(viewer.roles);
  const all = entries.flatMap(({ actorId, aboutId }) => [actorId, aboutId]).filter((id) => id !== null);
  const ids = [...new Set(all)].filter((id) => mayKnow || id === viewer.id);
  const found = new Map((await queries.users.byIds(ids)).map(({ id, name }) => [id, name]));
  return new Map(ids.map((id) => [id, found.get(id) ?? "[erased]"]));
}

function shownEvent(event: LoggedEvent, entry: HistoryEntry, before: LoggedEvent | null, names: Names): HistoryEvent {
  const { stream, revision, position, type, recordedAt: at, actor, correlationId: cause, hash } = event;
  const data = shownData(event.data as JsonObject);
  const person = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? "another user" });
  return {
    ...{ stream, revision, position, type, at, cause, hash, data },
    by: person(entry.actorId),
    key: actor.kind === "user" ? (actor.key ?? null) : askedWith(event),
    about: entry.aboutId === entry.actorId ? null : person(entry.aboutId),
    reason: reasonOf(data),
    changes: changesOf(event, before),
    proof: `/api/history/${stream}/${revision}/proof`,
  };
}

/** The API key with which a run was asked for, in the event of its end. */
function askedWith(event: LoggedEvent): string | null {
  return isEventOf<RunEvent>(runEvents, event) ? (beginningOf(event)?.start.by?.key ?? null) : null;
}

function reasonOf({ reason, note }: JsonObject): string | null {
  if (typeof reason === "string") return reason;
  return typeof note === "string" ? note : null;
}

/**
 * What a subject was at a time. The owner of a connector is not told who is connected, others not the defaults of its
 * private fields.
 */
export async function stateThen(
  { ports }: Pick<Platform, "ports">,
  viewer: UserRow,
  subject: Subject,
  time: string,
): Promise<StateThen> {
  const then = await stateAsOf(ports.log, subject, time);
  if (then.kind !== "connector") return then;
  const owned = then.ownerId === viewer.id;
  const shown = {
    ...then,
    definition: definitionShown({ owned, definition: then.definition }),
    previousDefinition: definitionShown({ owned, definition: then.previousDefinition }),
  };
  return readsAllEvents(viewer.roles) ? shown : { ...shown, access: { ...shown.access, people: [] } };
}

/** What made a version of a table: the run, the connector version that it ran, and the keys of the settings it used. */
export type MadeBy = {
  readonly runId: string;
  readonly connectorId: string | null;
  readonly connectorVersion: number | null;
  readonly settingKeys: readonly string[];
};

async function madeBy(
  { ports }: Pick<Platform, "ports">,
  { runId, connectorId, connectorVersion }: Omit<MadeBy, "runId" | "settingKeys"> & { readonly runId: string | null },
): Promise<MadeBy | null> {
  if (runId === null) return null;
  const settingKeys = await settingKeysOf(ports.log, runId);
  return { runId, connectorId, connectorVersion, settingKeys };
}

type RowsThen = {
  readonly version: number;
  readonly at: string;
  /** null: no run made it. */
  readonly madeBy: MadeBy | null;
  readonly preview: Preview;
};

/** The first rows of the table of a dataset or of an instance as readers saw them at a time. */
export async function rowsThen(
  { platform, signal }: Pick<AppContext, "platform" | "signal">,
  viewer: UserRow,
  { kind, id }: Subject,
  time: string,
): Promise<CallResult<RowsThen>> {
  if (kind !== "dataset" && kind !== "instance") return refuse("history-without-rows");
  const version = await platform.queries.tables.versionOf(id, { asOf: time });
  if (!version) return refuse("history-no-rows-then");
  const { items } = await platform.queries.tables.versionsOf(id, { limit: 1, offset: 0 });
  const kept = platform.versionsKept[kind === "dataset" ? "dataset" : "output"];
  const isKept = version.version >= oldestKept(items[0]?.version ?? 1, kept);
  const table = isKept ? await platform.versions.tableOf(version.physical) : null;
  if (!table) return refuse("history-rows-not-kept", { version: version.version });
  const preview = await platform.previewReads.run(
    viewer.id,
    () => platform.previews.preview(table, { from: "first", limit: ROWS_SHOWN, signal }),
    signal,
  );
  if (preview === "full") return refuse("previews-busy");
  if (preview === "too-slow") return refuse("preview-too-slow");
  return {
    ok: true,
    value: { version: version.version, at: version.at, madeBy: await madeBy(platform, version), preview },
  };
}
