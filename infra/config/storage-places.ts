import path from "node:path";
import { type Config, valuesOf, VARIABLES } from "./config.ts";

/** Where an installation keeps what it has, for tools that copy it. `secrets` null: APP_SECRET is not set. */
export type StoragePlaces = Pick<Config, "dataDir" | "databaseUrl" | "eventStoreUrl" | "filesUrl"> & {
  readonly secrets: Config["appSecrets"] | null;
};

/** Reads them. Makes nothing, and needs no other variable to be right. Throws a sentence if one of them is wrong. */
export function storagePlaces(env?: Readonly<Record<string, string | undefined>>): StoragePlaces {
  const names = {
    DATA_DIR: true,
    DATABASE_URL: true,
    EVENTSTORE_URL: true,
    FILES_URL: true,
    APP_SECRET: true,
  } as const;
  const parsed = VARIABLES.pick(names).safeParse(valuesOf(env));
  if (!parsed.success)
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`).join("\n"));
  const { DATA_DIR, DATABASE_URL, EVENTSTORE_URL, FILES_URL, APP_SECRET } = parsed.data;
  return {
    dataDir: path.resolve(DATA_DIR),
    databaseUrl: DATABASE_URL,
    eventStoreUrl: EVENTSTORE_URL,
    filesUrl: FILES_URL,
    secrets: APP_SECRET ?? null,
  };
}
