import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sizeOf } from "../bytes.ts";
import { EXIT, type ExitCode, Failure } from "../failure.ts";
import { onlyOne } from "../options.ts";
import type { Terminal } from "../terminal.ts";
import { type Command, type CommandContext, type Given, textOf } from "./command.ts";
import { idOf } from "./table-named.ts";
import { type Status, tellEnd, waitForEnd } from "./wait-for-end.ts";

const REFUSED_FILE = new Set([400, 413, 415, 422]);

/** A file that does not fit is a failed load, whether the server says so at once or after a while. */
function isOfFile({ status, code }: Failure["facts"]): boolean {
  return REFUSED_FILE.has(Number(status)) || code === "columns-changed";
}

export const push: Command = {
  usage: "push <file> --to <dataset> [--columns change] [--if-match <etag>] | push <file> --title <title> [--public]",
  about:
    "Uploads a file as the new version of a dataset, or as a new dataset, and waits until its rows can be read; - is standard input.",
  options: {
    to: { type: "string" },
    title: { type: "string" },
    public: { type: "boolean" },
    columns: { type: "string" },
    "if-match": { type: "string" },
  },
  async run(context, given) {
    const file = onlyOne(given.positionals, "file");
    const dataset = textOf(given, "to");
    const title = textOf(given, "title");
    if ((dataset === undefined) === (title === undefined))
      throw new Failure(EXIT.badUse, "Say where it belongs: --to <dataset>, or --title <title> for a new dataset.");
    return withFile(context, file, async (sent) => {
      try {
        return dataset === undefined
          ? await newDataset(context, given, sent)
          : await newVersion(context, given, await idOf(context.api, "dataset", dataset), sent);
      } catch (error) {
        if (error instanceof Failure && isOfFile(error.facts))
          throw new Failure(EXIT.failed, error.message, error.facts);
        throw error;
      }
    });
  },
};

/** A file that tells how much of it was sent: `fetch` reads the files of a form by `stream`. */
class SentFile extends File {
  readonly #terminal: Terminal;

  constructor(blob: Blob, name: string, terminal: Terminal) {
    super([blob], name);
    this.#terminal = terminal;
  }

  override stream(): ReturnType<File["stream"]> {
    const tell = (sent: number) =>
      this.#terminal.progress(`sending ${this.name}: ${sizeOf(sent)} of ${sizeOf(this.size)}`);
    let sent = 0;
    tell(sent);
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        tell((sent += chunk.length));
        controller.enqueue(chunk);
      },
    });
    return super.stream().pipeThrough(counted);
  }
}

/** The name of what comes by a pipe: the pipe's own is no name for a file. */
const NAME_OF_PIPE = "input.csv";

/** Opens a file for an upload. A pipe is written to a file first, because it can be read only once. */
async function withFile<T>(
  { terminal, signal }: CommandContext,
  file: string,
  send: (file: File) => Promise<T>,
): Promise<T> {
  const found = file === "-" ? null : await stat(file).catch(() => null);
  if (found?.isFile()) return send(new SentFile(await openAsBlob(file), path.basename(file), terminal));
  if (file !== "-" && !found?.isFIFO() && !found?.isCharacterDevice())
    throw new Failure(EXIT.badUse, `There is no file ${file}.`);
  const folder = await mkdtemp(path.join(os.tmpdir(), "tributary-"));
  try {
    const kept = path.join(folder, NAME_OF_PIPE);
    await keep(file === "-" ? process.stdin : createReadStream(file), kept, signal);
    return await send(new SentFile(await openAsBlob(kept), NAME_OF_PIPE, terminal));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function keep(source: Readable, file: string, signal: AbortSignal): Promise<void> {
  try {
    await pipeline(source, createWriteStream(file, { mode: 0o600 }), { signal });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOSPC" || code === "EDQUOT")
      throw new Failure(EXIT.failed, `There is no room in ${os.tmpdir()} for what comes by the pipe.`);
    throw error;
  }
}

async function newVersion(context: CommandContext, given: Given, id: string, file: File): Promise<ExitCode> {
  const columns = textOf(given, "columns");
  const tag = textOf(given, "if-match");
  if (columns !== undefined && columns !== "change") throw new Failure(EXIT.badUse, "--columns takes change.");
  const answer = await context.api.call("put", "/api/assets/{id}/data", {
    path: { id },
    ...(columns === undefined ? {} : { query: { columns } }),
    file: formOf({}, file),
    headers: { prefer: "respond-async", ...(tag === undefined ? {} : { "if-match": tag }) },
  });
  return loaded(context, id, answer);
}

async function newDataset(context: CommandContext, given: Given, file: File): Promise<ExitCode> {
  const fields = { title: textOf(given, "title") ?? "", is_public: String(given.values["public"] === true) };
  const answer = await context.api.call("post", "/api/assets/upload-csv", {
    file: formOf(fields, file),
    headers: { prefer: "respond-async" },
  });
  return loaded(context, answer.json.id, answer);
}

function formOf(fields: Readonly<Record<string, string>>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file);
  return form;
}

/** Waits for the rows of a file that has arrived. */
async function loaded(
  context: CommandContext,
  id: string,
  { json: answer }: { readonly json: Loaded | { readonly id: string } },
): Promise<ExitCode> {
  const { api, terminal } = context;
  // What is loaded already is told in the shape of a status too.
  if ("rowCount" in answer) {
    const status = { id, state: "succeeded", rows: answer.rowCount, error: null } as const;
    return tellLoaded(context, status, answer.load_report);
  }
  const ended = await waitForEnd(terminal, async (wait) => {
    const { json } = await api.call("get", "/api/assets/{id}/load", { path: { id }, query: { wait: String(wait) } });
    return json;
  });
  const { report = null, ...status } = ended;
  return status.state === "succeeded" ? tellLoaded(context, status, report) : tellEnd(terminal, id, status);
}

/** What is used of a load report, and of an answer to a file whose rows are there at once. */
type Report = { readonly rejected: number };
type Loaded = { readonly rowCount: number; readonly load_report: Report | null };

/** Tells the table, its version and what the load decided. A load that set rows aside brought a part only. */
async function tellLoaded({ api, terminal }: CommandContext, status: Status, report: Report | null): Promise<ExitCode> {
  const { json } = await api.call("get", "/api/assets/{id}", { path: { id: status.id } });
  const { table_name: table, version } = json;
  const rejected = report?.rejected ?? 0;
  const told = { ...status, table, version, rejected, report };
  const aside = rejected === 0 ? "" : `, ${rejected} ${rejected === 1 ? "row was" : "rows were"} set aside`;
  const sentence = `${table}, version ${version}: succeeded, ${status.rows ?? 0} rows${aside}`;
  if (rejected === 0) terminal.result(told, sentence);
  else terminal.outcome(told, `${sentence}. The page of the dataset has them.`);
  return rejected === 0 ? EXIT.ok : EXIT.failed;
}
