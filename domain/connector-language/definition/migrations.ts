import type { Fault } from "./describe-fault.ts";
import { isJsonObject } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";

/** Turns a definition of version `from` into the next version, without changing its input. */
export interface Migration {
  from: number;
  migrate(definition: JsonObject): JsonObject;
}

export type MigratedDefinition = { ok: true; definition: Json } | { ok: false; fault: Fault };

/** Ordered by version, without gaps. The first breaking change of the language adds the first entry. */
const MIGRATIONS: readonly Migration[] = [];

/** The version of the language that this code reads and writes. A definition without `version` has version 1. */
export const LANGUAGE_VERSION = 1 + MIGRATIONS.length;

/**
 * Migrates a definition of an earlier language version to the present one, step by step. A value that is not a
 * definition, or has no readable version, is left to the later checks; a later version is refused.
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
