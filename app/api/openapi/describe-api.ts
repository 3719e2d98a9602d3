import { z } from "zod";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import type { EndpointFacts } from "../../http/json-api/endpoint.ts";
import { openApiDocument } from "./openapi-document.ts";

type Groups = readonly { readonly name: string; readonly endpoints: readonly EndpointFacts[] }[];

/** The endpoint that returns the OpenAPI document of these endpoints and itself. */
export function describeApi(groups: Groups) {
  let document: ReturnType<typeof openApiDocument> | undefined;
  const described = endpoint({
    method: "GET",
    path: "/api/openapi.json",
    who: "anyone",
    limitedKeys: "all",
    summary: "This description of the API.",
    answers: { 200: { body: z.record(z.string(), z.unknown()), about: "this API as an OpenAPI 3.1 document" } },
    run: async ({ context }) => {
      document ??= openApiDocument(
        [...groups, { name: "Description", endpoints: [described] }],
        context.platform.site.appUrl,
      );
      return answer(200, document);
    },
  });
  return described;
}
