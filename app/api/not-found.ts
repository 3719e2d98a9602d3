import type { LoaderFunctionArgs } from "@remix-run/node";
import { failure } from "../http/json-api/api-route.ts";

/** Every address below /api that is none. */
export function loader(_: LoaderFunctionArgs): Response {
  return failure("There is nothing under this address.", 404);
}
export const action = loader;
