import type { LoaderFunctionArgs } from "@remix-run/node";
import { endpoints } from "../../api/endpoints.ts";
import { redirectTo, redirectWithMessage, throwNotFound } from "../../http/forms/page.ts";
import { addressOf } from "./try-call.ts";
import { tryFields } from "./try-fields.ts";

/** /api-documentation/open?call=: leads to the answer of a GET with what the form was filled with. */
export async function loader({ request }: LoaderFunctionArgs) {
  const filled = new URL(request.url).searchParams;
  const found = endpoints.find(({ method, path }) => method === "GET" && path === filled.get("call"));
  const fields = found ? tryFields(found) : null;
  if (fields === null) return throwNotFound();
  const asked = addressOf(fields, filled);
  return "missing" in asked
    ? redirectWithMessage.error("/api-documentation", `Fill in ${asked.missing} to try this call.`)
    : redirectTo(asked.address);
}
