import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Answer } from "./call.ts";

type Content = { readonly content?: Readonly<Record<string, { readonly schema?: object }>> };
type Operation = { readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>> };
export type OpenApi = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/**
 * Checks answers against an OpenAPI document with a validator that shares no code with the product. `faultOf` returns
 * what is wrong with an answer, or null.
 */
export function answerChecker(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(document, "api");
  const compiled = new Map<string, ValidateFunction>();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      pointer: `/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}/responses`,
      operation,
      matches: pathPattern(path),
      literal: path.replace(/\{\w+\}/g, "").length,
    })),
  );

  function validator(pointer: string): ValidateFunction {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
    compiled.set(pointer, known);
    return known;
  }

  return {
    names: operations.map(({ name }) => name),
    /** The endpoint of a request: of several, the one with the most literal path. */
    endpointOf(method: string, target: string): string | null {
      const path = target.replace(/\?.*/, "");
      const wanted = method === "HEAD" ? "GET" : method;
      const found = operations
        .filter(({ name, matches }) => name.startsWith(`${wanted} `) && matches.test(path))
        .sort((a, b) => b.literal - a.literal);
      return found[0]?.name ?? null;
    },
    faultOf(name: string, { status, headers, json, text }: Answer): string | null {
      const found = operations.find((each) => each.name === name);
      if (!found) return `The document has no ${name}.`;
      const { responses } = found.operation;
      const key = String(status) in responses ? String(status) : status >= 400 ? "default" : null;
      if (key === null) return `${name} does not declare ${status}.`;
      const type = headers.get("content-type")?.split(";")[0] ?? "";
      const refused = responses[key]!.$ref;
      const content = refused === undefined ? responses[key]!.content : { "application/json": { schema: {} } };
      const declared = content?.[type];
      if (declared === undefined) return `${name} does not declare ${type} for ${status}.`;
      if (declared.schema === undefined) return text === null ? "There is no text." : null;
      const check = validator(
        refused === undefined
          ? `${found.pointer}/${key}/content/application~1json/schema`
          : `${refused.slice(1)}/content/application~1json/schema`,
      );
      return check(json) ? null : `${name} ${status}: ${ajv.errorsText(check.errors)}`;
    },
  };
}

function pathPattern(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}
