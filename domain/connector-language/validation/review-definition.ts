import { hiddenCredentials, publicCredentials, publicSettings } from "../secrets/secret-faults.ts";
import { checkDefinition } from "./check-definition.ts";
import { readDefinition } from "./parse-definition.ts";
import type { ParsedDefinition } from "./parse-definition.ts";
import { undeclaredNames } from "./undeclared-names.ts";
import { unfitTexts } from "./shown-texts.ts";

/**
 * Parses a definition that is being written. Besides the faults of parseDefinition it refuses what can only be a
 * mistake: published versions with it still run, new ones may not have it.
 */
export function reviewDefinition(input: unknown): ParsedDefinition {
  return readDefinition(input, (definition, { namesAreKnown }) => [
    ...checkDefinition(definition),
    ...publicCredentials(definition),
    ...publicSettings(definition),
    ...hiddenCredentials(definition),
    ...unfitTexts(definition),
    ...(namesAreKnown ? undeclaredNames(definition) : []),
  ]);
}
