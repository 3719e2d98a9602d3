import { parentPort, workerData } from "node:worker_threads";
import { parseDocument } from "yaml";
import { cutText } from "#domain/core/text/text.ts";
import type { YamlAnswer } from "./yaml-reader.ts";

/** How many values the aliases of a document may expand to; more means an alias bomb. */
const MAX_ALIAS_VALUES = 1_000;

parentPort?.postMessage(answer(String(workerData)));

function answer(text: string): YamlAnswer {
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false, merge: true });
  const error = document.errors[0];
  if (error !== undefined) {
    const at = error.linePos?.[0];
    if (error.message.startsWith("Maximum call stack")) return { fault: "The YAML nests too deep." };
    const what = error.message.split(/ at line |\n/)[0] ?? "";
    return {
      fault: `The YAML cannot be read${at === undefined ? "" : ` (line ${at.line}, column ${at.col})`}: ${cutText(what, 200)}.`,
    };
  }
  try {
    return { json: JSON.stringify(document.toJS({ maxAliasCount: MAX_ALIAS_VALUES })) ?? "null" };
  } catch {
    return { fault: "The YAML refers to itself, or its aliases expand to too much." };
  }
}
