import type { Definition } from "#domain/connector-language/definition/definition.ts";
import {
  knownDefinition,
  knownWithoutPrivateDefaults,
} from "#domain/connector-language/validation/known-definition.ts";
import type { ConnectorItem, ListedConnector } from "#projections/catalogue/connector-queries.ts";

/** The definition of a version; null if this version of the language cannot read it. */
export function definitionOf(item: ConnectorItem): Definition | null {
  const parsed = item.definition && knownDefinition(item.definition);
  return parsed?.ok ? parsed.definition : null;
}

/** The JSON of a definition as the viewer may read it: private defaults are for its owner alone. */
export function definitionShown({ owned, definition }: Pick<ListedConnector, "owned" | "definition">) {
  return owned || definition === null ? definition : (knownWithoutPrivateDefaults(definition) as typeof definition);
}
