import { ERASED, type EventCatalog, type EventDefinition, upcast } from "#domain/core/event-catalog.ts";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { NewEvent, RecordedEvent } from "#domain/core/event-store.ts";
import { MAX_EVENT_BYTES, storableFault, storableValue } from "#domain/core/text/storable.ts";
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
  const definitionOf = (type: string): EventDefinition => {
    const definition = Object.hasOwn(catalog, type) ? catalog[type] : undefined;
    if (!definition)
      throw new Error(`The catalog of events has no ${type}: the log was written by a newer version of Tributary`);
    return definition;
  };
  return {
    async encode(type, data) {
      const { schema, version, personal } = definitionOf(type);
      const parsed = schema.safeParse(data);
      if (!parsed.success) throw new Error(`${type} is not as its schema says: ${faultsOf(parsed.error.issues)}`);
      const valid = parsed.data as JsonObject;
      // Use cases refuse such data before. An event that no read model can apply would stop them all.
      const fault = storableFault(valid) ?? tooLarge(valid);
      if (fault !== null) throw new Error(`${type} cannot be appended: ${fault}`);
      return { type, schemaVersion: version, data: personal ? await seal(vault, type, valid, personal) : valid };
    },
    async decode(events) {
      const texts = (await openSealed(vault, events)).values();
      return events.map((event) => {
        const { schemaVersion, ...envelope } = event;
        const readable = Object.fromEntries(
          Object.entries(event.data).map(([name, value]) => [
            name,
            isSealed(value) ? (texts.next().value ?? ERASED) : storableValue(value),
          ]),
        );
        return { ...envelope, data: upcast(event.type, definitionOf(event.type), schemaVersion, readable) };
      });
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

/** The texts of all encrypted fields, in the order of the events. */
async function openSealed(vault: SealingVault, events: readonly RecordedEvent[]): Promise<(string | null)[]> {
  const fields: Sealed[] = [];
  for (const { type, data } of events)
    for (const [name, value] of Object.entries(data))
      if (isSealed(value)) fields.push({ place: placeOf(type, name), text: value[SEALED] });
  return fields.length === 0 ? [] : vault.openFields(fields);
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

/** Path and code of each fault, without values: an error may be logged, personal data may not. */
function faultsOf(issues: readonly { readonly path: readonly PropertyKey[]; readonly code?: string }[]): string {
  return issues.map(({ path, code }) => `${path.map(String).join(".") || "data"} (${code})`).join(", ");
}
