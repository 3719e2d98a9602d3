import { type EndpointFacts, nameOf } from "../../http/json-api/endpoint.ts";
import { isObject, withoutTwinFields } from "./portable-schemas.ts";
import recorded from "./examples.json" with { type: "json" };

/** A call and its answers by status, as the tests of the document recorded them. */
export type Example = { readonly body?: unknown; readonly answers?: Readonly<Record<string, unknown>> };

/** Without the fields that the schemas leave out. */
const examples = JSON.parse(JSON.stringify(recorded), (_key, value: unknown) =>
  isObject(value) ? withoutTwinFields(value) : value,
) as Readonly<Record<string, Example>>;

/** The example of a call. Undefined: it takes and returns bytes only. */
export function exampleOf(endpoint: Pick<EndpointFacts, "method" | "path">): Example | undefined {
  return examples[nameOf(endpoint)];
}
