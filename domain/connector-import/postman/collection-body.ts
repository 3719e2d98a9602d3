import { mayBeSecret } from "../private-names.ts";
import type { Steps } from "../../core/limits/steps.ts";
import { mayBeKey } from "../field-keys.ts";
import { isObject, type Loose, type LooseObject, member, textMember } from "../imported.ts";
import { type CollectionRequest, pairsIn } from "./collection.ts";
import { parameterOf, parsedJson, type Reading, textOf } from "./collection-values.ts";
import { holdsSecret, namedUses } from "./written-secrets.ts";

const MAX_BODY = 100_000;
const MAX_DEPTH = 20;

/** Reads the body of a POST; false for one of a kind that cannot be sent. */
export function readBody(
  written: CollectionRequest,
  headers: LooseObject,
  operation: LooseObject,
  reading: Reading,
): boolean {
  const body = member(written.request, "body");
  if (!isObject(body) || member(body, "disabled") === true) return true;
  const { collection } = reading;
  const place = `${written.place}.request.body`;
  switch (textMember(body, "mode")) {
    case null:
    case "none":
      return true;
    case "raw":
      return readRaw(textMember(body, "raw") ?? "", headers, operation, reading, place);
    case "graphql": {
      const graphql = member(body, "graphql");
      const query = textMember(graphql, "query") ?? "";
      if (query.length > MAX_BODY || query.includes("{{") || writesSecret(query, collection.steps)) return false;
      const given = variablesOf(member(graphql, "variables"));
      const tree = isObject(given) ? treeOf(given, reading, `${place}.graphql.variables`) : undefined;
      if (tree === undefined) return false;
      operation.body_template = { query, variables: tree };
      return true;
    }
    case "urlencoded":
    case "formdata": {
      const pairs = pairsIn(member(body, textMember(body, "mode") ?? ""), collection.steps);
      const form: LooseObject = {};
      for (const [index, pair] of pairs.entries()) {
        const key = textMember(pair, "key") ?? "";
        const at = `${place}[${index}]`;
        if (!mayBeKey(key) || textMember(pair, "type") === "file") return false;
        const text = parameterOf(pair, reading, at);
        if (text === null) return false;
        form[key] = text;
      }
      operation.body_template = form;
      headers["Content-Type"] = "application/x-www-form-urlencoded";
      return true;
    }
    default:
      return false;
  }
}

function readRaw(raw: string, headers: LooseObject, operation: LooseObject, reading: Reading, place: string): boolean {
  if (raw.trim() === "") return true;
  if (raw.length > MAX_BODY) return false;
  const json = jsonOf(raw);
  if (json === null) {
    const isText = Object.keys(headers).some(
      (name) => /^content-type$/i.test(name) && !/json/i.test(String(headers[name])),
    );
    reading.collection.steps.take(raw.length / 50);
    if (!isText || holdsSecret("", raw)) return false;
    for (const { name, variable } of namedUses(raw)) reading.variables.text(variable, place, name);
    const text = reading.variables.text(raw, place);
    if (text !== null) operation.body_template = text;
    return text !== null;
  }
  const tree = treeOf(json, reading, place);
  if (tree === undefined || typeof tree !== "object" || tree === null) return false;
  operation.body_template = tree;
  return true;
}

/** Whether a query of GraphQL has a text that may be a secret, by the name of its argument or by its form. */
function writesSecret(query: string, steps: Steps): boolean {
  steps.take(query.length / 50);
  return [...query.matchAll(/(?:(\w{1,60})\s{0,20}:\s{0,20})?"([^"]*)"/g)].some(([, name = "", value = ""]) =>
    holdsSecret(name, value),
  );
}

/** The variables of GraphQL, which a collection writes as a text; null if they are no JSON. */
function variablesOf(written: Loose | undefined): Loose {
  if (typeof written !== "string") return written ?? {};
  if (written.trim() === "") return {};
  return written.length > MAX_BODY ? null : jsonOf(written);
}

/** JSON with variables in texts, or in place of numbers and whole values, where they stand without quotes. */
function jsonOf(text: string): Loose {
  return parsedJson(text) ?? parsedJson(quotedVariables(text));
}

/**
 * A body with placeholders; undefined if a part of it has no form. What may be a secret, by the `name` of its member or
 * by its form, becomes a private field.
 */
function treeOf(value: Loose, reading: Reading, place: string, name = "body", depth = 0): Loose | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof value === "string") return textOf(name, value, reading, place) ?? undefined;
  if (typeof value === "number") {
    const text = textOf(name, String(value), reading, place);
    return text === String(value) ? value : (text ?? undefined);
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const single = mayBeSecret(name, "") ? name : name.replace(/s$/i, "");
    const items = value.map((each) => treeOf(each, reading, place, single, depth + 1));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  const made: LooseObject = {};
  for (const [key, inner] of Object.entries(value)) {
    const tree = mayBeKey(key) ? treeOf(inner, reading, place, key, depth + 1) : undefined;
    if (tree === undefined) return undefined;
    made[key] = tree;
  }
  return made;
}

/** Writes variables that stand for a whole value in quotes. */
function quotedVariables(raw: string): string {
  return raw.replace(/([:[,]\s*)(\{\{[^{}]*\}\})/g, (all: string, before: string, variable: string, at: number) => {
    const behind = /\s*[,\]}]/y;
    behind.lastIndex = at + all.length;
    return behind.test(raw) ? `${before}"${variable}"` : all;
  });
}
