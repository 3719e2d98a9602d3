import { type Finding, finding } from "../../core/findings/finding.ts";
import { cutText } from "../../core/text/text.ts";
import { headerNameFault } from "../../connector-language/definition/header-rules.ts";
import { type FieldKeys, labelOf, mayBeKey } from "../field-keys.ts";
import {
  cleanText,
  isObject,
  type ImportNote,
  type Loose,
  type LooseObject,
  member,
  noteAt,
  textMember,
} from "../imported.ts";
import { storedName, storedWord } from "../stored-texts.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import { type OpenApiOperation, placeOf } from "./openapi-operations.ts";
import { type Shape, shapeOf } from "./openapi-schema.ts";
import { mayBeSecret } from "../private-names.ts";

const MOST_FIELDS = 90;
const MOST_OPTIONS = 500;
/** What is read of a description, in characters. */
const DESCRIPTION_READ = 4_000;

/** The parts of an operation's request that its parameters define. */
export interface ParameterParts {
  url: string;
  query: LooseObject;
  headers: LooseObject;
  fields: LooseObject[];
}

/** Names of parameters that do not become settings: those of paging, and those of the auth. */
type TakenNames = { readonly paging: ReadonlySet<string>; readonly carriers: ReadonlySet<string> };

/** Turns parameters into settings and adds them to the request. */
export function placeParameters(
  document: OpenApiDocument,
  chosen: OpenApiOperation,
  parameters: readonly LooseObject[],
  taken: TakenNames,
  keys: FieldKeys,
  notes: ImportNote[],
): ParameterParts {
  const place = placeOf(chosen);
  const query: LooseObject = {};
  const headers: LooseObject = {};
  const fields = new Map<string, LooseObject>();
  const addField = (parameter: LooseObject, name: string, scope: string, required: boolean): string => {
    const note = (found: Finding) => notes.push(noteAt(`${place}.parameters.${storedName(name)}`, found));
    const field = fieldOf(document, parameter, { name, required, note });
    const identity = JSON.stringify([scope, { ...field, description: null }]);
    document.steps.take(identity.length / 50);
    const key = keys.take(name, identity);
    if (!fields.has(key)) fields.set(key, { key, ...field });
    return key;
  };

  const named = parameters.map((parameter) => ({
    parameter,
    name: textMember(parameter, "name") ?? "",
    where: textMember(parameter, "in") ?? "",
    required: member(parameter, "required") === true,
  }));
  for (const each of named) {
    const { parameter, name, where, required } = each;
    if (where === "path" || isTaken(each, taken)) continue;
    const leftOut = whyLeftOut(document, each);
    const found = leftOut ?? listNote(document, each);
    if (found !== null) notes.push(noteAt(`${place}.parameters.${storedName(name)}`, found));
    if (leftOut !== null) continue;
    if (fields.size >= MOST_FIELDS && !required) {
      notes.push(noteAt(place, finding("parameter-too-many", { name: storedName(name) })));
      continue;
    }
    (where === "header" ? headers : query)[name] = `{${addField(parameter, name, where, required)}}`;
  }
  const inPath = new Map(named.filter(({ where }) => where === "path").map(({ name, parameter }) => [name, parameter]));
  const url = urlOf(chosen.path, (name, before) =>
    addField(inPath.get(name) ?? {}, name, `path after ${before}`, true),
  );
  return { url, query, headers, fields: [...fields.values()] };
}

/**
 * The path of an operation with the keys of its fields. `keyOf`: the key for a name that follows `before` in the path.
 */
function urlOf(path: string, keyOf: (name: string, before: string) => string): string {
  return path
    .replace(/\{([^{}]*)\}/g, (_whole, name: string) => {
      const before = path
        .slice(0, path.indexOf(`{${name}}`))
        .split("/")
        .filter((part) => part !== "" && !part.includes("{"))
        .at(-1);
      return `{${keyOf(name, before ?? "")}}`;
    })
    .replace(/[^\w\-.~!$&'()*+,;=:@/%{}?]/gu, (char) => encodeURIComponent(char.toWellFormed()))
    .replace(/[?].*$/s, "")
    .replace(/^\/+/, "/");
}

/** A parameter with its most used parts. */
type Named = {
  readonly parameter: LooseObject;
  readonly name: string;
  readonly where: string;
  readonly required: boolean;
};

/** Whether paging or the auth fills the parameter. */
function isTaken({ name, where }: Named, { paging, carriers }: TakenNames): boolean {
  return (
    paging.has(name) ||
    carriers.has(name.toLowerCase()) ||
    (where === "header" && /^(accept|content-type|authorization)$/i.test(name))
  );
}

/** Why a parameter cannot become a setting, or null. */
function whyLeftOut(document: OpenApiDocument, { parameter, name, where, required }: Named): Finding | null {
  if (member(parameter, "deprecated") === true && !required) return finding("parameter-deprecated", {});
  if (where !== "query" && where !== "header")
    return finding("parameter-place-unsupported", { place: storedWord(where) || null });
  if (!mayBeKey(name) || /[{}]/.test(name)) return finding("parameter-name-unusable", {});
  if (where === "header" && headerNameFault(name) !== null) return finding("parameter-header-forbidden", {});
  if (isObject(member(parameter, "content"))) return finding("parameter-is-document", {});
  return shapeOf(document, member(parameter, "schema")).type === "object" ? finding("parameter-is-object", {}) : null;
}

/** The note about a list, or null if the parameter is not one. */
function listNote(document: OpenApiDocument, { parameter, where }: Named): Finding | null {
  if (shapeOf(document, member(parameter, "schema")).type !== "array") return null;
  return member(parameter, "explode") !== false && where === "query"
    ? finding("parameter-repeats", {})
    : finding("parameter-is-list", {});
}

/** A parameter as a field without its key. `note`: says what of it has no place in a field. */
function fieldOf(
  document: OpenApiDocument,
  parameter: LooseObject,
  { name, required, note }: { name: string; required: boolean; note: (found: Finding) => void },
): LooseObject {
  const written = member(parameter, "schema");
  const outer = shapeOf(document, written);
  const shape = outer.type === "array" ? shapeOf(document, outer.items) : outer;
  const field: LooseObject = { label: labelOf(name) };
  const description = cutText(textMember(parameter, "description") ?? outer.description ?? "", DESCRIPTION_READ);
  if (description.trim() !== "") field.description = cleanText(description.replace(/\s+/g, " "), 400);
  const { options, areAll } = optionsOf(document, shape);
  if (!areAll && outer.type !== "array") note(finding("choices-not-listed", {}));
  const type = options.length > 0 && outer.type !== "array" ? "select" : typeOf(shape.type, shape.format);
  field.type = type;
  if (type === "select")
    field.options = options.map((value) => (typeof value === "string" ? cleanText(value, 400) : value));
  if (required) field.required = true;
  if (mayBeSecret(name, "")) return { ...field, type: "text", private: true };
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

/** The values of a list of choices; none if a list cannot have them all. */
function optionsOf(document: OpenApiDocument, { choices }: Pick<Shape, "choices">) {
  document.steps.take(choices?.length ?? 0);
  const given = (choices ?? []).filter((choice) => choice !== null);
  const options = given.filter(isScalar);
  const areAll = options.length === given.length && options.length <= MOST_OPTIONS;
  return { options: areAll ? options : [], areAll };
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
