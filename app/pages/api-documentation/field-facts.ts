import type { Json } from "../../api/openapi/schemas.ts";

/** A parameter or a field, as the page shows it. `place`: path, query or header; "" for fields of bodies. */
export type FieldFacts = {
  readonly name: string;
  readonly place: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly about: string;
  /** The value of one that is left out; null: there is none. */
  readonly preset: string | null;
};

/** Follows a `$ref` to what it names; returns everything else as it is. */
export type ReadSchema = (part: Json) => Json;

const REFERENCE = /^#\/components\/(\w+)\/(\w+)$/;
/** More values than these are not listed in a type. */
const MOST_VALUES = 8;

/** Reads references to these components of an OpenAPI document. */
export function schemaReader(components: Readonly<Record<string, unknown>>): ReadSchema {
  return (part) => {
    const [, kind = "", name = ""] = REFERENCE.exec(String(part["$ref"] ?? "")) ?? [];
    return ((components[kind] as Json | undefined)?.[name] as Json | undefined) ?? part;
  };
}

/** The fields of an object, or of the objects in an array. */
export function fieldsOf(schema: Json, read: ReadSchema): FieldFacts[] {
  const object = objectIn(schema, read);
  const required = new Set((object?.["required"] as readonly string[] | undefined) ?? []);
  return Object.entries((object?.["properties"] as Record<string, Json> | undefined) ?? {}).map(([name, field]) => ({
    name,
    place: "",
    type: typeOf(field, read),
    isRequired: required.has(name),
    about: typeof field["description"] === "string" ? field["description"] : "",
    preset: null,
  }));
}

function objectIn(schema: Json, read: ReadSchema): Json | null {
  const found = read(schema);
  if (found["properties"] !== undefined) return found;
  return found["type"] === "array" ? objectIn((found["items"] as Json | undefined) ?? {}, read) : null;
}

/** The type of a schema in a few words: "array of Dataset", "text or null", "asc | desc". */
export function typeOf(schema: Json, read: ReadSchema): string {
  const [, , name] = REFERENCE.exec(String(schema["$ref"] ?? "")) ?? [];
  if (name !== undefined) return name;
  const {
    enum: values,
    const: only,
    type,
    format,
    items,
    anyOf,
  } = schema as {
    readonly enum?: readonly unknown[];
    readonly const?: unknown;
    readonly type?: string | readonly string[];
    readonly format?: string;
    readonly items?: Json;
    readonly anyOf?: readonly Json[];
  };
  if (anyOf) return [...new Set(anyOf.map((each) => typeOf(each, read)))].join(" or ");
  if (only !== undefined) return String(only);
  if (values && values.length <= MOST_VALUES) return values.join(" | ");
  if (Array.isArray(type)) return type.map((each: string) => WORDS[each] ?? each).join(" or ");
  if (type === "array") return items && Object.keys(items).length > 0 ? `array of ${typeOf(items, read)}` : "array";
  if (format === "binary") return "file";
  return format ?? WORDS[String(type)] ?? (typeof type === "string" ? type : "any JSON");
}

const WORDS: Readonly<Record<string, string>> = { string: "text", null: "null" };
