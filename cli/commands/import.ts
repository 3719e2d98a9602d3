import { readFile, stat } from "node:fs/promises";
import { EXIT, Failure } from "../failure.ts";
import { onlyOne } from "../options.ts";
import { type Command, textsOf } from "./command.ts";

/** Largest file that the server reads. */
const MAX_FILE_BYTES = 5_000_000;

export const importFile: Command = {
  usage: "import <file> [--operation <name> …]",
  about:
    "Makes a draft of an OpenAPI document, Airbyte manifest, Postman collection, HAR file or curl command; says what is lost.",
  options: { operation: { type: "string", multiple: true } },
  async run({ api, terminal }, given) {
    const text = await textIn(onlyOne(given.positionals, "file"));
    const operations = [...textsOf(given, "operation")];
    const { json } = await api.call("post", "/api/connectors/import", {
      body: { text, ...(operations.length > 0 ? { operations } : {}) },
    });
    for (const { place, message } of json.lost) terminal.say(`Lost at ${place}: ${message}`);
    for (const { place, message } of json.notes) terminal.say(`Check ${place}: ${message}`);
    terminal.result(json, json.connector.id);
    return EXIT.ok;
  },
};

async function textIn(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new Failure(EXIT.badUse, `There is no file ${file}.`);
  if (found.size > MAX_FILE_BYTES) throw new Failure(EXIT.badUse, "The file is larger than 5 MB.");
  return readFile(file, "utf8");
}
