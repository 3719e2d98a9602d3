import { checkDefinition } from "./check-definition.ts";
import { readDefinition } from "./parse-definition.ts";
import type { ParsedDefinition } from "./parse-definition.ts";
import { undeclaredNames } from "./undeclared-names.ts";

/**
 * Reads a definition that is being written. Beside what parseDefinition refuses it refuses what can only be a slip: published versions
 * may hold it and still run, new ones may not.
 */
export function reviewDefinition(input: unknown): ParsedDefinition {
  return readDefinition(input, (definition, { namesAreKnown }) => [
    ...checkDefinition(definition),
    ...(namesAreKnown ? undeclaredNames(definition) : []),
  ]);
}
