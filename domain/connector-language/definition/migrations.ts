import type { Fault } from "./describe-fault.ts";
import { isJsonObject } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";

/** Makes a definition of version `from` one of the version after it, without touching the one given. */
export interface Migration {
  from: number;
  migrate(definition: JsonObject): JsonObject;
}

export type MigratedDefinition = { ok: true; definition: Json } | { ok: false; fault: Fault };

/** In the order of their versions, without a gap. The first change of the language that breaks a definition writes the first one. */
const MIGRATIONS: readonly Migration[] = [];

/** The version of the language that this code reads and writes. A definition without `version` is of version 1. */
export const LANGUAGE_VERSION = 1 + MIGRATIONS.length;

/**
 * Brings a definition of an earlier version of the language to the present one, step by step. What is no definition,
 * or has no readable version, is left for the checks that follow; one of a later version is refused.
 */
export function migrateDefinition(written: Json, migrations: readonly Migration[] = MIGRATIONS): MigratedDefinition {
  if (!isJsonObject(written)) return { ok: true, definition: written };
  const present = 1 + migrations.length;
  const version = Object.hasOwn(written, "version") ? written["version"] : 1;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1)
    return { ok: true, definition: written };
  if (version > present)
    return {
      ok: false,
      fault: {
        path: "version",
        message: `The definition is written in version ${version} of the language; this server knows it up to ${present}.`,
      },
    };
  let definition = written;
  for (const step of migrations.slice(version - 1))
    definition = { ...step.migrate(definition), version: step.from + 1 };
  return { ok: true, definition };
}
