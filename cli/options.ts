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
    return parseArgs({ args: withValues(args, options), options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new Failure(EXIT.badUse, (error as Error).message.split("\n")[0] ?? "The arguments cannot be read.");
  }
}

/** Joins an option with a value that begins with a hyphen (`--order -day`), unless that is an option itself. */
function withValues(args: readonly string[], options: Options): string[] {
  const known = new Set(
    Object.entries(options).flatMap(([name, { short }]) => [`--${name}`, ...(short ? [`-${short}`] : [])]),
  );
  const end = args.indexOf("--");
  const joined: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const [arg = "", next] = args.slice(at, at + 2);
    const takes = (end === -1 || at + 1 < end) && options[arg.slice(2)]?.type === "string" && arg.startsWith("--");
    const isValue = next?.startsWith("-") && !known.has(next.split("=", 1)[0] ?? "");
    joined.push(takes && isValue ? `${arg}=${next}` : arg);
    if (takes && isValue) at += 1;
  }
  return joined;
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
