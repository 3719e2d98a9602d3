import { FIELD_KEY } from "../../connector-language/json/placeholders.ts";
import { type FieldKeys, labelOf } from "../field-keys.ts";
import { cleanText, isObject, type ImportNote, type Loose, type LooseObject, member } from "../imported.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import type { Sized } from "./openapi-paging.ts";
import { type Shape, shapeOf } from "./openapi-schema.ts";
import { isSecret } from "../../connector-language/settings/looks-secret.ts";

const MAX_DEPTH = 5;

/** The body of a POST: a template, and the fields in it. */
export interface BodyParts {
  template: Loose;
  headers: LooseObject;
  fields: LooseObject[];
}

/** The schema of a body in JSON, or of a form; null when there is none that a connector can send. */
export function bodySchema(
  document: OpenApiDocument,
  operation: LooseObject,
): { kind: "json" | "form"; shape: Shape; example: Loose | undefined } | "unfit" | null {
  const body = document.resolve(member(operation, "requestBody"));
  const content = member(body ?? undefined, "content");
  if (!isObject(content) || Object.keys(content).length === 0) return null;
  for (const [kind, pattern] of [
    ["json", /json/i],
    ["form", /x-www-form-urlencoded/i],
  ] as const) {
    const media = Object.entries(content).find(([type]) => pattern.test(type))?.[1];
    const found = document.resolve(media);
    if (found !== null)
      return { kind, shape: shapeOf(document, member(found, "schema")), example: member(found, "example") };
  }
  return "unfit";
}

/** The members of a body that may say which page is asked for. */
export function sizedMembers(document: OpenApiDocument, shape: Shape): Sized[] {
  return [...shape.properties]
    .filter(([name]) => /^[\w-]{1,100}$/.test(name))
    .map(([name, written]) => ({ name, shape: shapeOf(document, written) }));
}

/**
 * A template for a body: the members that are required, each a setting, and those with a default. What is optional and without a default is
 * left out and said, because an unset setting would be sent as null.
 */
export function bodyOf(
  document: OpenApiDocument,
  operation: LooseObject,
  paging: ReadonlySet<string>,
  place: string,
  keys: FieldKeys,
  notes: ImportNote[],
): BodyParts {
  const parts: BodyParts = { template: null, headers: {}, fields: [] };
  const body = bodySchema(document, operation);
  if (body === null) return parts;
  const at = `${place}.requestBody`;
  if (body === "unfit") {
    notes.push({ place: at, message: "Only bodies in JSON and forms are supported. It was left out." });
    return parts;
  }
  const seen = new Set<string>();
  const field = (name: string, shape: Shape): string => {
    const secret = isSecret(name, "");
    const options = (shape.choices ?? []).filter(
      (each) => typeof each === "string" && each.length <= 400 && each.isWellFormed(),
    );
    const type = secret
      ? "text"
      : options.length > 0
        ? "select"
        : shape.type === "integer" || shape.type === "number"
          ? "number"
          : shape.type === "boolean"
            ? "boolean"
            : "text";
    const preset =
      !secret &&
      (type === "text"
        ? typeof shape.default === "string"
        : typeof shape.default === type || (type === "select" && options.includes(shape.default ?? null)))
        ? shape.default
        : undefined;
    const written: LooseObject = {
      label: labelOf(name),
      type,
      required: true,
      ...(secret ? { private: true } : {}),
      ...(type === "select" ? { options } : {}),
      ...(preset === undefined || preset === ""
        ? {}
        : { default: typeof preset === "string" ? cleanText(preset, 1_000) : preset }),
    };
    const key = keys.take(name, JSON.stringify(["body", written]));
    if (!seen.has(key)) parts.fields.push({ key, ...written });
    seen.add(key);
    return `{${key}}`;
  };
  const build = (shape: Shape, depth: number): LooseObject => {
    const made: LooseObject = {};
    const left: string[] = [];
    for (const [name, written] of [...shape.properties].slice(0, 100)) {
      if (depth === 0 && paging.has(name)) continue;
      const inner = shapeOf(document, written);
      const needed = shape.required.has(name);
      const usable =
        !["__proto__", "constructor", "prototype"].includes(name) && name.isWellFormed() && !name.includes("\0");
      if (!usable || (!needed && inner.default === undefined) || parts.fields.length >= 60)
        left.push(cleanText(name, 40));
      else if (inner.type === "object") made[name] = depth < MAX_DEPTH ? build(inner, depth + 1) : {};
      else if (inner.type === "array")
        made[name] =
          Array.isArray(inner.default) && inner.default.every((each) => typeof each !== "object") ? inner.default : [];
      else made[name] = field(name, inner);
    }
    if (left.length > 0)
      notes.push({
        place: at,
        message: `Optional members were left out: ${left.slice(0, 12).join(", ")}${left.length > 12 ? ` and ${left.length - 12} more` : ""}.`,
      });
    return made;
  };
  if (body.kind === "json") {
    parts.template = body.shape.type === "array" ? [] : build(body.shape, 0);
    if (body.shape.type === "array")
      notes.push({ place: at, message: "The body is a list; write what it holds into body_template." });
    return parts;
  }
  const pairs = Object.entries(build(body.shape, MAX_DEPTH)).filter(
    ([name, value]) => typeof value === "string" && FIELD_KEY.test(name),
  );
  if (pairs.length === 0) return parts;
  parts.headers["Content-Type"] = "application/x-www-form-urlencoded";
  parts.template = pairs.map(([name, value]) => `${name}=${String(value)}`).join("&");
  return parts;
}
