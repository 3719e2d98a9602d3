import { z } from "zod";
import { errorSchema } from "../error-body.ts";
import type { AnyEndpoint } from "./endpoint.ts";

/** How an answer differs from what its endpoint declares; null if it does not. */
export function answerFault(
  endpoint: AnyEndpoint,
  { status, headers }: Pick<Response, "status" | "headers">,
  body: unknown,
): string | null {
  if ((status === 201 || status === 202) && !headers.has("Location")) return `an answer ${status} has no Location.`;
  const declared = status >= 400 ? errorSchema : endpoint.answers[status];
  if (declared === undefined) return `no answer ${status} is declared.`;
  const schema = "safeParse" in declared ? declared : "body" in declared ? declared.body : null;
  if (schema === null || schema === undefined) return null;
  const read = schema.safeParse(body);
  return read.success ? null : z.prettifyError(read.error);
}
