import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { apiClient } from "../client/client.ts";
import type { Server } from "../client/send.ts";
import { EXIT, type ExitCode, Failure } from "../failure.ts";
import { checkedKey, keyFor, storeLogin } from "../settings.ts";
import type { Terminal } from "../terminal.ts";

type Login = {
  readonly url: string;
  readonly key: string | undefined;
  readonly keyFile: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly server: Omit<Server, "url" | "key">;
};

export const LOGIN_USAGE = "login [--url <address>] [--key -] [--key-file <file>]";

/** Checks a key with the server and stores both for later commands. */
export async function login({ url, key: given, keyFile, env, terminal, server }: Login): Promise<ExitCode> {
  if (given !== undefined && given !== "-")
    throw new Failure(EXIT.badUse, "Others can read a command line. Use --key - and send the key to standard input.");
  const key =
    keyFile === undefined ? checkedKey(await typedKey(given), "Standard input") : await keyFor(url, keyFile, {});
  const { json } = await apiClient({ ...server, url, key }).call("get", "/api/users/me");
  const file = await storeLogin({ url, key }, env);
  terminal.result({ url, name: json.name, file }, `Logged in to ${url} as ${json.name}. The key is in ${file}.`);
  return EXIT.ok;
}

/** The key from standard input: a whole pipe, or a line that the terminal does not show. */
async function typedKey(given: string | undefined): Promise<string> {
  if (!process.stdin.isTTY) {
    if (given === undefined) throw new Failure(EXIT.badUse, "Say where the key is: --key - or --key-file.");
    return text(process.stdin);
  }
  process.stderr.write("Key: ");
  process.stdin.setRawMode(true);
  try {
    return await hiddenLine();
  } finally {
    process.stdin.setRawMode(false);
    process.stderr.write("\n");
  }
}

function hiddenLine(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const lines = createInterface({ input: process.stdin, terminal: true });
  lines.once("line", resolve);
  lines.once("SIGINT", () => reject(new Failure(EXIT.interrupted, "Interrupted.")));
  return promise.finally(() => lines.close());
}
