import type { EndpointFacts } from "../../http/json-api/endpoint.ts";
import { API_DESCRIPTION, API_VERSION } from "./api-description.ts";
import { errorSchema } from "../../http/error-body.ts";
import { headers } from "./answers/answers-of-calls.ts";
import { describedAnswer } from "./answers/described-answer.ts";
import { errorCodes } from "./error-responses.ts";
import { operationOf } from "./operation.ts";
import { withNullableComponents } from "./portable-schemas.ts";
import { idempotencyKey, ifMatch, ifNoneMatch, prefer } from "./parameters.ts";
import { type Components, type Json, schemaOf } from "./schemas.ts";
import { securitySchemes } from "./security.ts";

type Groups = readonly { readonly name: string; readonly endpoints: readonly EndpointFacts[] }[];

/** What the calls under a heading are about. */
const ABOUT_GROUPS: Readonly<Record<string, string>> = {
  Users: "Accounts: registering, logging in, keys, plans and notices.",
  Connectors: "Definitions of APIs, their drafts, and the connections that read them.",
  Datasets: "Uploaded and published tables, and who may read them.",
  "Data apps": "Charts of tables that were saved, as pages and as data.",
  Blog: "The posts of the blog.",
  Streams: "The rows of tables as JSON, NDJSON, CSV, Excel and Parquet, for tools and programs.",
  Webhooks:
    "Addresses of yours that are told what happens. /documentation/webhooks says what they get, and how to check it.",
  OData: "The tables that a key can read as an OData 4.0 service, for Excel, Power BI and others.",
  History: "What happened, and what was true at a time in the past.",
  Proof: "The signed log: checkpoints, proofs and tiles, for those who check it.",
  Administration: "What only admins do.",
  Description: "The description of the API itself.",
};

/** These endpoints as an OpenAPI 3.1 document of the server at `appUrl`. */
export function openApiDocument(groups: Groups, appUrl: string) {
  const shared = { schemas: {} as Components, responses: {} as Json };
  const paths: Record<string, Json> = {};
  for (const { name, endpoints } of groups)
    for (const endpoint of endpoints)
      (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint, name, shared);
  schemaOf(errorSchema, "output", shared.schemas);
  (shared.schemas["Error"] as { properties: Json }).properties["code"] = { $ref: "#/components/schemas/ErrorCode" };
  shared.schemas["ErrorCode"] = errorCodes();
  return withNullableComponents({
    openapi: "3.1.0",
    info: {
      title: "Tributary",
      version: API_VERSION,
      summary: "A data marketplace and API connector platform.",
      description: API_DESCRIPTION,
      contact: { name: "The people who run this server", url: `${appUrl}/contact` },
      license: { name: "Apache License 2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: appUrl, description: "This server" }],
    tags: groups.map(({ name }) => ({ name, description: ABOUT_GROUPS[name] ?? name })),
    paths,
    components: {
      schemas: describedSchemas(shared.schemas),
      responses: shared.responses,
      parameters: { IdempotencyKey: idempotencyKey, IfMatch: ifMatch, IfNoneMatch: ifNoneMatch, Prefer: prefer },
      headers,
      securitySchemes,
    },
  });
}

/** The named schemas with a description of each field. The error has its own. */
function describedSchemas(schemas: Components): Components {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, name === "Error" ? schema : describedAnswer(schema, name)]),
  );
}
