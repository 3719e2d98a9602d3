import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { lineSchema } from "../core/values/schemas.ts";

/** The category of connectors, and that of datasets, for which nobody has chosen another. They always exist. */
export const DEFAULT_CATEGORY = "API";
export const OTHER = "Other";
/** The categories of an empty log, in the order in which they are shown. */
export const FIRST_CATEGORIES: readonly string[] = [
  DEFAULT_CATEGORY,
  "Finance",
  "Marketing",
  "Science",
  "Technology",
  "Environment",
  "Health",
  "Transport",
  OTHER,
];

const name = lineSchema;

/** Stream `categories`. Items keep the category that was chosen for them; read models follow where it has gone. */
export const categoryEvents = {
  CategoryAdded: event({ version: 1, schema: z.strictObject({ name }) }),
  /** The items of `name` are in `to` from now on. */
  CategoryRenamed: event({ version: 1, schema: z.strictObject({ name, to: name }) }),
  CategoryRemoved: event({ version: 1, schema: z.strictObject({ name, to: name }) }),
};
export type CategoryEvent = EventOf<typeof categoryEvents>;
