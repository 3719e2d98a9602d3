import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** An answer to check. */
export type CheckedAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
};

type Header = { readonly required?: boolean; readonly schema: object };
type Response = {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
};
type Reference = { readonly $ref: string };
type Operation = { readonly responses: Readonly<Record<string, Response | Reference>> };
export type OpenApi = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** Node answers these itself, before any code of ours has seen the request. */
const BY_NODE = new Set([400, 408, 431]);

/**
 * Checks answers against an OpenAPI document with a validator that shares no code with the product. `faultOf` returns
 * what is wrong with an answer, or null.
 */
export function answerChecker(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, "api");
  const compiled = new Map<string, ValidateFunction>();
  const operations = operationsOf(document);

  /** The validator of the schema at this JSON pointer. */
  function validator(pointer: string): ValidateFunction {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
    compiled.set(pointer, known);
    return known;
  }

  function fault(pointer: string, value: unknown): string | null {
    const check = validator(pointer);
    return check(value) ? null : ajv.errorsText(check.errors);
  }

  /** Follows a reference. */
  function found<T extends object>(pointer: string, value: T | Reference): { readonly at: string; readonly value: T } {
    if (!("$ref" in value)) return { at: pointer, value };
    const at = value.$ref.slice(1);
    return {
      at,
      value: at
        .split("/")
        .slice(1)
        .reduce((inner, key) => inner[key] as Tree, document as unknown as Tree) as T,
    };
  }

  function headerFault(at: string, headers: Response["headers"], got: Headers): string | null {
    for (const [name, declared] of Object.entries(headers ?? {})) {
      const header = found(`${at}/headers/${name}`, declared);
      const text = got.get(name);
      if (text === null) {
        if (header.value.required) return `there is no ${name}`;
        continue;
      }
      const type = (header.value.schema as { readonly type?: string }).type;
      const wrong = fault(`${header.at}/schema`, type === "integer" ? Number(text) : text);
      if (wrong !== null) return `${name} is ${text}: ${wrong}`;
    }
    return null;
  }

  function faultOf(name: string, { status, headers, json, text }: CheckedAnswer): string | null {
    const operation = operations.find((each) => each.name === name);
    if (!operation) return `The document has no ${name}.`;
    const declared = operation.responses[status];
    const type = headers.get("content-type")?.split(";")[0] ?? "";
    if (declared === undefined)
      return BY_NODE.has(status) && type === "" ? null : `${name} does not declare ${status}: ${text.slice(-300)}`;
    const { at, value } = found(`${operation.pointer}/${status}`, declared);
    const wrongHeader = headerFault(at, value.headers, headers);
    if (wrongHeader !== null) return `${name} ${status}: ${wrongHeader}.`;
    if (value.content === undefined || text === "") return null;
    const content = value.content[type];
    if (content === undefined) return `${name} does not declare ${type} for ${status}.`;
    if (type !== "application/json") return null;
    const wrong = fault(`${at}/content/application~1json/schema`, json);
    return wrong === null ? null : `${name} ${status}: ${wrong} in ${text.slice(-300)}`;
  }

  return {
    names: operations.map(({ name }) => name),
    /** The endpoint of a request: of several, the one with the most literal path. */
    endpointOf(method: string, target: string): string | null {
      const path = target.replace(/\?.*/s, "");
      const wanted = method === "HEAD" ? "GET" : method;
      const fitting = operations
        .filter(({ name, matches }) => name.startsWith(`${wanted} `) && matches.test(path))
        .sort((a, b) => b.literal - a.literal);
      return fitting[0]?.name ?? null;
    },
    faultOf,
    /** What is wrong with an answer to a request that no operation declares: it must be an error. */
    faultOfUndeclared({ status, json, text }: CheckedAnswer): string | null {
      if (status < 400) return `The document does not declare this call, and it was answered with ${status}.`;
      if (text === "") return null;
      const wrong = fault("/components/schemas/Error", json);
      return wrong === null ? null : `${status}: ${wrong} in ${text.slice(-300)}`;
    },
  };
}

type Tree = { readonly [key: string]: unknown };

function operationsOf(document: OpenApi) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      pointer: `/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}/${method}/responses`,
      responses: operation.responses,
      matches: pathPattern(path),
      literal: path.replace(/\{\w+\}/g, "").length,
    })),
  );
}

function pathPattern(path: string): RegExp {
  // The path of a tile of the log has slashes in it.
  const parts = path.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return part === "tile" ? ".+" : "[^/]+";
  });
  return new RegExp(`^${parts.join("")}$`);
}
