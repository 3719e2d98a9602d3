import type { Definition } from "#domain/connector-language/definition/definition.ts";
import { parseDefinition } from "#domain/connector-language/validation/parse-definition.ts";
import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";

/** The definition of a version; null if this version of the language cannot read it. */
export function definitionOf(item: ConnectorItem): Definition | null {
  const parsed = parseDefinition(item.dsl);
  return parsed.ok ? parsed.definition : null;
}
