import { endpointGroups } from "../../api/endpoints.ts";
import { openApiDocument } from "../../api/openapi/openapi-document.ts";
import { operationIdOf } from "../../api/openapi/operation.ts";
import { refusalsOfCalls } from "../../api/openapi/refusals/refusals-of-calls.ts";
import type { Json } from "../../api/openapi/schemas.ts";
import { idOf, plainText } from "../../documentation/doc-page.ts";
import { type EndpointFacts, nameOf } from "../../http/json-api/endpoint.ts";
import { KNOWN_ERRORS } from "../../http/known-errors.ts";
import { curlLine } from "./curl-line.ts";
import { type FieldFacts, fieldsOf, type ReadSchema, schemaReader, typeOf } from "./field-facts.ts";
import type { TryFields } from "./try-call.ts";
import { tryFields } from "./try-fields.ts";

/** One answer of a call: its fields, and an example as JSON text. */
export type AnswerDoc = {
  readonly status: string;
  readonly about: string;
  /** "array of Dataset", "text/csv"; null: nothing is sent. */
  readonly type: string | null;
  readonly fields: readonly FieldFacts[];
  readonly example: string | null;
};

/** A refusal that belongs to the call itself. `sentence`: null if it depends on the case. */
export type ErrorDoc = { readonly status: number | null; readonly code: string; readonly sentence: string | null };

/** What the page says of one call. */
export type CallDoc = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The beginning of its summary; the rest is in `about`. */
  readonly summary: string;
  /** The rest of its summary, who may call it, and what a key needs. */
  readonly about: string;
  readonly parameters: readonly FieldFacts[];
  readonly body: { readonly type: string; readonly fields: readonly FieldFacts[] } | null;
  readonly answers: readonly AnswerDoc[];
  readonly errors: readonly ErrorDoc[];
  readonly request: string;
  readonly tries: TryFields | null;
};

/** A group of calls with a page of its own, /api-documentation/{slug}. */
export type CallGroup = {
  readonly slug: string;
  readonly name: string;
  readonly about: string;
  readonly calls: readonly CallDoc[];
};

type Operation = {
  readonly operationId: string;
  readonly description: string;
  readonly security: readonly Json[];
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Json }>>;
};
type Content = { readonly schema: Json; readonly example?: unknown };

/** A summary up to its first colon or point, and the rest. */
const TITLE = /^(.+?)(?:[.:;] (.*)|\.?)$/;

let made: readonly CallGroup[] | undefined;

/** The calls of the OpenAPI document, in its order. They are read from it once. */
export function callGroups(appUrl: string): readonly CallGroup[] {
  return (made ??= readGroups(appUrl));
}

function readGroups(appUrl: string): readonly CallGroup[] {
  const document = openApiDocument(endpointGroups, appUrl);
  const read = schemaReader(document.components);
  return endpointGroups.map(({ name, endpoints }) => ({
    slug: idOf(name),
    name,
    about: document.tags.find((tag) => tag.name === name)?.description ?? "",
    calls: endpoints.map((endpoint: EndpointFacts) => {
      const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation;
      return callDoc(endpoint, operation, { appUrl, read });
    }),
  }));
}

type Source = { readonly appUrl: string; readonly read: ReadSchema };

function callDoc(endpoint: EndpointFacts, operation: Operation, { appUrl, read }: Source): CallDoc {
  const [bodyType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [, summary = "", more = ""] = TITLE.exec(endpoint.summary) ?? [];
  const fields = content === undefined ? [] : fieldsOf(content.schema, read);
  return {
    id: operationIdOf(endpoint),
    method: endpoint.method,
    path: endpoint.path,
    summary,
    about: plainText([capitalized(more), operation.description.slice(endpoint.summary.length)].join(" ").trim()),
    parameters: (operation.parameters ?? []).map((each) => parameterDoc(read(each), read)),
    body: bodyType === undefined ? null : { type: bodyType, fields },
    answers: Object.entries(operation.responses)
      .filter(([status]) => status < "300")
      .map(([status, response]) => answerDoc(status, response, read)),
    errors: errorsOf(endpoint),
    request: curlLine({ appUrl, endpoint, bodyType, fields, example: content?.example, isOpen: isOpen(operation) }),
    tries: tryFields(endpoint),
  };
}

/** Whether it needs neither a key nor a session. */
function isOpen({ security }: Operation): boolean {
  return security.length === 0 || security.some((each) => Object.keys(each).length === 0);
}

function parameterDoc(parameter: Json, read: ReadSchema): FieldFacts {
  const schema = parameter["schema"] as Json;
  return {
    name: String(parameter["name"]),
    place: String(parameter["in"]),
    type: typeOf(schema, read),
    isRequired: parameter["required"] === true,
    about: typeof parameter["description"] === "string" ? parameter["description"] : "",
    preset: schema["default"] === undefined || schema["default"] === "" ? null : String(schema["default"]),
  };
}

function answerDoc(
  status: string,
  { description, content = {} }: Operation["responses"][string],
  read: ReadSchema,
): AnswerDoc {
  const types = Object.keys(content);
  const json = content["application/json"] as Content | undefined;
  return {
    status,
    about: description === "The answer." ? "" : description,
    type: types.length === 0 ? null : json && types.length === 1 ? nameOfType(json.schema, read) : types.join(", "),
    fields: json ? fieldsOf(json.schema, read) : [],
    example: json?.example === undefined ? null : JSON.stringify(json.example, null, 2),
  };
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Fields follow an object, so that it needs no name. */
function nameOfType(schema: Json, read: ReadSchema): string | null {
  const type = typeOf(schema, read);
  return type === "object" ? null : type;
}

/** The refusals of this call; those that every call has are told once, on the first page. */
function errorsOf(endpoint: EndpointFacts): ErrorDoc[] {
  return (refusalsOfCalls[nameOf(endpoint)] ?? [])
    .map((code) => {
      const { status = null, sentence = null } = KNOWN_ERRORS.get(code) ?? {};
      return { status, code, sentence };
    })
    .sort((one, other) => (one.status ?? 0) - (other.status ?? 0));
}
