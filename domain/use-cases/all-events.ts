import { apiKeyEvents } from "../api-keys/events.ts";
import { accessRequestEvents } from "../access-request/events.ts";
import { categoryEvents } from "../category/events.ts";
import { connectorEvents } from "../connector/events.ts";
import type { EventOf } from "../core/event-catalog.ts";
import type { EventLog } from "../core/event-log.ts";
import { dataAppEvents } from "../data-app/events.ts";
import { datasetEvents } from "../dataset/events.ts";
import { draftEvents } from "../draft/events.ts";
import { instanceEvents } from "../instance/events.ts";
import { postEvents } from "../post/events.ts";
import { postLikeEvents } from "../post-like/events.ts";
import { quotaEvents } from "../quota/events.ts";
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
  ...categoryEvents,
  ...postEvents,
  ...postLikeEvents,
  ...webhookEvents,
};

/** An event that the log can hold. */
export type KnownEvent = EventOf<typeof allEvents>;

/** The log of the product. Events of an aggregate missing above cannot be appended: that is a type error. */
export type ProductLog = EventLog<KnownEvent>;
