import path from "node:path";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { endpointGroups } from "#app/api/endpoints.ts";
import { openApiDocument } from "#app/api/openapi/openapi-document.ts";

/** The file with the types that the command's client is made of. */
export const CLIENT_TYPES = path.resolve(import.meta.dirname, "../../cli/client/api.d.ts");

/** The types of every call, made from the OpenAPI document. Examples are left out: they are no types. */
export async function clientTypes(): Promise<string> {
  const document = openApiDocument(endpointGroups, "https://tributary.test");
  const text = JSON.stringify(document, (key, value: unknown) => (key === "example" ? undefined : value));
  const made = await openapiTS(JSON.parse(text) as OpenAPI3, { alphabetize: true });
  return `// Made from the OpenAPI document by "npm run client": do not edit.\n${astToString(made)}`;
}
