import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { mailFolder } from "./file-transport.ts";
import { parseMail } from "./parse-mail.ts";

const NAME = /^\d{8}T\d{6}Z-[0-9a-f-]{36}$/;

export interface OutboxEntry {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly date: Date;
}

export interface OutboxMail extends OutboxEntry {
  readonly text: string;
  readonly html: string | null;
}

/** The newest mails stored as files, newest first, at most `limit`. */
export async function listOutbox(dataDir: string, limit = 100): Promise<OutboxEntry[]> {
  const ids = (await outboxNames(dataDir)).reverse().slice(0, limit);
  const mails = await Promise.all(ids.map((id) => readOutbox(dataDir, id)));
  return mails.filter((mail) => mail !== null).map(({ id, to, subject, date }) => ({ id, to, subject, date }));
}

/** One mail by an id from `listOutbox`; null if there is none. */
export async function readOutbox(dataDir: string, id: string): Promise<OutboxMail | null> {
  if (!NAME.test(id)) return null;
  try {
    return { id, ...(await parseMail(await readFile(path.join(mailFolder(dataDir), `${id}.eml`), "utf8"))) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The ids of all mails stored as files, oldest first. */
export async function outboxNames(dataDir: string): Promise<string[]> {
  try {
    const files = await readdir(mailFolder(dataDir));
    return files
      .filter((file) => file.endsWith(".eml"))
      .map((file) => file.slice(0, -4))
      .filter((name) => NAME.test(name))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
