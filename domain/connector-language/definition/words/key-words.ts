import type { z } from "zod";
import type { JsonValue } from "../../../core/values/json.ts";

/** What a key means, in the words that the editor and /documentation share. A new key of the language needs its words here. */
export type KeyWords = { says: string; default?: JsonValue; example: JsonValue };

/** The words of every key of a part of the schema. */
export type Words<S extends z.ZodType> = Record<keyof z.input<S>, KeyWords>;
