import { FIELD_KEY } from "../../connector-language/json/placeholders.ts";
import { type FieldKeys, labelOf } from "../field-keys.ts";
import { finding } from "../../core/findings/finding.ts";
import { cleanText, isObject, type ImportNote, type Loose, type LooseObject, member, noteAt } from "../imported.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import type { Sized } from "./openapi-paging.ts";
import { entriesWithin, firstMembers, type Shape, shapeOf } from "./openapi-schema.ts";
import { mayBeSecret } from "../private-names.ts";

const MAX_DEPTH = 5;
const MOST_FIELDS = 60;
/** Members of a body that are looked at for paging. */
const MOST_PAGING_MEMBERS = 1_000;
/** Members that a body's template holds at most, with those within others. */
const MOST_MEMBERS = 1_000;

/** Members that a note names. */
const MOST_NAMED = 12;

/** The body of a POST: a template, and the fields in it. */
export interface BodyParts {
  template: Loose;
  headers: LooseObject;
  fields: LooseObject[];
}

/** The schema of a JSON body or form; null if there is none that a connector can send. */
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
    const media = entriesWithin(document, content).find(([type]) => pattern.test(type))?.[1];
    const found = document.resolve(media);
    if (found !== null)
      return { kind, shape: shapeOf(document, member(found, "schema")), example: member(found, "example") };
  }
  return "unfit";
}

/** The members of a body that may be about paging. */
export function sizedMembers(document: OpenApiDocument, shape: Shape): Sized[] {
  return firstMembers(shape, MOST_PAGING_MEMBERS)
    .filter(([name]) => /^[\w-]{1,100}$/.test(name))
    .map(([name, written]) => ({ name, shape: shapeOf(document, written) }));
}

/** What is shared while the members of one body are read. `place`: where the body is in the document. */
type Building = {
  readonly document: OpenApiDocument;
  readonly paging: ReadonlySet<string>;
  readonly place: string;
  readonly keys: FieldKeys;
  readonly notes: ImportNote[];
  /** The fields so far, by their key. */
  readonly fields: Map<string, LooseObject>;
  /** Objects so far. */
  members: number;
};

/**
 * A template for a body: the required members, each a setting, and those with a default. Optional members without a
 * default are left out, with a note, because an unset setting would be sent as null.
 */
export function bodyOf(
  document: OpenApiDocument,
  operation: LooseObject,
  paging: ReadonlySet<string>,
  place: string,
  keys: FieldKeys,
  notes: ImportNote[],
): BodyParts {
  const body = bodySchema(document, operation);
  if (body === null) return { template: null, headers: {}, fields: [] };
  const at = `${place}.requestBody`;
  if (body === "unfit") {
    notes.push(noteAt(at, finding("body-unsupported", {})));
    return { template: null, headers: {}, fields: [] };
  }
  const building: Building = { document, paging, place: at, keys, notes, fields: new Map(), members: 0 };
  const made = body.kind === "json" ? jsonTemplate(building, body.shape) : formTemplate(building, body.shape);
  return { ...made, fields: [...building.fields.values()] };
}

type Template = Pick<BodyParts, "template" | "headers">;

function jsonTemplate(building: Building, shape: Shape): Template {
  if (shape.type !== "array") return { template: membersOf(building, shape, 0), headers: {} };
  building.notes.push(noteAt(building.place, finding("body-is-list", {})));
  return { template: [], headers: {} };
}

function formTemplate(building: Building, shape: Shape): Template {
  const pairs = Object.entries(membersOf(building, shape, MAX_DEPTH)).filter(
    ([name, value]) => typeof value === "string" && FIELD_KEY.test(name),
  );
  if (pairs.length === 0) return { template: null, headers: {} };
  return {
    template: pairs.map(([name, value]) => `${name}=${String(value)}`).join("&"),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  };
}

/** The members of an object that the body contains; notes those that are left out. */
function membersOf(building: Building, shape: Shape, depth: number): LooseObject {
  const { document, paging, place, notes, fields } = building;
  const made: LooseObject = {};
  const left: string[] = [];
  building.members += 1;
  for (const [name, written] of firstMembers(shape, 100)) {
    if (depth === 0 && paging.has(name)) continue;
    const inner = shapeOf(document, written);
    const needed = shape.required.has(name);
    const usable =
      !["__proto__", "constructor", "prototype"].includes(name) && name.isWellFormed() && !name.includes("\0");
    if (
      !usable ||
      (!needed && inner.default === undefined) ||
      fields.size >= MOST_FIELDS ||
      building.members >= MOST_MEMBERS
    )
      left.push(cleanText(name, 40));
    else if (inner.type === "object") made[name] = depth < MAX_DEPTH ? membersOf(building, inner, depth + 1) : {};
    else if (inner.type === "array")
      made[name] =
        Array.isArray(inner.default) && inner.default.every((each) => typeof each !== "object") ? inner.default : [];
    else made[name] = placeholderOf(building, name, inner);
  }
  const names = left.slice(0, MOST_NAMED);
  if (left.length > 0)
    notes.push(noteAt(place, finding("body-members-left-out", { names, more: left.length - names.length })));
  return made;
}

/** The placeholder of a member; adds its field unless it exists. */
function placeholderOf({ document, keys, fields }: Building, name: string, shape: Shape): string {
  document.steps.take(shape.choices?.length ?? 0);
  const field = fieldOf(name, shape);
  const key = keys.take(name, JSON.stringify(["body", field]));
  if (!fields.has(key)) fields.set(key, { key, ...field });
  return `{${key}}`;
}

/** A member as a field without its key. */
function fieldOf(name: string, shape: Shape): LooseObject {
  const label = labelOf(name);
  if (mayBeSecret(name, "")) return { label, type: "text", required: true, private: true };
  const options = (shape.choices ?? []).filter(
    (each) => typeof each === "string" && each.length <= 400 && each.isWellFormed(),
  );
  const type = options.length > 0 ? "select" : typeOf(shape);
  const preset = shape.default;
  const fits =
    preset !== undefined &&
    preset !== "" &&
    (type === "select" ? options.includes(preset) : typeof preset === (type === "text" ? "string" : type));
  return {
    label,
    type,
    required: true,
    ...(type === "select" ? { options } : {}),
    ...(fits ? { default: typeof preset === "string" ? cleanText(preset, 1_000) : preset } : {}),
  };
}

function typeOf({ type }: Shape): "number" | "boolean" | "text" {
  if (type === "integer" || type === "number") return "number";
  return type === "boolean" ? "boolean" : "text";
}
