import type { Auth, Definition, Operation } from "../definition/definition.ts";
import type { Field, Matcher } from "../definition/schema.ts";
import { matchersWithin } from "../response/matcher.ts";
import { isJsonObject } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { placeholderNames } from "../json/placeholders.ts";

/**
 * A text of a definition in which placeholders are replaced. Whatever renders a text of a definition takes it from this
 * file: validation, consent, masking and columns know no other places.
 */
export interface RenderedText {
  /** Its place below the operation, the sign-in or the list of fields that holds it: `query.since`. */
  readonly key: string;
  readonly text: string;
  readonly use: TextUse;
  /** The name of the parameter, header or member that takes the text; empty if it has none. */
  readonly slot: string;
}

/**
 * `address`: a URL or the start of one. `alias`: a name that other texts use. `cell`: a column's value. `rule`: what
 * rows and answers are compared with. `options`: the address of a field's options.
 */
export type TextUse = "address" | "query" | "header" | "body" | "format" | "alias" | "cell" | "rule" | "options";

/** The part of a way to sign in that has texts. */
type SignIn = Pick<Auth, "type" | "format" | "name" | "written">;

/** A name that carries the values of other names into the texts of one operation. */
export interface Alias {
  readonly name: string;
  /** Its place below the operation. */
  readonly key: string;
  /** The names whose values it may carry. */
  readonly sources: readonly string[];
}

/** The texts of an operation's requests, with the definition's own body whatever the method is. */
export function requestTexts(operation: Pick<Operation, "url" | "baseUrl" | "query" | "headers" | "body">) {
  return [
    text("base_url", operation.baseUrl ?? "", "address"),
    text("url", operation.url, "address"),
    ...named("query", operation.query, "query"),
    ...named("headers", operation.headers, "header"),
    ...bodyTexts(operation.body, "body_template"),
  ];
}

/** Every text of an operation: those of its requests, its aliases and its columns. */
export function operationTexts(operation: Operation): RenderedText[] {
  const { columns, addedColumns, forEach, incremental } = operation;
  return [
    ...requestTexts(operation),
    ...named("for_each", forEach, "alias"),
    ...texts(
      (["initial_value", "end_value", "lookback", "window"] as const).map((key) => [
        `incremental.${key}`,
        incremental?.[key],
      ]),
      "alias",
    ),
    ...(columns ?? []).flatMap(({ value }, index) => texts([[`columns[${index}].value`, value]], "cell")),
    ...addedColumns.flatMap(({ value }, index) => texts([[`columns.add[${index}].value`, value]], "cell")),
    ...operation.filters.flatMap((matcher) => ruleTexts(matcher, "filter")),
    ...operation.responseActions.flatMap((rule) => ruleTexts(rule, "response_actions")),
    ...ruleTexts(operation.pagination.stop ?? {}, "pagination.stop"),
  ];
}

/** The right sides of a matcher and of those within it. */
function ruleTexts(matcher: Matcher, key: string): RenderedText[] {
  return matchersWithin(matcher).flatMap(({ equals, eq, in: several, not, contains, gt, lt }) =>
    texts(
      [equals, eq, several, not, contains, gt, lt].flat().map((side) => [key, side]),
      "rule",
    ),
  );
}

/** Every text of one way to sign in: what is sent with each request, and the requests that get a token. */
export function signInTexts(auth: SignIn): RenderedText[] {
  return [...formatTexts(auth), ...tokenTexts(auth), ...signInPageTexts(auth), ...loginTexts(auth)];
}

/** What each request is signed with; basic has no text of its own. */
export function formatTexts({ type, format, name }: SignIn): RenderedText[] {
  return type === "none" || type === "basic" ? [] : [{ ...text("format", format, "format"), slot: name }];
}

/** The texts of the request for a token. */
export function tokenTexts({ type, written: { token_url, token_params } }: SignIn): RenderedText[] {
  return type === "oauth2"
    ? [
        ...texts([["token_url", token_url]], "address"),
        ...named("token_params", Object.entries(token_params ?? {}), "body"),
      ]
    : [];
}

/** The texts of the address at which a person signs in. */
export function signInPageTexts({
  type,
  written: { authorization_url, authorization_params },
}: SignIn): RenderedText[] {
  return type === "oauth2"
    ? [
        ...texts([["authorization_url", authorization_url]], "address"),
        ...named("authorization_params", Object.entries(authorization_params ?? {}), "query"),
      ]
    : [];
}

/** The texts of the login of a session. */
export function loginTexts({ type, written: { login } }: SignIn): RenderedText[] {
  return type === "session" && login !== undefined
    ? [
        text("login.url", login.url, "address"),
        ...named("login.headers", Object.entries(login.headers ?? {}), "header"),
        ...bodyTexts(login.body ?? null, "login.body"),
      ]
    : [];
}

/** The addresses from which fields load their options, those of groups too. */
export function optionTexts(fields: readonly Field[], at: string): RenderedText[] {
  return fields.flatMap((field, index): RenderedText[] => [
    ...texts([[`${at}[${index}].options_endpoint.url`, field.options_endpoint?.url]], "options"),
    ...optionTexts(field.fields ?? [], `${at}[${index}].fields`),
  ]);
}

/** Every text of a definition with its whole path. */
export function definitionTexts(definition: Definition): RenderedText[] {
  const below = (at: string, found: readonly RenderedText[]) =>
    found.map((each) => ({ ...each, key: `${at}.${each.key}` }));
  return [
    ...definition.operations.flatMap((operation, index) => [
      ...below(`operations[${index}]`, operationTexts(operation)),
      ...optionTexts(operation.paramsFields, `operations[${index}].params_fields`),
    ]),
    ...definition.auths.flatMap((auth, index) => {
      const at = authPath(definition, index);
      return [...below(at, signInTexts(auth)), ...optionTexts(auth.fields, `${at}.fields`)];
    }),
  ];
}

/** The path of one way to sign in, as its author writes it. */
export function authPath({ auths }: Pick<Definition, "auths">, index: number): string {
  return auths.length === 1 ? "auth" : `auth[${index}]`;
}

/** The aliases of an operation: names of `for_each`, and the two ends of incremental reading. */
export function aliasesOf({ forEach, incremental }: Pick<Operation, "forEach" | "incremental">): Alias[] {
  const bounds = [incremental?.initial_value, incremental?.end_value, incremental?.lookback, incremental?.window];
  const begin = bounds.flatMap((bound) => (typeof bound === "string" ? placeholderNames(bound) : []));
  return [
    ...forEach.map(([name, source]) => ({
      name,
      key: `for_each.${name}`,
      // A member of a list of groups is as secret as the list.
      sources: placeholderNames(source).map((each) => each.split(".")[0] ?? each),
    })),
    // The end of a window is computed from its start.
    ...(incremental === null
      ? []
      : ["incremental.start", "incremental.end"].map((name) => ({
          name,
          key: "incremental.initial_value",
          sources: begin,
        }))),
  ];
}

/** The names of a text, and through aliases those whose values they may carry. */
export function namesBehind(template: string, aliases: readonly Alias[]): Set<string> {
  const found = new Set<string>();
  const queue = placeholderNames(template);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    for (const alias of aliases) if (alias.name === name) queue.push(...alias.sources);
  }
  return found;
}

function text(key: string, template: string, use: TextUse): RenderedText {
  return { key, text: template, use, slot: "" };
}

/** Those of the values that are texts. */
function texts(values: readonly (readonly [key: string, value: unknown])[], use: TextUse): RenderedText[] {
  return values.flatMap(([key, value]) => (typeof value === "string" ? [text(key, value, use)] : []));
}

function named(at: string, pairs: readonly (readonly [name: string, value: string])[], use: TextUse): RenderedText[] {
  return pairs.map(([slot, value]) => ({ key: `${at}.${slot}`, text: value, use, slot }));
}

/** The texts of a body without member names. */
function bodyTexts(body: Json, at: string, slot = ""): RenderedText[] {
  if (typeof body === "string") return [{ key: at, text: body, use: "body", slot }];
  if (Array.isArray(body)) return body.flatMap((item, index) => bodyTexts(item, `${at}[${index}]`, slot));
  return isJsonObject(body)
    ? Object.entries(body).flatMap(([key, value]) => bodyTexts(value, `${at}.${key}`, key))
    : [];
}
