import { z } from "zod";

export type Json = Record<string, unknown>;
/** Named schemas, by the name under which others refer to them. */
export type Components = Record<string, Json>;

/** A schema in JSON, with its named parts moved to `components`. */
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
  for (const [name, { id: __, ...part }] of named) add(components, moved.get(name) ?? name, withReferences(part));
  if (typeof id !== "string") return withReferences(rest);
  add(components, id, withReferences(rest));
  return { $ref: `#/components/schemas/${id}` };
}

/** The one schema that refers to itself without a name of its own is that of any JSON value. */
function nameOfPart(name: string): string {
  return name.startsWith("__schema") ? "JsonValue" : name;
}

function add(components: Components, name: string, schema: Json): void {
  const known = components[name];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`Two schemas have the name ${name}.`);
  components[name] = schema;
}
