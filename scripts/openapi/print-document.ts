import { endpointGroups } from "#app/api/endpoints.ts";
import { openApiDocument } from "#app/api/openapi/openapi-document.ts";

/** Prints the OpenAPI document as a server at this address serves it. */
const { origin } = new URL(process.argv[2] ?? "https://tributary.test");
console.log(JSON.stringify(openApiDocument(endpointGroups, origin), null, 2));
