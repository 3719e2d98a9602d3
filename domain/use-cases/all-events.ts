import { apiKeyEvents } from "../api-keys/events.ts";
import { accessRequestEvents } from "../access-request/events.ts";
import { categoryEvents } from "../category/events.ts";
import { connectorEvents } from "../connector/events.ts";
import type { EventCatalog, EventOf } from "../core/event-catalog.ts";
import type { EventLog } from "../core/event-log.ts";
import type { RecordedEvent } from "../core/event-store.ts";
import { dataAppEvents } from "../data-app/events.ts";
import { datasetEvents } from "../dataset/events.ts";
import { draftEvents } from "../draft/events.ts";
import { instanceEvents } from "../instance/events.ts";
import { postEvents } from "../post/events.ts";
import { postLikeEvents } from "../post-like/events.ts";
import { quotaEvents } from "../quota/events.ts";
import { clockJumpEvents } from "../clock-jump/events.ts";
import { logArchiveEvents } from "../log-archive/events.ts";
import { readModelEvents } from "../read-model/events.ts";
import { reservationEvents } from "../reservation/events.ts";
import { runEvents } from "../run/events.ts";
import { userEvents } from "../user/events.ts";
import { webhookEvents } from "../webhook/events.ts";

/** Every event that the log can hold. */
export const allEvents = {
  ...reservationEvents,
  ...userEvents,
  ...apiKeyEvents,
  ...quotaEvents,
  ...connectorEvents,
  ...draftEvents,
  ...datasetEvents,
  ...dataAppEvents,
  ...accessRequestEvents,
  ...instanceEvents,
  ...runEvents,
  ...readModelEvents,
  ...clockJumpEvents,
  ...logArchiveEvents,
  ...categoryEvents,
  ...postEvents,
  ...postLikeEvents,
  ...webhookEvents,
};

/** The events of each kind of stream, by the beginning of its name. */
const EVENTS_BY_STREAM: Readonly<Record<string, EventCatalog>> = {
  "reservation-": reservationEvents,
  "user-": userEvents,
  "api-keys-": apiKeyEvents,
  "quota-": quotaEvents,
  "runs-": quotaEvents,
  "connector-": connectorEvents,
  "draft-": draftEvents,
  "dataset-": datasetEvents,
  "data-app-": dataAppEvents,
  "access-request-": accessRequestEvents,
  "instance-": instanceEvents,
  "run-": runEvents,
  "read-model-": readModelEvents,
  "clock-jumps-": clockJumpEvents,
  "log-archives-": logArchiveEvents,
  categories: categoryEvents,
  "post-": postEvents,
  "post-like-": postLikeEvents,
  "webhooks-": webhookEvents,
};

/** The types of events that a stream of this name can hold; none if this version knows no such stream. */
export function typesInStream(stream: string): readonly string[] {
  const longest = Object.keys(EVENTS_BY_STREAM)
    .filter((beginning) => stream.startsWith(beginning))
    .toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? [] : Object.keys(EVENTS_BY_STREAM[longest]!);
}

const versions = new Map(Object.entries(allEvents).map(([type, { version }]) => [type, version]));

/** Whether this version can read the event. A newer one has further types of events, and newer versions of types. */
export function isKnown({ type, schemaVersion }: Pick<RecordedEvent, "type" | "schemaVersion">): boolean {
  return schemaVersion <= (versions.get(type) ?? 0);
}

/** An event that the log can hold. */
export type KnownEvent = EventOf<typeof allEvents>;

/** The log of the product. Events of an aggregate missing above cannot be appended: that is a type error. */
export type ProductLog = EventLog<KnownEvent>;
