import { isDotSegment } from "../../connector-language/json/url-template.ts";
import { cutText } from "../../core/text/text.ts";
import { cleanText, isObject, type Loose, type LooseObject, member, textMember } from "../imported.ts";
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
/** The longest path; a URL of a definition is not longer. */
const MAX_PATH = 2_000;
/** What is read of a summary or description for the list of choices. */
const SUMMARY_READ = 1_000;

/**
 * The operations that read: every GET, and every POST, which some APIs use for reading. The others are only counted.
 */
export function operationsOf(document: OpenApiDocument): {
  readonly operations: OpenApiOperation[];
  readonly writing: number;
} {
  const operations: OpenApiOperation[] = [];
  let writing = 0;
  const paths = member(document.root, "paths");
  for (const [path, written] of isObject(paths) ? entriesWithin(document, paths) : []) {
    const item = isUsable(path) ? document.resolve(written) : null;
    if (item === null) continue;
    for (const name of ["put", "patch", "delete"]) if (isObject(member(item, name))) writing += 1;
    for (const name of ["get", "post"] as const) {
      const operation = document.resolve(member(item, name));
      if (operation === null || operations.length >= MAX_OPERATIONS) continue;
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
  return { operations, writing };
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
  { item, operation }: Pick<OpenApiOperation, "item" | "operation">,
): LooseObject[] {
  const found = new Map<string, LooseObject>();
  for (const list of [member(item, "parameters"), member(operation, "parameters")]) {
    for (const written of Array.isArray(list) ? list.slice(0, 500) : ([] as Loose[])) {
      document.steps.take();
      const parameter = document.resolve(written);
      const name = textMember(parameter ?? undefined, "name");
      if (parameter !== null && name !== null) found.set(`${textMember(parameter, "in") ?? ""} ${name}`, parameter);
    }
  }
  return [...found.values()];
}
