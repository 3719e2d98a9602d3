import type { z } from "zod";
import type { DomainEvent, LoggedEvent } from "./event-log.ts";
import type { JsonObject } from "./values/json.ts";

/**
 * How data of version `since` and later are stored in less room. `unpack` turns what `pack` makes into the same data; it
 * never changes, because what is stored stays.
 */
export type Packing = {
  readonly since: number;
  pack(data: JsonObject): JsonObject;
  unpack(data: JsonObject): JsonObject;
};

/**
 * One event type: its newest schema, the fields that are personal data of `subject` (encrypted with that user's key in
 * the log) and its upcasters. `upcasts[n]` turns data of version n into version n + 1.
 */
export type EventDefinition<S extends z.ZodType<object> = z.ZodType<object>> = {
  readonly version: number;
  readonly schema: S;
  /** `subject` names the data field that holds the user's id. Personal fields are strings or null. */
  readonly personal?: { readonly subject: string; readonly fields: readonly string[] };
  readonly upcasts?: Readonly<Record<number, (data: JsonObject) => JsonObject>>;
  readonly packing?: Packing;
};

export type EventCatalog = Readonly<Record<string, EventDefinition>>;

/** The union of a catalog's events: `{ type, data }`. */
export type EventOf<C extends EventCatalog> = {
  [K in keyof C & string]: { readonly type: K; readonly data: z.infer<C[K]["schema"]> };
}[keyof C & string];

/** A catalog that has every type of these events. */
export type CatalogOf<E extends DomainEvent> = { readonly [T in E["type"]]: EventDefinition };

/** Whether a logged event belongs to the catalog. */
export function isEventOf<E extends DomainEvent>(catalog: CatalogOf<E>, event: LoggedEvent): event is LoggedEvent<E> {
  return Object.hasOwn(catalog, event.type);
}

/** Declares one event type. */
export function event<S extends z.ZodType<object>>(definition: EventDefinition<S>): EventDefinition<S> {
  return definition;
}

/** Replaces a personal field whose owner has been forgotten. */
export const ERASED = "[erased]";

/**
 * Stored data in the newest version: unpacked, and upcast if it is older. Throws if an upcaster is missing, which is a bug, or if a newer
 * version of the product wrote the data.
 */
export function upcast(type: string, definition: EventDefinition, version: number, data: JsonObject): JsonObject {
  if (version > definition.version)
    throw new Error(`${type} is of version ${version}: a newer version of Tributary wrote it`);
  const { packing } = definition;
  let current = packing && version >= packing.since ? packing.unpack(data) : data;
  for (let at = version; at < definition.version; at += 1) {
    const step = definition.upcasts?.[at];
    if (!step) throw new Error(`No upcaster for ${type} from version ${at}`);
    current = step(current);
  }
  return current;
}
