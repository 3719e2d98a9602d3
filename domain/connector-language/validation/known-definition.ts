import { remembered } from "../../core/limits/remembered.ts";
import type { Json } from "../json/json.ts";
import { withoutPrivateDefaults } from "../settings/form-fields.ts";
import { parseDefinition } from "./parse-definition.ts";

/** Characters of definitions, and of what became of them, that are remembered: some ten bytes of memory each. */
const MOST_CHARS = 4_000_000;

/**
 * parseDefinition for definitions that are stored: a published one never changes and is read by every page, call and
 * run. What is returned is shared and frozen.
 */
export const knownDefinition = remembered(parseDefinition, MOST_CHARS);

/** withoutPrivateDefaults for the same, shared and frozen too. */
export const knownWithoutPrivateDefaults = remembered(
  (stored: object) => withoutPrivateDefaults(stored as Json) as object,
  MOST_CHARS,
);
