import { endpointGroups } from "#app/api/endpoints.ts";
import { asOpenApi30 } from "#app/api/openapi/openapi-3-0.ts";
import { openApiDocument } from "#app/api/openapi/openapi-document.ts";

/** Prints the OpenAPI document as a server at this address serves it; with `3.0` behind it as OpenAPI 3.0. */
const [address = "https://tributary.test", version] = process.argv.slice(2);
const document = openApiDocument(endpointGroups, new URL(address).origin);
console.log(JSON.stringify(version === "3.0" ? asOpenApi30(document) : document, null, 2));
