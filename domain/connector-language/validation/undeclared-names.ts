import { flatFields, paramsFieldsOf, tokenName } from "../definition/definition.ts";
import { normaliseBody } from "../definition/normalise.ts";
import type { Auth, Definition, Operation } from "../definition/definition.ts";
import type { Fault } from "../definition/describe-fault.ts";
import { isJsonObject } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { placeholderNames, splitPlaceholders } from "../json/placeholders.ts";
import type { Field } from "../definition/schema.ts";

type Texts = [path: string, text: string][];

/**
 * Names in braces that no field, sign-in, `for_each` or `incremental` declares. If a text of a header or body also has
 * braces of another kind (GraphQL, the API's own templates), its meaning is unknown and it is skipped.
 */
export function undeclaredNames(definition: Definition): Fault[] {
  const general = new Set([
    ...flatFields(paramsFieldsOf(definition)).map(({ key }) => key),
    ...definition.auths.flatMap(namesOfAuth),
  ]);
  return [
    ...definition.operations.flatMap((operation, index) => ofOperation(operation, general, `operations[${index}]`)),
    ...definition.auths.flatMap((auth, index) =>
      unknownIn(textsOfAuth(auth, definition.auths.length === 1 ? "auth" : `auth[${index}]`), general),
    ),
  ];
}

function namesOfAuth(auth: Auth): string[] {
  return [...flatFields(auth.fields).map(({ key }) => key), ...[tokenName(auth) ?? []].flat()];
}

function ofOperation(operation: Operation, general: ReadonlySet<string>, at: string): Fault[] {
  const { incremental, forEach } = operation;
  const known = new Set([
    ...general,
    ...forEach.map(([name]) => name),
    ...(incremental === null ? [] : ["incremental.start", "incremental.end"]),
  ]);
  const sources = forEach.flatMap(([name, source]) =>
    placeholderNames(source)
      .filter((key) => !general.has(key) && !general.has(key.split(".")[0] ?? key))
      .map((key) => fault(`${at}.for_each.${name}`, key)),
  );
  const initial = incremental?.initial_value;
  const texts: Texts = [
    [`${at}.url`, operation.url],
    [`${at}.base_url`, operation.baseUrl ?? ""],
    ...operation.query.map(([name, value]): Texts[number] => [`${at}.query.${name}`, value]),
    ...lenient(operation.headers.map(([name, value]): Texts[number] => [`${at}.headers.${name}`, value])),
    ...(operation.method === "POST" ? textsOfBody(operation.body, `${at}.body_template`) : []),
    [`${at}.incremental.initial_value`, typeof initial === "string" ? initial : ""],
    ...textsOfFields(operation.paramsFields, `${at}.params_fields`),
  ];
  return [...unknownIn(texts, known), ...sources];
}

function textsOfAuth({ format, type, fields, written }: Auth, at: string): Texts {
  const { login } = written;
  return [
    [`${at}.format`, type === "basic" || type === "none" ? "" : format],
    [`${at}.token_url`, written.token_url ?? ""],
    [`${at}.authorization_url`, written.authorization_url ?? ""],
    ...lenient([
      ...Object.entries(written.authorization_params ?? {}).map(([name, value]): Texts[number] => [
        `${at}.authorization_params.${name}`,
        value,
      ]),
      ...Object.entries(written.token_params ?? {}).map(([name, value]): Texts[number] => [
        `${at}.token_params.${name}`,
        value,
      ]),
      ...Object.entries(login?.headers ?? {}).map(([name, value]): Texts[number] => [
        `${at}.login.headers.${name}`,
        value,
      ]),
    ]),
    [`${at}.login.url`, login?.url ?? ""],
    ...textsOfBody(normaliseBody(login?.body ?? null), `${at}.login.body`),
    ...textsOfFields(fields, `${at}.fields`),
  ];
}

/** The URLs from which fields load their options. */
function textsOfFields(fields: readonly Field[], at: string): Texts {
  return fields.flatMap((field, index): Texts => [
    [`${at}[${index}].options_endpoint.url`, field.options_endpoint?.url ?? ""],
    ...textsOfFields(field.fields ?? [], `${at}[${index}].fields`),
  ]);
}

/** The texts of a body with their paths. A GraphQL query may be just one name in braces. */
function textsOfBody(body: Json, at: string): Texts {
  if (typeof body === "string") return lenient([[at, body]]);
  if (Array.isArray(body)) return body.flatMap((item, index) => textsOfBody(item, `${at}[${index}]`));
  return isJsonObject(body)
    ? Object.entries(body).flatMap(([key, inner]) =>
        key === "query" && typeof inner === "string" ? [] : textsOfBody(inner, `${at}.${key}`),
      )
    : [];
}

function lenient(texts: Texts): Texts {
  return texts.filter(([, text]) =>
    splitPlaceholders(text).every((part) => "name" in part || !/[{}]/.test(part.literal)),
  );
}

function unknownIn(texts: Texts, known: ReadonlySet<string>): Fault[] {
  return texts.flatMap(([path, text]) =>
    placeholderNames(text)
      .filter((name) => !known.has(name))
      .map((name) => fault(path, name)),
  );
}

function fault(path: string, name: string): Fault {
  const isIncremental = name === "incremental.start" || name === "incremental.end";
  return { path, message: isIncremental ? `{${name}} needs the key incremental.` : `No field declares {${name}}.` };
}
