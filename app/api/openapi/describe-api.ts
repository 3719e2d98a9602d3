import { z } from "zod";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import type { EndpointFacts } from "../../http/json-api/endpoint.ts";
import { asOpenApi30 } from "./openapi-3-0.ts";
import { openApiDocument } from "./openapi-document.ts";

type Groups = readonly { readonly name: string; readonly endpoints: readonly EndpointFacts[] }[];

/** The endpoints that return the OpenAPI document of these endpoints and themselves, as 3.1 and as 3.0. */
export function describeApi(groups: Groups) {
  let document: ReturnType<typeof openApiDocument> | undefined;
  const own: EndpointFacts[] = [];
  const documentAt = (appUrl: string) =>
    (document ??= openApiDocument([...groups, { name: "Description", endpoints: own }], appUrl));
  const shared = { method: "GET", who: "anyone", limitedKeys: "all" } as const;
  const body = z.record(z.string(), z.unknown());
  const described = endpoint({
    ...shared,
    path: "/api/openapi.json",
    summary: "This description of the API.",
    answers: { 200: { body, about: "this API as an OpenAPI 3.1 document" } },
    run: async ({ context }) => answer(200, documentAt(context.platform.site.appUrl)),
  });
  const describedIn30 = endpoint({
    ...shared,
    path: "/api/openapi-3.0.json",
    summary: "The same description for tools that do not read OpenAPI 3.1.",
    answers: { 200: { body, about: "this API as an OpenAPI 3.0 document" } },
    run: async ({ context }) => answer(200, asOpenApi30(documentAt(context.platform.site.appUrl))),
  });
  own.push(described, describedIn30);
  return [described, describedIn30] as const;
}
