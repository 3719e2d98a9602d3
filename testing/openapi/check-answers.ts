import { readFileSync, writeFileSync, renameSync, mkdirSync } from "node:fs";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { answerChecker, type CheckedAnswer, type OpenApi } from "./answer-checker.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FILE = path.join(ROOT, ".cache", "openapi.json");

/**
 * Writes the document for the tests of a run, once: each process of tests would need seconds to load all endpoints.
 */
export function writeDocument(): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/openapi/print-document.ts"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 20_000_000,
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`The OpenAPI document cannot be made:\n${stderr}`);
  mkdirSync(path.dirname(FILE), { recursive: true });
  // Two runs may begin at the same moment.
  writeFileSync(`${FILE}.${process.pid}`, stdout);
  renameSync(`${FILE}.${process.pid}`, FILE);
}

let checker: ReturnType<typeof answerChecker> | undefined;

/** Throws if an answer of the API differs from the OpenAPI document. */
export function checkAnswer(method: string, target: string, answer: CheckedAnswer): void {
  if (!/^\/(?:(?:api|d)\/|odata\b)/.test(target)) return;
  checker ??= answerChecker(JSON.parse(readFileSync(FILE, "utf8")) as OpenApi);
  const name = checker.endpointOf(method, target);
  // Errors of OData have a shape of their own.
  if (name === null && target.startsWith("/odata")) return;
  const fault = name === null ? checker.faultOfUndeclared(answer) : checker.faultOf(name, answer);
  if (fault !== null)
    throw new Error(`The answer to ${method} ${target} is not as the OpenAPI document says: ${fault}`);
}
