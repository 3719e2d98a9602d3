import { parentPort, workerData } from "node:worker_threads";
import { importCurl } from "#domain/connector-import/curl/curl-definition.ts";
import {
  documentChoices,
  importDocument,
  type ImportRead,
  isCurlCommand,
} from "#domain/connector-import/import-document.ts";
import type { Choices } from "#domain/connector-import/openapi/openapi-definition.ts";
import type { ImportTask } from "./import-reader.ts";
import { readDocument } from "./read-document.ts";

parentPort?.postMessage(answer(workerData as ImportTask));

function answer({ wants, kind, text, operations }: ImportTask): ImportRead | Choices {
  if (kind === "curl" || (kind === null && isCurlCommand(text))) {
    const made = importCurl(text);
    return made.ok ? { ...made, kind: "curl" } : made;
  }
  const read = readDocument(text);
  if (!read.ok) return read;
  return wants === "choices" ? documentChoices(read.value, kind) : importDocument(read.value, kind, operations);
}
