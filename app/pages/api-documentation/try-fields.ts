import { z } from "zod";
import type { EndpointFacts } from "../../http/json-api/endpoint.ts";
import { PARAMETER, type TryFields } from "./try-call.ts";

/** The form for an endpoint; null if it is not a GET. */
export function tryFields({ method, path, query, openQuery }: EndpointFacts): TryFields | null {
  if (method !== "GET") return null;
  return {
    call: path,
    inPath: [...path.matchAll(PARAMETER)].map(([, name = ""]) => name),
    inQuery: query instanceof z.ZodObject ? Object.keys(query.shape) : [],
    more: openQuery ?? null,
  };
}
