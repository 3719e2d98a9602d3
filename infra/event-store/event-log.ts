import { ERASED, type EventCatalog, type EventDefinition, type EventOf, upcast } from "#domain/core/event-catalog.ts";
import type { DomainEvent, EventLog, LoggedEvent } from "#domain/core/event-log.ts";
import type { EventStore, NewEvent, RecordedEvent } from "#domain/core/event-store.ts";
import type { JsonObject, JsonValue } from "#domain/core/values/json.ts";
import type { Snapshots } from "#domain/core/snapshots.ts";
import { MAX_EVENT_BYTES, storableFault, storableValue } from "#domain/core/text/storable.ts";
import { createTurns } from "./turns.ts";
import type { PersonalVault, Sealed } from "../vault/vault.ts";

export type DecodingEventLog<Known extends DomainEvent = never> = EventLog<Known> & {
  /** Recorded events in the domain's shape and the same order: unsealed and upcast. Throws on an event that the catalog does not know. */
  decode(events: readonly RecordedEvent[]): Promise<LoggedEvent[]>;
};

/** How a sealed field stands in the log. */
const SEALED = "$sealed";

/**
 * The log as the domain sees it. Writing validates data by the catalog's schema and seals personal fields under their
 * subject's key; reading unseals them (`[erased]` once the key is gone), replaces broken Unicode and NUL, which earlier versions
 * let in and no table takes, and then brings old versions up to date, so that upcasters work on readable data.
 */
export function createEventLog<C extends EventCatalog>({
  store,
  catalog,
  vault,
  snapshots,
}: {
  store: EventStore;
  catalog: C;
  vault: PersonalVault;
  snapshots?: Snapshots;
}): DecodingEventLog<EventOf<C>> {
  const definitionOf = (type: string): EventDefinition => {
    const definition = Object.hasOwn(catalog, type) ? catalog[type] : undefined;
    if (!definition)
      throw new Error(`The catalog of events has no ${type}: the log was written by a newer version of Tributary`);
    return definition;
  };

  const encode = async (type: string, data: object): Promise<NewEvent> => {
    const definition = definitionOf(type);
    const parsed = definition.schema.safeParse(data);
    if (!parsed.success) throw new Error(`${type} is not as its schema says: ${faultsOf(parsed.error.issues)}`);
    const valid = parsed.data as JsonObject;
    // Whoever makes an event has refused these before. What is let in here could never be applied, and would stop every model.
    const fault = storableFault(valid) ?? tooLarge(valid);
    if (fault !== null) throw new Error(`${type} cannot be appended: ${fault}`);
    const { personal } = definition;
    return { type, schemaVersion: definition.version, data: personal ? await sealed(type, valid, personal) : valid };
  };

  const sealed = async (
    type: string,
    data: JsonObject,
    personal: NonNullable<EventDefinition["personal"]>,
  ): Promise<JsonObject> => {
    const owner = data[personal.subject];
    if (typeof owner !== "string")
      throw new Error(`${type} names nobody in ${personal.subject} whose key its personal fields could be sealed with`);
    const names = personal.fields.filter((name) => typeof data[name] === "string");
    const texts = await vault.sealFields(
      owner,
      names.map((name) => ({ place: placeOf(type, name), text: data[name] as string })),
    );
    return {
      ...data,
      ...Object.fromEntries(names.map((name, index) => [name, texts ? { [SEALED]: texts[index]! } : ERASED])),
    };
  };

  const decode = async (events: readonly RecordedEvent[]): Promise<LoggedEvent[]> => {
    const fields: Sealed[] = [];
    for (const { type, data } of events) {
      for (const [name, value] of Object.entries(data)) {
        if (isSealed(value)) fields.push({ place: placeOf(type, name), text: value[SEALED] });
      }
    }
    const texts = fields.length === 0 ? [] : await vault.openFields(fields);
    let next = 0;
    return events.map((event) => {
      const { schemaVersion, ...envelope } = event;
      const readable = Object.fromEntries(
        Object.entries(event.data).map(([name, value]) => [
          name,
          isSealed(value) ? (texts[next++] ?? ERASED) : storableValue(value),
        ]),
      );
      return { ...envelope, data: upcast(event.type, definitionOf(event.type), schemaVersion, readable) };
    });
  };

  return {
    decode,
    inTurn: createTurns(),
    ...(snapshots ? { snapshots } : {}),
    read: async (stream, options) => decode(await store.readStream(stream, options)),
    readCommand: async (stream, commandId) => decode(await store.readCommand(stream, commandId)),
    async append(stream, events, options) {
      return store.appendToStream(
        stream,
        await Promise.all(events.map(({ type, data }) => encode(type, data))),
        options,
      );
    },
  };
}

function tooLarge(data: JsonObject): string | null {
  return Buffer.byteLength(JSON.stringify(data)) > MAX_EVENT_BYTES
    ? `its data is larger than ${MAX_EVENT_BYTES} bytes`
    : null;
}

const placeOf = (type: string, field: string): string => `${type}.${field}`;

function isSealed(value: JsonValue | undefined): value is { readonly [SEALED]: string } {
  return typeof value === "object" && value !== null && SEALED in value && typeof value[SEALED] === "string";
}

/** Where and what, without the values: an error may be logged, personal data may not. */
function faultsOf(issues: readonly { readonly path: readonly PropertyKey[]; readonly code?: string }[]): string {
  return issues.map(({ path, code }) => `${path.map(String).join(".") || "data"} (${code})`).join(", ");
}
