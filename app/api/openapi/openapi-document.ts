import type { EndpointFacts } from "../../http/json-api/endpoint.ts";
import { API_VERSION, LIMITS_AND_PROMISES } from "./api-description.ts";
import { errorSchema } from "../../http/error-body.ts";
import { headers } from "./answers-of-calls.ts";
import { errorCodes } from "./error-responses.ts";
import { operationOf } from "./operation.ts";
import { idempotencyKey, ifMatch, ifNoneMatch, prefer } from "./parameters.ts";
import { type Components, type Json, schemaOf } from "./schemas.ts";
import { securitySchemes } from "./security.ts";

type Groups = readonly { readonly name: string; readonly endpoints: readonly EndpointFacts[] }[];

/** What the calls under a heading are about. */
const ABOUT_GROUPS: Readonly<Record<string, string>> = {
  Users: "Accounts: registering, logging in, keys, plans and notices.",
  Connectors: "Definitions of APIs, their drafts, and the connections that read them.",
  Datasets: "Uploaded and published tables, and who may read them.",
  Blog: "The posts of the blog.",
  Streams: "The rows of tables as JSON, NDJSON and CSV, for tools and programs.",
  Webhooks:
    "Addresses of yours that are told what happens. /documentation/webhooks says what they get, and how to check it.",
  Administration: "What only admins do.",
  Description: "The description of the API itself.",
};

const DESCRIPTION = `What a person does on the pages, a program does here.

**Keys.** A program sends an API key of its account as \`Authorization: Bearer trib_…\`. Each operation names the scope
that the key needs. The cookie of a browser's session works as well.

**Errors.** Each error is one JSON object: \`error\`, a sentence for people, and \`code\`, for programs.

**Lists.** Lists have pages: \`limit\` is their length, and the \`Link\` header leads to the others.

**Repeating.** A change with an \`Idempotency-Key\` header may be sent again after a cut connection: it is carried out
once, and the answer is the same.

**Waiting.** What takes longer is answered with 202 and the address of its status (\`status_url\`, \`Location\`).
\`?wait=30\` there waits for the end, and \`Accept: text/event-stream\` follows each change.

**Limits.** Bodies have at most 1 MB where nothing else is said. Who calls too often gets 429, and a server that is busy
answers 503; both say in \`Retry-After\` after how many seconds the call may be repeated.`;

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
  return {
    openapi: "3.1.0",
    info: {
      title: "Tributary",
      version: API_VERSION,
      summary: "A data marketplace and API connector platform.",
      description: `${DESCRIPTION}\n\n${LIMITS_AND_PROMISES}`,
      contact: { name: "The people who run this server", url: `${appUrl}/contact` },
      license: { name: "Apache License 2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: appUrl, description: "This server" }],
    tags: groups.map(({ name }) => ({ name, description: ABOUT_GROUPS[name] ?? name })),
    paths,
    components: {
      schemas: shared.schemas,
      responses: shared.responses,
      parameters: { IdempotencyKey: idempotencyKey, IfMatch: ifMatch, IfNoneMatch: ifNoneMatch, Prefer: prefer },
      headers,
      securitySchemes,
    },
  };
}
