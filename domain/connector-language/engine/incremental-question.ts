import { chosenAuth, signInKeys } from "../definition/definition.ts";
import type { Operation } from "../definition/definition.ts";
import type { PullInput } from "./engine-ports.ts";
import { scalarText, stringifyJson } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { isSecret } from "../settings/looks-secret.ts";
import { parentOf } from "../definition/parents.ts";
import { placeholderNames, renderText } from "../json/placeholders.ts";
import type { Values } from "../json/placeholders.ts";
import { declaredValues } from "./pull-context.ts";
import { renderRequest } from "../request/request.ts";
import { operationTexts, requestTexts } from "../secrets/rendered-texts.ts";

type Asked = Pick<PullInput, "definition" | "authChoice" | "settings" | "overrides">;

/**
 * Everything that decides which rows an operation asks for, as one text: its request as sent, what it iterates over,
 * where its records are, and the same for its parent operations. The sign-in, the disposition of the rows and unused
 * settings are not part of it. A pull may continue from another with the same text.
 */
export function incrementalQuestion(asked: Asked, operation: Operation): string {
  return stringifyJson(questionOf(asked, operation));
}

function questionOf(asked: Asked, operation: Operation): Json {
  const { definition } = asked;
  const values = valuesAsked(asked);
  const used = new Set(
    [
      ...requestTexts(operation).map(({ text }) => text),
      ...Object.values(operation.incremental ?? {}).filter((value) => typeof value === "string"),
    ].flatMap(placeholderNames),
  );
  const lists = [...used]
    .filter((name) => Array.isArray(values.get(name)))
    .map((name): Json => [name, values.get(name) ?? null]);
  const { method = operation.method, body } = operation === definition.operations[0] ? (asked.overrides ?? {}) : {};
  const { incremental, records, filters } = operation;
  const initial = incremental?.initial_value;
  const rules = operationTexts(operation).filter(({ use }) => use === "rule");
  const compared = [...new Set(rules.flatMap(({ text }) => placeholderNames(text)))];
  return [
    operation.id,
    method,
    requestOf(operation, values, { ...asked.overrides, method, ...(body === undefined ? {} : { body }) }),
    lists,
    operation.forEach.map(([name, source]): Json => {
      const parent = parentOf(definition, source);
      return parent === null
        ? [name, source, placeholderNames(source).map((key) => values.get(key.split(".")[0] ?? key) ?? null)]
        : [name, source, questionOf(asked, parent.operation)];
    }),
    [
      records,
      filters,
      incremental?.cursor_field,
      incremental?.start_param,
      incremental?.format,
      typeof initial === "string" ? renderOrTemplate(initial, values) : initial,
    ].map(asJson),
    ...(compared.length === 0 ? [] : [compared.map((name): Json => [name, values.get(name) ?? null])]),
  ];
}

/** Declared values. Credentials are represented by their names: another token asks for the same rows. */
function valuesAsked({ definition, authChoice, settings }: Asked): Map<string, Json> {
  const auth = chosenAuth(definition, authChoice);
  const values = declaredValues(definition, auth, { settings, secrets: {} });
  for (const name of signInKeys(auth)) values.set(name, `{${name}}`);
  return values;
}

/**
 * The request with names in place of what only a round or page has; the templates themselves if it cannot be rendered.
 */
function requestOf(operation: Operation, values: Values, overrides: NonNullable<Asked["overrides"]>): Json {
  const named = new Map(values);
  for (const name of [...operation.forEach.map(([key]) => key), "incremental.start", "incremental.end"])
    named.set(name, `{${name}}`);
  for (const [name, value] of values)
    if (Array.isArray(value) && !operation.forEach.some(([key]) => key === name)) named.set(name, `{${name}}`);
  const headers = (overrides.headers ?? []).filter(([name, value]) => !isSecret(name, value));
  const draft = renderRequest(operation, named, { ...overrides, headers });
  if (!draft.ok)
    return [requestTexts(operation).map(({ text }) => text), [...values].map(([name, value]): Json => [name, value])];
  return [draft.value.url.href, draft.value.headers, draft.value.body];
}

function renderOrTemplate(template: string, values: Values): string {
  const text = renderText(template, values);
  return text.ok ? text.value : template;
}

/** Parts of a definition as JSON: what is missing is null. */
function asJson(part: unknown): Json {
  return scalarText(part as Json) ?? (JSON.parse(JSON.stringify(part ?? null)) as Json);
}
