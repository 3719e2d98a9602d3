import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { Secret } from "#domain/core/text/secret.ts";

const FILE = "secret";

export type GeneratedSecret =
  { readonly ok: true; readonly secret: Secret } | { readonly ok: false; readonly fault: string };

/**
 * The installation's secret in `dataDir/secret` (mode 0600), made on the first start. A folder with data but without
 * the secret is a fault: with a new secret, the encrypted data could never be read again.
 */
export function generatedSecret(dataDir: string, holdsData: () => boolean): GeneratedSecret {
  const file = path.join(dataDir, FILE);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    if (!existsSync(file)) {
      if (holdsData())
        return {
          ok: false,
          fault: `${file} is missing although ${dataDir} holds data encrypted with it. Restore that file, or set APP_SECRET to what it held.`,
        };
      create(file);
    }
    chmodSync(file, 0o600);
    const text = readFileSync(file, "utf8").trim();
    if (text.length < 32)
      return { ok: false, fault: `${file} is damaged: it must hold 32 or more characters. Restore it from a backup.` };
    return { ok: true, secret: new Secret(text) };
  } catch (error) {
    return {
      ok: false,
      fault: `The secret ${file} cannot be read or made: ${(error as Error).message}. Check the folder's owner and mode, or set DATA_DIR.`,
    };
  }
}

/** Written to another name, synced, then linked: the file is never incomplete, and of two first starts one wins. */
function create(file: string): void {
  const unfinished = `${file}.${process.pid}`;
  rmSync(unfinished, { force: true });
  const handle = openSync(unfinished, "wx", 0o600);
  try {
    writeSync(handle, `${randomBytes(32).toString("base64url")}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
