import type { JsonObject } from "#domain/core/values/json.ts";
import { knownDefinition } from "#domain/connector-language/validation/known-definition.ts";
import type { ConnectorItem, ListedConnector } from "#projections/catalogue/connector-queries.ts";
import { type CallResult, NOT_FOUND } from "../../http/call-result.ts";
import type { Platform } from "../../platform.ts";
import { definitionShown } from "../definition-of.ts";
import { cardChanges, type DefinitionChange, definitionChanges } from "./definition-changes.ts";
import { type DefinitionLines, definitionLines } from "./definition-lines.ts";

type Version = Pick<ListedConnector, "id" | "version">;

/** What is different in a version of a connector from an earlier one. */
export type ConnectorChanges = {
  readonly to: Version;
  /** null: it is the first that the viewer may see. */
  readonly from: Version | null;
  readonly changes: readonly DefinitionChange[];
  /** False: this version of Tributary cannot read one of the definitions, so only their lines are compared. */
  readonly areRead: boolean;
  readonly lines: DefinitionLines | null;
};

/**
 * The changes of a version since another one; without `since` the one before, of those that the viewer may see. Nobody but
 * the author is told of defaults of private fields.
 */
export async function changesSince(
  { queries }: Pick<Platform, "queries">,
  item: ConnectorItem,
  viewerId: string | null,
  { versions, since }: { readonly versions: readonly ListedConnector[]; readonly since: number | null },
): Promise<CallResult<ConnectorChanges>> {
  const earlier = versions
    .filter(({ version }) => version < item.version)
    .toSorted((one, other) => other.version - one.version)[0];
  const asked = since === null ? earlier : versions.find(({ version }) => version === since);
  if (since !== null && (!asked || asked.id === item.id)) return NOT_FOUND;
  const from = asked ? await queries.catalogue.connector(asked.id, viewerId) : null;
  if (asked && !from) return NOT_FOUND;
  return { ok: true, value: changesBetween(from, item) };
}

/** The same for two versions that the viewer may see. */
export function changesBetween(from: ConnectorItem | null, to: ConnectorItem): ConnectorChanges {
  const definition = definitionShown(to);
  const before = from && { version: from.version, definition: definitionShown(from) };
  const changes = before && from ? partChanges(before.definition, definition) : [];
  return {
    to: { id: to.id, version: to.version },
    from: from && { id: from.id, version: from.version },
    changes: [...(from ? cardChanges(from, to) : []), ...(changes ?? [])],
    areRead: changes !== null,
    lines: definitionLines({ version: to.version, definition }, before),
  };
}

function partChanges(before: JsonObject | null, after: JsonObject | null): readonly DefinitionChange[] | null {
  const [old, now] = [before && knownDefinition(before), after && knownDefinition(after)];
  return old?.ok && now?.ok ? definitionChanges(old.definition, now.definition) : null;
}
