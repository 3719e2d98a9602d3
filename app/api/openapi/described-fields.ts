import type { Json } from "./schemas.ts";

/** Sentences by the names of fields, or with what is in front of them. */
export type Sentences = Readonly<Record<string, string>>;

/** Where a field is: the beginnings of keys, and the names that lead to it. */
type Place = { readonly said: Sentences; readonly starts: readonly string[]; readonly names: readonly string[] };

/**
 * A schema with a description of each of its fields, also of those within others: its own, or what is said about it. The
 * keys of `said` are the names of fields, those within others with these (`outer.field`); `starts` are what may be in front,
 * and what names more decides. Throws if nothing is said about a field.
 */
export function withFieldsDescribed(schema: Json, said: Sentences, starts: readonly string[]): Json {
  return described(schema, { said, starts, names: [] });
}

function described(schema: Json, place: Place): Json {
  const inner = (part: unknown): unknown => (isSchema(part) ? described(part, place) : part);
  return Object.fromEntries(
    Object.entries(schema).map(([word, value]) => {
      if (word === "properties") return [word, describedFields(value as Readonly<Record<string, Json>>, place)];
      if (word === "items" || word === "additionalProperties") return [word, inner(value)];
      if (word === "anyOf" || word === "oneOf" || word === "allOf") return [word, (value as unknown[]).map(inner)];
      return [word, value];
    }),
  );
}

function describedFields(fields: Readonly<Record<string, Json>>, { names, ...where }: Place): Json {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const place = { ...where, names: [...names, name] };
      if ("$ref" in field) return [name, field];
      const { description, ...rest } = described(field, place);
      return [name, { ...rest, description: typeof description === "string" ? sentence(description) : about(place) }];
    }),
  );
}

function about({ said, starts, names }: Place): string {
  const whole = names.join(".");
  const keys = [...starts.map((start) => `${start}${whole}`), ...names.map((_, at) => names.slice(at).join("."))];
  const key = keys.find((each) => Object.hasOwn(said, each));
  const found = key === undefined ? undefined : said[key];
  if (found === undefined) throw new Error(`Nothing is said about ${starts[0]}${whole}.`);
  return found;
}

/** "with the session's cookie" as "With the session's cookie."; a value that is explained stays as it is. */
export function sentence(about: string): string {
  const first = /^\w+:/.test(about) ? about.charAt(0) : about.charAt(0).toUpperCase();
  return `${first}${about.slice(1)}${/[.!?]$/.test(about) ? "" : "."}`;
}

function isSchema(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
