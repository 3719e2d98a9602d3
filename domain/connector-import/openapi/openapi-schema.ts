import { isObject, type Loose, type LooseObject, member } from "../imported.ts";
import type { OpenApiDocument } from "./openapi-document.ts";

const MAX_PARTS = 8;

/**
 * What a schema says, with `allOf` merged and the first useful form of `oneOf` and `anyOf`. 3.0's `nullable` and 3.1's
 * lists of types give the same result.
 */
export interface Shape {
  type: string | null;
  format: string | null;
  properties: ReadonlyMap<string, Loose>;
  required: ReadonlySet<string>;
  items: Loose | undefined;
  additional: Loose | undefined;
  choices: Loose[] | null;
  default: Loose | undefined;
  example: Loose | undefined;
  minimum: number | null;
  maximum: number | null;
  description: string | null;
}

const known = new WeakMap<OpenApiDocument, WeakMap<LooseObject, Shape>>();

/**
 * Reads one level of a schema, each once: many places refer to the same one. Merges at most a few parts, so cycles end.
 */
export function shapeOf(document: OpenApiDocument, schema: Loose | undefined): Shape {
  const resolved = document.resolve(schema);
  if (resolved === null) return merged(document, null);
  const shapes = known.get(document) ?? new WeakMap<LooseObject, Shape>();
  known.set(document, shapes);
  const found = shapes.get(resolved);
  if (found !== undefined) return found;
  const made = merged(document, resolved);
  shapes.set(resolved, made);
  return made;
}

function merged(document: OpenApiDocument, schema: LooseObject | null): Shape {
  const properties = new Map<string, Loose>();
  const required = new Set<string>();
  const shape: Omit<Shape, "properties" | "required"> = {
    type: null,
    format: null,
    items: undefined,
    additional: undefined,
    choices: null,
    default: undefined,
    example: undefined,
    minimum: null,
    maximum: null,
    description: null,
  };
  const queue: (Loose | undefined)[] = [schema];
  for (let parts = 0; queue.length > 0 && parts < MAX_PARTS; parts += 1) {
    const part = document.resolve(queue.shift());
    if (part === null) continue;
    shape.type ??= typeOf(part);
    shape.format ??= text(part, "format");
    shape.description ??= text(part, "description");
    shape.items ??= member(part, "items");
    shape.additional ??= member(part, "additionalProperties");
    shape.default ??= member(part, "default");
    shape.example ??= member(part, "example") ?? first(member(part, "examples"));
    shape.minimum ??= number(part, "minimum");
    shape.maximum ??= number(part, "maximum");
    const constant = member(part, "const");
    const choices = member(part, "enum") ?? (constant === undefined ? undefined : [constant]);
    if (Array.isArray(choices)) shape.choices ??= choices;
    const own = member(part, "properties");
    if (isObject(own))
      for (const [key, inner] of entriesWithin(document, own)) if (!properties.has(key)) properties.set(key, inner);
    const needed = member(part, "required");
    if (Array.isArray(needed)) document.steps.take(needed.length);
    if (Array.isArray(needed)) for (const key of needed) if (typeof key === "string") required.add(key);
    const all = member(part, "allOf");
    if (Array.isArray(all)) queue.push(...all.slice(0, MAX_PARTS));
    for (const key of ["oneOf", "anyOf"]) {
      const forms = member(part, key);
      const real = Array.isArray(forms)
        ? forms.slice(0, MAX_PARTS).find((form) => !isNull(document.resolve(form)))
        : undefined;
      if (real !== undefined) queue.push(real);
    }
  }
  const type = shape.type ?? (properties.size > 0 ? "object" : shape.items !== undefined ? "array" : null);
  return { ...shape, type, properties, required };
}

/** The first members of a shape. */
export function firstMembers({ properties }: Shape, most: number): [name: string, written: Loose][] {
  const members: [string, Loose][] = [];
  for (const member of properties) {
    if (members.length >= most) break;
    members.push(member);
  }
  return members;
}

/** The members of an object, counted before they are looked at. */
export function entriesWithin(document: OpenApiDocument, value: LooseObject): [name: string, inner: Loose][] {
  const names = Object.keys(value);
  document.steps.take(names.length);
  return names.map((name) => [name, value[name] as Loose]);
}

function typeOf(part: LooseObject): string | null {
  const type = member(part, "type");
  if (typeof type === "string") return type;
  const real = Array.isArray(type) ? type.find((each) => each !== "null") : undefined;
  return typeof real === "string" ? real : null;
}

function isNull(part: LooseObject | null): boolean {
  return part === null || member(part, "type") === "null";
}

function text(part: LooseObject, key: string): string | null {
  const value = member(part, key);
  return typeof value === "string" ? value : null;
}

function number(part: LooseObject, key: string): number | null {
  const value = member(part, key);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function first(examples: Loose | undefined): Loose | undefined {
  return Array.isArray(examples) ? examples[0] : undefined;
}
