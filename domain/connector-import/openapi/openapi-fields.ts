import { headerNameFault } from "../../connector-language/definition/header-rules.ts";
import { type FieldKeys, labelOf, mayBeKey } from "../field-keys.ts";
import { cleanText, isObject, type ImportNote, type Loose, type LooseObject, member, textMember } from "../imported.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import type { OpenApiOperation } from "./openapi-operations.ts";
import { shapeOf } from "./openapi-schema.ts";
import { isSecret } from "../../connector-language/settings/looks-secret.ts";

const MOST_FIELDS = 90;
const MOST_OPTIONS = 500;

/** The request of an operation, as far as its parameters make it. */
export interface ParameterParts {
  url: string;
  query: LooseObject;
  headers: LooseObject;
  fields: LooseObject[];
}

/** Turns parameters into settings and places them. `paging` names those that paging takes over, `carriers` those that sign in. */
export function placeParameters(
  document: OpenApiDocument,
  chosen: OpenApiOperation,
  parameters: readonly LooseObject[],
  taken: { readonly paging: ReadonlySet<string>; readonly carriers: ReadonlySet<string> },
  keys: FieldKeys,
  notes: ImportNote[],
): ParameterParts {
  const place = placeOf(chosen);
  const parts: ParameterParts = { url: "", query: {}, headers: {}, fields: [] };
  const inPath = new Map<string, LooseObject>();
  const seen = new Set<string>();
  const addField = (parameter: LooseObject, name: string, scope: string, required: boolean): string | null => {
    if (parts.fields.length >= MOST_FIELDS && !required) {
      notes.push({
        place,
        message: `It has more parameters than a form should; "${cleanText(name, 60)}" was left out.`,
      });
      return null;
    }
    const field = fieldOf(document, parameter, name, required);
    const key = keys.take(name, JSON.stringify([scope, { ...field, description: null }]));
    if (!seen.has(key)) parts.fields.push({ key, ...field });
    seen.add(key);
    return key;
  };

  for (const parameter of parameters) {
    const name = textMember(parameter, "name") ?? "";
    const where = textMember(parameter, "in") ?? "";
    const required = member(parameter, "required") === true;
    const at = `${place}.parameters.${cleanText(name, 60)}`;
    if (where === "path") {
      inPath.set(name, parameter);
      continue;
    }
    if (
      taken.paging.has(name) ||
      taken.carriers.has(name.toLowerCase()) ||
      (where === "header" && /^(accept|content-type|authorization)$/i.test(name))
    )
      continue;
    if (member(parameter, "deprecated") === true && !required) {
      notes.push({ place: at, message: "It is deprecated and was left out." });
      continue;
    }
    if (where !== "query" && where !== "header") {
      notes.push({ place: at, message: `A parameter in ${cleanText(where, 30) || "no place"} is not supported.` });
      continue;
    }
    const unfit = unfitParameter(document, parameter, where, name);
    if (unfit !== null) {
      notes.push({ place: at, message: unfit });
      if (unfit.endsWith("left out.")) continue;
    }
    const key = addField(parameter, name, where, required);
    if (key === null) continue;
    if (where === "header") parts.headers[name] = `{${key}}`;
    else parts.query[name] = `{${key}}`;
  }
  parts.url = chosen.path.replace(/\{([^{}]*)\}/g, (_whole, name: string) => {
    const before =
      chosen.path
        .slice(0, chosen.path.indexOf(`{${name}}`))
        .split("/")
        .filter((part) => part !== "" && !part.includes("{"))
        .at(-1) ?? "";
    const key = addField(inPath.get(name) ?? {}, name, `path after ${before}`, true);
    return `{${key ?? "value"}}`;
  });
  parts.url = parts.url
    .replace(/[^\w\-.~!$&'()*+,;=:@/%{}?]/gu, (char) => encodeURIComponent(char.toWellFormed()))
    .replace(/[?].*$/s, "")
    .replace(/^\/+/, "/");
  return parts;
}

/** Where an operation stands in its document. */
export function placeOf({ path, method }: Pick<OpenApiOperation, "path" | "method">): string {
  return `paths.${cleanText(path, 120)}.${method.toLowerCase()}`;
}

/** Why a parameter cannot be sent as the document wants it; a sentence that ends in "left out." is final. */
function unfitParameter(document: OpenApiDocument, parameter: LooseObject, where: string, name: string): string | null {
  if (!mayBeKey(name) || /[{}]/.test(name)) return "A parameter of this name is not possible and was left out.";
  if (where === "header" && headerNameFault(name) !== null)
    return "A header of this name cannot be set and was left out.";
  if (isObject(member(parameter, "content"))) return "A parameter that is itself a document was left out.";
  const { type } = shapeOf(document, member(parameter, "schema"));
  if (type === "object") return "A parameter of several names (an object) was left out.";
  if (type === "array" && member(parameter, "explode") !== false && where === "query")
    return "It may come several times; the setting sends one value.";
  return type === "array" ? "It is a list; the setting takes its values with commas between." : null;
}

/** A parameter as a field without its key. */
function fieldOf(document: OpenApiDocument, parameter: LooseObject, name: string, required: boolean): LooseObject {
  const written = member(parameter, "schema");
  const outer = shapeOf(document, written);
  const shape = outer.type === "array" ? shapeOf(document, outer.items) : outer;
  const field: LooseObject = { label: labelOf(name) };
  const description = textMember(parameter, "description") ?? outer.description;
  if (description !== null && description.trim() !== "")
    field.description = cleanText(description.replace(/\s+/g, " "), 400);
  const options = (shape.choices ?? []).filter(isScalar).slice(0, MOST_OPTIONS);
  const type = options.length > 0 && outer.type !== "array" ? "select" : typeOf(shape.type, shape.format);
  field.type = type;
  if (type === "select")
    field.options = options.map((value) => (typeof value === "string" ? cleanText(value, 400) : value));
  if (required) field.required = true;
  if (isSecret(name, "")) return { ...field, type: "text", private: true };
  const preset =
    outer.default === undefined
      ? type === "select" && required && options.length === 1
        ? options[0]
        : undefined
      : outer.default;
  if (preset !== undefined && fits(type, preset, options))
    field.default = typeof preset === "string" ? cleanText(preset, 1_000) : preset;
  return field;
}

function typeOf(type: string | null, format: string | null): string {
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "boolean";
  return type === "string" && format === "date" ? "date" : "text";
}

function isScalar(value: Loose): value is string | number | boolean {
  return typeof value === "string"
    ? value.length <= 400 && value.isWellFormed()
    : typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));
}

function fits(type: string, value: Loose, options: readonly Loose[]): boolean {
  if (!isScalar(value) || value === "") return false;
  if (type === "select") return options.includes(value);
  if (type === "number") return typeof value === "number";
  if (type === "boolean") return typeof value === "boolean";
  return type === "date" ? typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) : true;
}
