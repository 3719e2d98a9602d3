export type Json = Record<string, unknown>;

/**
 * Schemas as generators of clients can take them. Each rule is a shape that breaks one of those that people use (those
 * tried are in docs/reliability.md); what is lost is only precision that no generated type can hold.
 */

/** A schema without the shapes that break generators. */
export function portableSchema(schema: Json): Json {
  if (typeof schema["$ref"] === "string") return schema;
  return withOneType(oneOfFew(asEnum(withoutTwins(inParts(schema)))));
}

/** Of several types besides null none is named: the value may be anything. */
function withOneType(schema: Json): Json {
  const { type, ...rest } = schema;
  return Array.isArray(type) && type.filter((each) => each !== "null").length > 1 ? rest : schema;
}

function inParts(schema: Json): Json {
  const made: Json = {};
  for (const [word, value] of Object.entries(schema)) {
    // Names of fields are texts in any language.
    if (word === "propertyNames") continue;
    if (word === "properties") made[word] = mapValues(value as Json, (field) => withoutLoneNull(portableSchema(field)));
    else if (["items", "additionalProperties", "not"].includes(word) && isObject(value))
      made[word] = portableSchema(value);
    else if (["anyOf", "oneOf", "allOf"].includes(word)) made[word] = (value as Json[]).map(portableSchema);
    else made[word] = value;
  }
  return made;
}

/** The fields without those whose name another one has in other languages, where it is spelled as the others are. */
function withoutTwins(schema: Json): Json {
  const { properties, required } = schema as { properties?: Json; required?: string[] };
  if (properties === undefined) return schema;
  const kept = withoutTwinFields(properties, required);
  if (Object.keys(kept).length === Object.keys(properties).length) return schema;
  const { additionalProperties: _, ...rest } = schema;
  const isKept = (name: string) => Object.hasOwn(kept, name);
  return { ...rest, properties: kept, ...(required === undefined ? {} : { required: required.filter(isKept) }) };
}

/**
 * Of two fields whose names become one in other languages (`_type` beside `type`) the one that is always there; of two
 * such ones the plain one.
 */
export function withoutTwinFields(fields: Json, required: readonly string[] = Object.keys(fields)): Json {
  const plain = (name: string) => name.replaceAll("_", "").toLowerCase();
  const rank = (name: string) => (required.includes(name) ? 2 : 0) + (isPlainName(name) ? 1 : 0);
  const best = new Map<string, string>();
  for (const name of Object.keys(fields)) {
    const known = best.get(plain(name));
    if (known === undefined || rank(name) > rank(known)) best.set(plain(name), name);
  }
  return Object.fromEntries(Object.entries(fields).filter(([name]) => best.get(plain(name)) === name));
}

const isPlainName = (name: string) => /^[a-z][a-z0-9_]*$/.test(name);

/** A field that is always null is no type of its own. */
function withoutLoneNull(schema: Json): Json {
  if (schema["type"] !== "null") return schema;
  const { type: _, enum: __, ...rest } = schema;
  return rest;
}

function asEnum(schema: Json): Json {
  if (!("const" in schema)) return schema;
  const { const: value, ...rest } = schema;
  return { type: typeOf(value), ...rest, enum: [value] };
}

/** Alternatives as one type where one can hold them: with null, of one type, or anything. */
function oneOfFew(schema: Json): Json {
  const word = "anyOf" in schema ? "anyOf" : "oneOf" in schema ? "oneOf" : null;
  if (word === null) return schema;
  const { [word]: listed, ...around } = schema;
  const all = (listed as Json[]).flatMap((each) => (isOnlyAnyOf(each) ? (each["anyOf"] as Json[]) : [each]));
  const others = all.filter(({ type }) => type !== "null");
  const hasNull = others.length < all.length;
  const types = new Set(others.flatMap(({ type }) => type ?? "unnamed"));
  const [first] = others;
  // A text or a JSON object, or any value: no type of other languages but "anything" holds them.
  if (types.size > 1 && !types.has("unnamed")) return around;
  if (others.length === 1 && first !== undefined && !("$ref" in first))
    return { ...(hasNull ? orNull(first) : first), ...around };
  if (types.size === 1 && others.every(isSimple)) return { ...merged(others, hasNull), ...around };
  return { ...around, [word]: all };
}

const isOnlyAnyOf = (schema: Json) => Object.keys(schema).length === 1 && "anyOf" in schema;
const isSimple = ({ type }: Json) => typeof type === "string" && type !== "object" && type !== "array";

/** Values of one type: those that are listed, or all of the type. */
function merged(schemas: readonly Json[], hasNull: boolean): Json {
  const type = schemas[0]?.["type"];
  const listed = schemas.map((each) => each["enum"]);
  const formats = new Set(schemas.map((each) => each["format"]));
  const one: Json = listed.every(Array.isArray)
    ? { type, enum: [...new Set(listed.flat())] }
    : { type, ...(formats.size === 1 && !formats.has(undefined) ? { format: [...formats][0] } : {}) };
  return hasNull ? orNull(one) : one;
}

function orNull(schema: Json): Json {
  const types = ([schema["type"] ?? []].flat() as string[]).filter((each) => each !== "null");
  if (types.length === 0) return schema;
  const listed = schema["enum"];
  return {
    ...schema,
    type: [...types, "null"],
    ...(Array.isArray(listed) ? { enum: [...(listed as unknown[]).filter((each) => each !== null), null] } : {}),
  };
}

function typeOf(value: unknown): string {
  return Number.isInteger(value) ? "integer" : value === null ? "null" : typeof value;
}

function mapValues(of: Json, map: (schema: Json) => Json): Json {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, isObject(value) ? map(value) : value]));
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A document whose references to "a component or null" name a component that says so. */
export function withNullableComponents<D extends { readonly components: { readonly schemas: Json } }>(document: D): D {
  const orNulls = new Map<string, Json>();
  const referring = JSON.parse(JSON.stringify(document), (_key, part: unknown) =>
    isObject(part) ? refersToOrNull(part, document.components.schemas, orNulls) : part,
  ) as D;
  const text = JSON.stringify(referring);
  const schemas = { ...referring.components.schemas, ...Object.fromEntries(orNulls) };
  // One that is always "or null" is not referred to any more.
  for (const name of orNulls.keys().map((each) => each.replace(/OrNull$/, "")))
    if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  return { ...referring, components: { ...referring.components, schemas } };
}

/** A component or null, as a component of its own: alternatives of which one is null alone are no type in Python. */
function refersToOrNull(part: Json, schemas: Json, orNulls: Map<string, Json>): Json {
  const { anyOf, ...around } = part;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return part;
  const [one, other] = anyOf as Json[];
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(one?.["$ref"]))?.[1];
  if (name === undefined || other?.["type"] !== "null") return part;
  orNulls.set(`${name}OrNull`, orNull(schemas[name] as Json));
  return { ...around, $ref: `#/components/schemas/${name}OrNull` };
}
