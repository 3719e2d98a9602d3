import { parentPort, workerData } from "node:worker_threads";
import { importCurl } from "#domain/connector-import/curl/curl-definition.ts";
import type { Imported } from "#domain/connector-import/imported.ts";
import { type Choices, importOpenApi, operationChoices } from "#domain/connector-import/openapi/openapi-definition.ts";
import type { ImportTask } from "./import-reader.ts";
import { readDocument } from "./read-document.ts";

parentPort?.postMessage(answer(workerData as ImportTask));

function answer(task: ImportTask): Imported | Choices {
  if (task.kind === "curl") return importCurl(task.text);
  const read = readDocument(task.text);
  if (!read.ok) return read;
  return task.kind === "choices" ? operationChoices(read.value) : importOpenApi(read.value, task.operations);
}
