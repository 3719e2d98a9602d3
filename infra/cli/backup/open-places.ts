import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseError } from "pg";
import type { DatabasePool } from "../../postgres/database-pool.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import type { StoragePlaces } from "../../config/storage-places.ts";
import { Secret } from "#domain/core/text/secret.ts";
import { installationMigrations } from "../../data-folder/installation-mark.ts";
import { openFileStores } from "../../files/open-file-stores.ts";
import { createLog } from "../../observability/logger.ts";
import { platformMigrations } from "../../platform/schema.ts";
import { createDatabase } from "../../postgres/database.ts";
import { sentenceOf } from "../open-installation.ts";

/** The migrations of this version, in their order. */
export const ALL_MIGRATIONS = [...platformMigrations, ...modelMigrations, ...installationMigrations];

/** Connections for work that may take hours. */
export function openPool(url: string | Secret): { readonly pool: DatabasePool; close(): Promise<void> } {
  return createDatabase<unknown>(url, {
    applicationName: "tributary command line",
    max: 4,
    statementMs: 0,
    idleInTransactionMs: 0,
    onIdleError: () => undefined,
  });
}

export function openFiles({ dataDir, filesUrl }: StoragePlaces): ReturnType<typeof openFileStores> {
  return openFileStores({ dataDir, filesUrl }, { demand: async () => undefined }, createLog("warn"));
}

/** The secrets in use, and the file of the secret if APP_SECRET is not set; null: there is none. */
export function secretsOf({ dataDir, secrets }: StoragePlaces) {
  const file = path.join(dataDir, "secret");
  if (secrets !== null) return { secrets, file: null };
  if (!existsSync(file)) return null;
  return { secrets: [new Secret(readFileSync(file, "utf8").trim())] as const, file };
}

/** Runs a tool: its return value is the exit status. An error is one sentence on standard error, and status 1. */
export async function runBackupTool(tool: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await tool();
  } catch (error) {
    console.error(faultSentence(error));
    process.exitCode = 1;
  }
}

function faultSentence(error: unknown): string {
  const { code, path: place, message } = error as NodeJS.ErrnoException;
  if (error instanceof DatabaseError && error.code === "42501")
    return `The database does not let its user do that: ${error.message}.`;
  if (code === "ENOSPC" || code === "EDQUOT") return `There is no room left on the disk${place ? ` of ${place}` : ""}.`;
  const isOfFile = error instanceof Error && typeof code === "string" && /^E[A-Z]+$/.test(code) && "syscall" in error;
  return isOfFile && place !== undefined ? `${place} cannot be used (${message}).` : sentenceOf(error);
}
