import { isDotSegment } from "../../connector-language/json/url-template.ts";
import { finding } from "../../core/findings/finding.ts";
import { cutText } from "../../core/text/text.ts";
import {
  cleanText,
  isObject,
  type ImportNote,
  type Loose,
  type LooseObject,
  member,
  noteAt,
  textMember,
} from "../imported.ts";
import { answerOf } from "./openapi-answer.ts";
import { entriesWithin } from "./openapi-schema.ts";
import type { OpenApiDocument } from "./openapi-document.ts";

/** An operation that can be imported. */
export interface OpenApiOperation {
  /** `GET /pets/{id}`: its name in the list of choices. */
  readonly key: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly operationId: string | null;
  readonly summary: string;
  readonly deprecated: boolean;
  /** The response is a list, as far as the document says. */
  readonly isList: boolean;
  readonly item: LooseObject;
  readonly operation: LooseObject;
}

const MAX_OPERATIONS = 5_000;
/** The most parameters of a path, and of an operation. */
const MAX_PARAMETERS = 500;
/** The longest path; a URL of a definition is not longer. */
const MAX_PATH = 2_000;
/** What is read of a summary or description for the list of choices. */
const SUMMARY_READ = 1_000;

/**
 * The operations that read: every GET, and every POST, which some APIs use for reading. The others are only counted:
 * those that write, and those that cannot be called, by their paths or as more than 5,000.
 */
export function operationsOf(document: OpenApiDocument): {
  readonly operations: OpenApiOperation[];
  readonly writing: number;
  readonly uncallable: number;
} {
  const operations: OpenApiOperation[] = [];
  let writing = 0;
  let uncallable = 0;
  const paths = member(document.root, "paths");
  for (const [path, written] of isObject(paths) ? entriesWithin(document, paths) : []) {
    const item = document.resolve(written);
    if (item === null) continue;
    for (const name of ["put", "patch", "delete"]) if (isObject(member(item, name))) writing += 1;
    for (const name of ["get", "post"] as const) {
      const operation = document.resolve(member(item, name));
      if (operation === null) continue;
      if (!isUsable(path) || operations.length >= MAX_OPERATIONS) {
        uncallable += 1;
        continue;
      }
      const method = name === "get" ? "GET" : "POST";
      operations.push({
        key: `${method} ${path}`,
        method,
        path,
        operationId: textMember(operation, "operationId"),
        summary: cleanText(
          cutText(textMember(operation, "summary") ?? textMember(operation, "description") ?? "", SUMMARY_READ).split(
            "\n",
          )[0] ?? "",
          120,
        ),
        deprecated: member(operation, "deprecated") === true,
        isList: answerOf(document, operation).isList,
        item,
        operation,
      });
    }
  }
  return { operations, writing, uncallable };
}

/** The place of an operation in its document. */
export function placeOf({ path, method }: Pick<OpenApiOperation, "path" | "method">): string {
  return `paths.${cleanText(path, 120)}.${method.toLowerCase()}`;
}

/** A path with . or .. would change before the request is sent. */
function isUsable(path: string): boolean {
  return path.startsWith("/") && path.length <= MAX_PATH && !path.split("/").some(isDotSegment);
}

/** What is imported if nobody chooses: the GETs that return lists, else every GET. */
export function usualChoice(operations: readonly OpenApiOperation[]): OpenApiOperation[] {
  const reading = operations.filter(({ method, deprecated }) => method === "GET" && !deprecated);
  const lists = reading.filter(({ isList }) => isList);
  return lists.length > 0 ? lists : reading;
}

/** The parameters of an operation: its own, and those of its path that it does not replace. */
export function parametersOf(
  document: OpenApiDocument,
  chosen: Pick<OpenApiOperation, "item" | "operation" | "path" | "method">,
  notes: ImportNote[],
): LooseObject[] {
  const found = new Map<string, LooseObject>();
  let more = 0;
  for (const list of [member(chosen.item, "parameters"), member(chosen.operation, "parameters")]) {
    const all = Array.isArray(list) ? list : ([] as Loose[]);
    more += Math.max(0, all.length - MAX_PARAMETERS);
    for (const written of all.slice(0, MAX_PARAMETERS)) {
      document.steps.take();
      const parameter = document.resolve(written);
      const name = textMember(parameter ?? undefined, "name");
      if (parameter !== null && name !== null) found.set(`${textMember(parameter, "in") ?? ""} ${name}`, parameter);
    }
  }
  if (more > 0) {
    const leftOut = finding("parameters-left-out", { more, limit: MAX_PARAMETERS });
    notes.push(noteAt(`${placeOf(chosen)}.parameters`, leftOut));
  }
  return [...found.values()];
}
