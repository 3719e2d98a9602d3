import { z } from "zod";
import type { AnyEndpoint } from "./endpoint.ts";

/** The shape of every refusal. */
export const errorBody = z
  .strictObject({
    error: z.string().describe("What is wrong, in one sentence."),
    faults: z
      .array(z.strictObject({ path: z.string(), message: z.string() }))
      .optional()
      .describe("Every fault of a definition that was refused."),
    consent: z
      .strictObject({
        hosts: z.array(z.string()),
        places: z.array(z.strictObject({ field: z.string(), host: z.string(), where: z.string() })),
      })
      .optional()
      .describe("The hosts and the places of secrets to agree to first."),
  })
  .meta({ id: "Error" });

/** How an answer differs from what its endpoint declares; null if it does not. */
export function answerFault(endpoint: AnyEndpoint, status: number, body: unknown): string | null {
  const declared = status >= 400 ? errorBody : endpoint.answers[status];
  if (declared === undefined) return `no answer ${status} is declared.`;
  const schema = "safeParse" in declared ? declared : "body" in declared ? declared.body : null;
  if (schema === null || schema === undefined) return null;
  const read = schema.safeParse(body);
  return read.success ? null : z.prettifyError(read.error);
}
