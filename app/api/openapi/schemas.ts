import { z } from "zod";
import { type Json, portableSchema } from "./portable-schemas.ts";

export type { Json };
/** Named schemas, by the name under which others refer to them. */
export type Components = Record<string, Json>;

/** A schema in JSON that generators of clients can take, with its named parts moved to `components`. */
export function schemaOf(schema: z.ZodType, io: "input" | "output", components: Components): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  const { $schema: _, $defs = {}, id, ...rest } = made;
  const named = Object.entries($defs as Record<string, Json>);
  const moved = new Map(named.map(([name]) => [name, nameOfPart(name)]));
  const withReferences = (part: Json): Json =>
    JSON.parse(
      JSON.stringify(part).replace(
        /"#\/\$defs\/([^"]+)"/g,
        (_found, name: string) => `"#/components/schemas/${moved.get(name) ?? name}"`,
      ),
    ) as Json;
  const portable = (part: Json) => portableSchema(withReferences(part));
  for (const [name, { id: __, ...part }] of named)
    add(components, moved.get(name) ?? name, moved.get(name) === ANY_JSON ? ANY_VALUE : portable(part));
  if (typeof id !== "string") return portable(rest);
  add(components, id, portable(rest));
  return { $ref: `#/components/schemas/${id}` };
}

/** A schema that refers to itself cannot be a type in most languages. */
const ANY_JSON = "JsonValue";
const ANY_VALUE: Json = { description: "Any JSON value." };

/** The one schema that refers to itself without a name of its own is that of any JSON value. */
function nameOfPart(name: string): string {
  return name.startsWith("__schema") ? ANY_JSON : name;
}

function add(components: Components, name: string, schema: Json): void {
  const known = components[name];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`Two schemas have the name ${name}.`);
  components[name] = schema;
}
