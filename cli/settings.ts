import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { EXIT, Failure } from "./failure.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Stored = { readonly url: string; readonly key: string };

/** Where the server and the key are kept between commands. */
export function configFile(env: Environment): string {
  const base = env["XDG_CONFIG_HOME"] ?? env["APPDATA"] ?? path.join(os.homedir(), ".config");
  return path.join(base, "tributary", "config.json");
}

/** The address of the server: `--url`, TRIBUTARY_URL, or that of the last login. */
export async function serverUrl(given: string | undefined, env: Environment): Promise<string> {
  const url = given ?? env["TRIBUTARY_URL"] ?? (await readConfig(env))?.url;
  if (url === undefined) throw new Failure(EXIT.badUse, "Say which server: --url, or TRIBUTARY_URL, or log in first.");
  return checkedUrl(url);
}

/** The key: of `--key-file`, of TRIBUTARY_KEY, or the stored one, which is for its own server alone. */
export async function keyFor(url: string, keyFile: string | undefined, env: Environment): Promise<string> {
  if (keyFile !== undefined) return checkedKey(await readKeyFile(keyFile), keyFile);
  const named = env["TRIBUTARY_KEY"];
  if (named !== undefined && named !== "") return checkedKey(named, "TRIBUTARY_KEY");
  const stored = await readConfig(env);
  if (stored?.url === url) return stored.key;
  throw new Failure(EXIT.badUse, `There is no key for ${url}: set TRIBUTARY_KEY, or use --key-file, or log in.`);
}

/** Stores the server and its key for later commands, readable by this user alone. */
export async function storeLogin(stored: Stored, env: Environment): Promise<string> {
  const file = configFile(env);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.${randomUUID()}`;
  try {
    await writeFile(aside, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    await chmod(aside, 0o600);
    await rename(aside, file);
  } finally {
    await rm(aside, { force: true });
  }
  return file;
}

/** A key as it was typed or read, without the line end. */
export function checkedKey(text: string, from: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]{8,500}$/.test(key)) throw new Failure(EXIT.badUse, `${from} does not hold a key.`);
  return key;
}

async function readKeyFile(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => {
    throw new Failure(EXIT.badUse, `${file} cannot be read.`);
  });
}

async function readConfig(env: Environment): Promise<Stored | null> {
  const file = configFile(env);
  const found = await stat(file).catch(() => null);
  if (found === null) return null;
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0)
    throw new Failure(EXIT.badUse, `Other users can read ${file}. Run chmod 600 on it.`);
  try {
    const { url, key } = JSON.parse(await readFile(file, "utf8")) as Partial<Stored>;
    if (typeof url === "string" && typeof key === "string") return { url, key };
  } catch {
    // Said below.
  }
  throw new Failure(EXIT.badUse, `${file} is damaged. Log in again.`);
}

function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Failure(EXIT.badUse, `${text} is not an address.`);
  return url.origin + url.pathname.replace(/\/+$/, "");
}
