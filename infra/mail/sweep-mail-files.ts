import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import { mailFolder } from "./file-transport.ts";

/** Removes mails stored as files that are older than so many days by their names. */
export async function sweepMailFiles(
  dataDir: string,
  { keptDays, now }: { readonly keptDays: number; readonly now: Date },
): Promise<Swept> {
  const folder = mailFolder(dataDir);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) =>
    error.code === "ENOENT" ? [] : Promise.reject(error),
  );
  const oldest = new Date(now.getTime() - keptDays * 86_400_000).toISOString().replace(/[-:]|\.\d+/g, "");
  // An unfinished file has its process number after the extension.
  const old = names.filter((name) => /^\d{8}T\d{6}Z-[0-9a-f-]{36}\.eml(\.\d+)?$/.test(name) && name < oldest);
  for (const name of old) await rm(path.join(folder, name), { force: true });
  return { removed: old.length, done: true };
}
