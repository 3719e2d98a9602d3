import { ERASED, type EventCatalog, type EventDefinition, upcast } from "#domain/core/event-catalog.ts";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { NewEvent, RecordedEvent } from "#domain/core/event-store.ts";
import { EventUnfit } from "#domain/core/faults/event-unfit.ts";
import { storableFault, storableValue } from "#domain/core/text/storable.ts";
import type { JsonObject, JsonValue } from "#domain/core/values/json.ts";
import type { Sealed } from "../vault/personal-fields.ts";
import type { PersonalVault } from "../vault/vault.ts";

export type EventCodec = {
  /**
   * An event as the log stores it: checked by the catalog's schema, personal fields encrypted. Throws if it cannot be
   * stored.
   */
  encode(type: string, data: object): Promise<NewEvent>;
  /**
   * Recorded events in the domain's form, in the same order: decrypted and upcast. Throws on an event that is not in
   * the catalog.
   */
  decode(events: readonly RecordedEvent[]): Promise<LoggedEvent[]>;
};

/** Marks an encrypted field in the stored data. */
const SEALED = "$sealed";

type SealingVault = Pick<PersonalVault, "sealFields" | "openFields">;

/** Converts between the events of the catalog and the stored ones. */
export function createEventCodec(catalog: EventCatalog, vault: SealingVault): EventCodec {
  const definitions = new Map(Object.entries(catalog));
  const definitionOf = (type: string): EventDefinition => {
    const definition = definitions.get(type);
    if (!definition)
      throw new Error(`The catalog of events has no ${type}: the log was written by a newer version of Tributary`);
    return definition;
  };
  return {
    async encode(type, data) {
      const { schema, version, personal, packing } = definitionOf(type);
      const parsed = schema.safeParse(data);
      if (!parsed.success) throw new EventUnfit(`${type} is not as its schema says: ${faultsOf(parsed.error.issues)}`);
      const valid = parsed.data as JsonObject;
      // Use cases refuse such data before. An event that no read model can apply would stop them all.
      const fault = storableFault(valid);
      if (fault !== null) throw new EventUnfit(`${type} cannot be appended: ${fault}`);
      const stored = packing ? packing.pack(valid) : valid;
      return { type, schemaVersion: version, data: personal ? await seal(vault, type, stored, personal) : stored };
    },
    async decode(events) {
      const readable = await openSealed(vault, events);
      // Written out: a copy of all fields but one takes several times as long, and this is done for every event.
      return events.map((event, index) => ({
        id: event.id,
        stream: event.stream,
        revision: event.revision,
        position: event.position,
        type: event.type,
        recordedAt: event.recordedAt,
        actor: event.actor,
        commandId: event.commandId,
        correlationId: event.correlationId,
        causationId: event.causationId,
        prevHash: event.prevHash,
        hash: event.hash,
        data: upcast(event.type, definitionOf(event.type), event.schemaVersion, readable[index]!),
      }));
    },
  };
}

/** The data with its personal fields encrypted with their subject's key, or erased if the subject is forgotten. */
async function seal(
  vault: SealingVault,
  type: string,
  data: JsonObject,
  personal: NonNullable<EventDefinition["personal"]>,
): Promise<JsonObject> {
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
}

/** The data of each event with its encrypted fields opened, and what no table accepts replaced. */
async function openSealed(vault: SealingVault, events: readonly RecordedEvent[]): Promise<JsonObject[]> {
  const fields: (Sealed & { readonly index: number; readonly name: string })[] = [];
  const all = events.map(({ type, data }, index) => {
    for (const name in data) {
      const value = data[name];
      if (isSealed(value)) fields.push({ place: placeOf(type, name), text: value[SEALED], index, name });
    }
    return storableValue(data);
  });
  if (fields.length === 0) return all;
  const texts = await vault.openFields(fields);
  const opened = new Map<number, Record<string, JsonValue>>();
  fields.forEach(({ index, name }, n) => {
    const data = opened.get(index) ?? { ...all[index] };
    data[name] = texts[n] ?? ERASED;
    opened.set(index, data);
  });
  return all.map((data, index) => opened.get(index) ?? data);
}

const placeOf = (type: string, field: string): string => `${type}.${field}`;

function isSealed(value: JsonValue | undefined): value is { readonly [SEALED]: string } {
  return typeof value === "object" && value !== null && SEALED in value && typeof value[SEALED] === "string";
}

/** Path and code of each fault, without values: an error may be logged, personal data may not. */
function faultsOf(issues: readonly { readonly path: readonly PropertyKey[]; readonly code?: string }[]): string {
  return issues.map(({ path, code }) => `${path.map(String).join(".") || "data"} (${code})`).join(", ");
}
