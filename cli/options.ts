import { parseArgs, type ParseArgsConfig } from "node:util";
import { EXIT, Failure } from "./failure.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** The options that every command has. */
export const COMMON = {
  url: { type: "string" },
  "key-file": { type: "string" },
  "max-wait": { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const satisfies Options;

const MAX_WAIT_S = 120;

/** Reads the arguments of a command; what it does not know is bad use. */
export function readOptions<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new Failure(EXIT.badUse, (error as Error).message.split("\n")[0] ?? "The arguments cannot be read.");
  }
}

/** The one thing that a command is about. */
export function onlyOne(positionals: readonly string[], what: string): string {
  const [first] = positionals;
  if (first === undefined || positionals.length > 1) throw new Failure(EXIT.badUse, `Name one ${what}.`);
  return first;
}

/** A number of seconds. */
export function secondsOf(text: string | undefined, name: string, otherwise = MAX_WAIT_S): number {
  if (text === undefined) return otherwise;
  if (!/^\d{1,6}$/.test(text)) throw new Failure(EXIT.badUse, `${name} takes a number of seconds.`);
  return Number(text);
}
