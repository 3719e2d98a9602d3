import { isSecret } from "../../connector-language/settings/looks-secret.ts";
import { mayBeKey } from "../field-keys.ts";
import { isObject, type Loose, type LooseObject, member, textMember } from "../imported.ts";
import { type CollectionRequest, pairsIn } from "./collection.ts";
import { parsedJson, type Reading, settingOf } from "./collection-values.ts";
import type { Variables } from "./variables.ts";

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
  const { variables, collection } = reading;
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
      const given = parsedJson(textMember(graphql, "variables") ?? "{}");
      if (query.length > MAX_BODY || query.includes("{{") || !isObject(given ?? undefined)) return false;
      operation.body_template = { query, variables: given ?? {} };
      return true;
    }
    case "urlencoded":
    case "formdata": {
      const pairs = pairsIn(member(body, textMember(body, "mode") ?? ""), collection.steps);
      const form: LooseObject = {};
      for (const [index, pair] of pairs.entries()) {
        const key = textMember(pair, "key") ?? "";
        const at = `${place}[${index}]`;
        const value = textMember(pair, "value") ?? "";
        if (!mayBeKey(key) || textMember(pair, "type") === "file") return false;
        const text = value.includes("{{")
          ? variables.text(value, at)
          : `{${settingOf(key, value, textMember(pair, "description"), variables, reading.notes, at)}}`;
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

function readRaw(
  raw: string,
  headers: LooseObject,
  operation: LooseObject,
  { variables }: Reading,
  place: string,
): boolean {
  if (raw.trim() === "") return true;
  if (raw.length > MAX_BODY) return false;
  // A variable that stands for a number or a whole value is written without quotes there.
  const json = parsedJson(raw) ?? parsedJson(quotedVariables(raw));
  if (json === null) {
    const isText = Object.keys(headers).some(
      (name) => /^content-type$/i.test(name) && !/json/i.test(String(headers[name])),
    );
    const text = isText ? variables.text(raw, place) : null;
    if (text !== null) operation.body_template = text;
    return text !== null;
  }
  const tree = treeOf(json, variables, place, 0);
  if (tree === undefined || typeof tree !== "object" || tree === null) return false;
  operation.body_template = tree;
  return true;
}

/** A body with placeholders; undefined if a part of it has no form. What looks like a secret becomes a private field. */
function treeOf(value: Loose, variables: Variables, place: string, depth: number): Loose | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof value === "string")
    return value.includes("{{") || value.includes("{") ? (variables.text(value, place) ?? undefined) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((each) => treeOf(each, variables, place, depth + 1));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  const made: LooseObject = {};
  for (const [key, inner] of Object.entries(value)) {
    if (!mayBeKey(key)) return undefined;
    const isPlain = typeof inner === "string" && !inner.includes("{{");
    const tree =
      isPlain && isSecret(key, inner) ? `{${variables.key(key, place)}}` : treeOf(inner, variables, place, depth + 1);
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
