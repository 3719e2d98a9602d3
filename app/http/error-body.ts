import { z } from "zod";
import type { Refused } from "./call-result.ts";
import { BEARER } from "./keys/bearer.ts";
import { ERROR_CODES } from "./refusals.ts";
import { factsSchema } from "./refusals/refusal-answer.ts";

/** The shape of every refusal. */
export const errorSchema = factsSchema
  .extend({
    error: z.string().describe("What is wrong, in one sentence."),
    code: z.enum(ERROR_CODES).describe("What is wrong, for programs: it stays when the sentence changes."),
    field: z.string().optional().describe("The field or parameter that it is about."),
    faults: z
      .array(z.strictObject({ path: z.string(), message: z.string() }))
      .optional()
      .describe("Every fault of what was sent."),
    request_id: z.string().describe("Names the request, as X-Request-Id and the server's log do."),
  })
  .meta({ id: "Error" });

/** A refusal that can be sent. */
export type Sendable = Pick<Refused, "status" | "code" | "error" | "field" | "placedFaults" | "facts"> & {
  readonly retryAfterSeconds?: number | undefined;
  readonly challenge?: string | undefined;
};

export type ErrorBody = { readonly error: string; readonly code: string } & Readonly<Record<string, unknown>>;

/** A refusal as JSON, but for the request that gets it. */
export function errorFacts({ error, code, field, placedFaults, facts }: Sendable): ErrorBody {
  return {
    error,
    code,
    ...(field === null ? {} : { field }),
    ...(placedFaults === undefined ? {} : { faults: placedFaults }),
    ...facts,
  };
}

/** The headers of a refusal: when to try again, and which credential would help. */
export function refusalHeaders({
  status,
  retryAfterSeconds,
  challenge = status === 401 ? BEARER : undefined,
}: Pick<Sendable, "status" | "retryAfterSeconds" | "challenge">): Record<string, string> {
  return {
    ...(retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) }),
    ...(challenge === undefined ? {} : { "WWW-Authenticate": challenge }),
  };
}

/** The one error shape of the API. */
export function errorBody(refused: Sendable, requestId: string): ErrorBody {
  return { ...errorFacts(refused), request_id: requestId };
}
