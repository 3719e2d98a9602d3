import { placeholderNames } from "../connector-language/json/placeholders.ts";
import { freeId } from "./field-keys.ts";
import {
  DEFINITION_TOO_LARGE,
  type Imported,
  type ImportedConnector,
  type ImportLoss,
  type ImportNote,
  isTooLarge,
  type LooseObject,
  notPortable,
  toImported,
} from "./imported.ts";
import { withSoundOperations } from "./sound-operations.ts";

/** A request that becomes an operation. */
export type MadeRequest = { readonly operation: LooseObject; readonly base: string; readonly place: string };

export type RequestParts = {
  readonly requests: readonly MadeRequest[];
  readonly auth: LooseObject | null;
  /** All fields by their keys; those that the operations name are taken, but for those that sign in. */
  readonly fields: ReadonlyMap<string, LooseObject>;
  readonly signing: ReadonlySet<string>;
  readonly card: Pick<ImportedConnector, "title" | "description" | "apiDocUrl">;
  readonly notes: readonly ImportNote[];
  readonly lost: ImportLoss[];
  /** The requests were asked for by name. */
  readonly isNamed: boolean;
};

/** Puts requests together into a connector: the most common base above them all, and the fields that they name. */
export function connectorOf({ requests, auth, fields, signing, card, notes, lost, isNamed }: RequestParts): Imported {
  const counts = new Map<string, number>();
  for (const { base } of requests) counts.set(base, (counts.get(base) ?? 0) + 1);
  const base = [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "";
  const ids = new Set<string>();
  const places = new Map<string, string>();
  const operations = requests.map(({ operation, base: own, place }) => {
    const id = typeof operation.id === "string" ? operation.id : freeId(String(operation.name ?? ""), ids);
    places.set(id, place);
    return { id, ...operation, ...(own === base ? {} : { base_url: own }) };
  });
  const withFields = (taken: LooseObject): LooseObject => {
    const { operations: all = [], params_fields: _fields, ...top } = taken;
    const used = new Set(placeholderNames(JSON.stringify([top.base_url, all])));
    const own = [...fields].filter(([key]) => used.has(key) && !signing.has(key)).map(([, field]) => field);
    return { ...top, ...(own.length === 0 ? {} : { params_fields: own }), operations: all };
  };
  const written = { protocol: "rest", base_url: base, ...(auth === null ? {} : { auth }), operations };
  const sound = withSoundOperations(withFields(written), (id) => places.get(id) ?? id);
  const definition = withFields(sound.definition);
  const isEmpty = !Array.isArray(definition.operations) || definition.operations.length === 0;
  if (isEmpty || (isNamed && sound.lost.length > 0)) return notPortable([...sound.lost, ...lost]);
  if (isTooLarge(definition)) return { ok: false, message: DEFINITION_TOO_LARGE };
  return toImported({ ...card, definition, notes, lost: [...lost, ...sound.lost] });
}
