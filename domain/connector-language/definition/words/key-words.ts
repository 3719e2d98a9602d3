import type { z } from "zod";
import type { JsonValue } from "../../../core/values/json.ts";

/** What a key means, for the editor and /documentation. A new key of the language needs an entry here. */
export type KeyWords = { says: string; default?: JsonValue; example: JsonValue };

/** The texts for every key of a part of the schema. */
export type Words<S extends z.ZodType> = Record<keyof z.input<S>, KeyWords>;
