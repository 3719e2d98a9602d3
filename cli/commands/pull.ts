import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sizeOf } from "../bytes.ts";
import { reasonOf } from "../client/send.ts";
import { EXIT, Failure } from "../failure.ts";
import { onlyOne } from "../options.ts";
import type { Terminal } from "../terminal.ts";
import { type Command, type CommandContext, type Given, textOf, textsOf } from "./command.ts";

const FORMATS = ["csv", "json", "ndjson", "xlsx", "parquet"];
/** A stream that was cut off is read again from its beginning, so many times. */
const ATTEMPTS = 3;

export const pull: Command = {
  usage:
    "pull <table> -o <file> [--format csv|json|ndjson|xlsx|parquet] [--columns a,b] [--where column=op.value] [--order -a] [--limit n]",
  about: "Saves the rows of a table; -o - writes to standard output.",
  options: {
    output: { type: "string", short: "o" },
    format: { type: "string" },
    columns: { type: "string" },
    where: { type: "string", multiple: true },
    order: { type: "string" },
    limit: { type: "string" },
  },
  async run(context, given) {
    const table = onlyOne(given.positionals, "table");
    const output = textOf(given, "output");
    if (output === undefined) throw new Failure(EXIT.badUse, "Say where to save it: -o <file>.");
    const target = `/api/stream/data?${parametersOf(table, output, given)}`;
    if (output === "-") {
      await pipeline(await bytesOf(context, target, () => undefined), process.stdout, { end: false });
      return EXIT.ok;
    }
    const bytes = await save(context, target, path.resolve(output));
    context.terminal.result({ table, file: output, bytes }, `${output}: ${sizeOf(bytes)}`);
    return EXIT.ok;
  },
};

function parametersOf(table: string, output: string, given: Given): URLSearchParams {
  const ending = path.extname(output).slice(1);
  const format = textOf(given, "format") ?? (FORMATS.includes(ending) ? ending : "csv");
  if (!FORMATS.includes(format)) throw new Failure(EXIT.badUse, `--format takes ${FORMATS.join(", ")}.`);
  const parameters = new URLSearchParams({ table, format });
  for (const name of ["columns", "order", "limit"]) {
    const value = textOf(given, name);
    if (value !== undefined) parameters.set(name, value);
  }
  for (const filter of textsOf(given, "where")) {
    const [, column, condition] = /^([^=]+)=(.+)$/s.exec(filter) ?? [];
    if (column === undefined || condition === undefined || FORBIDDEN.has(column))
      throw new Failure(EXIT.badUse, "--where takes a filter such as level=gte.180.");
    parameters.append(column, condition);
  }
  return parameters;
}

/** Parameters of a stream that are no columns. */
const FORBIDDEN = new Set([
  "table",
  "format",
  "columns",
  "limit",
  "offset",
  "order",
  "count",
  "bigint",
  "api_key",
  "token",
]);

/** Writes beside the file and renames at the end: the file is the old one or the whole new one. */
async function save(context: CommandContext, target: string, file: string): Promise<number> {
  const aside = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.part`);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const bytes = await writeAside(context, target, aside);
        await rename(aside, file).catch(cannotWrite(file));
        return bytes;
      } catch (error) {
        if (error instanceof Failure || context.signal.aborted || attempt === ATTEMPTS) throw failed(error);
        context.terminal.say(`The stream was cut off (${reasonOf(error)}). Reading it again.`);
      }
    }
  } finally {
    await rm(aside, { force: true });
  }
}

async function writeAside(context: CommandContext, target: string, aside: string): Promise<number> {
  let bytes = 0;
  const rows = await bytesOf(context, target, (size) => (bytes += size));
  const opened = await open(aside, "w").catch(cannotWrite(aside));
  try {
    await pipeline(rows, opened.createWriteStream({ flush: true }));
  } finally {
    await opened.close().catch(() => undefined);
  }
  return bytes;
}

async function bytesOf(
  { api, terminal, signal }: CommandContext,
  target: string,
  count: (size: number) => void,
): Promise<Readable> {
  const response = await api.open(target);
  if (response.body === null) throw new Failure(EXIT.serverAway, "The server sent no rows.");
  const rows = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0], { signal });
  const counted = counting(terminal, count);
  // An error of the source must reach who reads.
  pipeline(rows, counted).catch(() => undefined);
  return counted;
}

function counting(terminal: Terminal, count: (size: number) => void): Transform {
  let total = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count(chunk.length);
      total += chunk.length;
      terminal.progress(sizeOf(total));
      done(null, chunk);
    },
  });
}

function failed(error: unknown): unknown {
  const code = (error as { readonly code?: string }).code;
  if (code === "ENOSPC" || code === "EDQUOT") return new Failure(EXIT.failed, "There is no room left on this disk.");
  return error instanceof TypeError
    ? new Failure(EXIT.serverAway, `The stream was cut off (${reasonOf(error)}).`)
    : error;
}

function cannotWrite(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new Failure(EXIT.badUse, `${file} cannot be written (${error.code ?? error.message}).`);
  };
}
