import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { sizeOf } from "../bytes.ts";
import { EXIT, type ExitCode, Failure } from "../failure.ts";
import { onlyOne } from "../options.ts";
import type { Terminal } from "../terminal.ts";
import { type Command, type CommandContext, type Given, textOf } from "./command.ts";
import { idOf } from "./table-named.ts";
import { tellEnd, waitForEnd } from "./wait-for-end.ts";

const REFUSED_FILE = new Set([400, 413, 415, 422]);

/** A file that does not fit is a failed load, whether the server says so at once or after a while. */
function isOfFile({ status, code }: Failure["facts"]): boolean {
  return REFUSED_FILE.has(Number(status)) || code === "columns-changed";
}

export const push: Command = {
  usage: "push <file> --to <dataset> [--columns change] [--if-match <etag>] | push <file> --title <title> [--public]",
  about: "Uploads a file as the new version of a dataset, or as a new dataset, and waits until its rows can be read.",
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
    const sent = new SentFile(await blobOf(file), path.basename(file), context.terminal);
    try {
      return dataset === undefined
        ? await newDataset(context, given, sent)
        : await newVersion(context, given, await idOf(context.api, "dataset", dataset), sent);
    } catch (error) {
      if (error instanceof Failure && isOfFile(error.facts)) throw new Failure(EXIT.failed, error.message, error.facts);
      throw error;
    }
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

async function blobOf(file: string): Promise<Blob> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new Failure(EXIT.badUse, `There is no file ${file}.`);
  return openAsBlob(file);
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
  { api, terminal }: CommandContext,
  id: string,
  answer: { readonly json: object },
): Promise<ExitCode> {
  // What is loaded already is told in the shape of a status too, without a further call.
  if ("rowCount" in answer.json)
    return tellEnd(terminal, id, { id, state: "succeeded", rows: Number(answer.json.rowCount), error: null });
  const ended = await waitForEnd(terminal, async (wait) => {
    const { json } = await api.call("get", "/api/assets/{id}/load", { path: { id }, query: { wait: String(wait) } });
    return json;
  });
  return tellEnd(terminal, id, ended);
}
