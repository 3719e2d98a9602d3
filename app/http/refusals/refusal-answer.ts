import { z } from "zod";
import { SCOPES } from "#domain/core/keys/scopes.ts";

const columns = z.array(z.strictObject({ name: z.string(), label: z.string(), type: z.string() }));

/**
 * The facts of refusals that programs may read, each with its schema in the API's document. A row of the table names
 * those of its refusal: nothing else of a refusal leaves the server.
 */
export const factsSchema = z.strictObject({
  run_id: z.string().describe("The run that is going on.").optional(),
  limit: z.number().describe("The limit that was reached: a number of things, or of bytes.").optional(),
  used: z.number().describe("How much of the limit is used.").optional(),
  plan: z.string().describe("The plan that sets the limit.").optional(),
  resets_at: z.iso.datetime().describe("When the limit begins anew.").optional(),
  scope: z.enum(SCOPES).describe("The scope that the API key lacks.").optional(),
  latest_connector_id: z.string().describe("The version of the connector to use in its place.").optional(),
  current_version: z.number().describe("The version of the dataset that readers see now.").optional(),
  old_columns: columns.describe("The columns of that version.").optional(),
  new_columns: columns.describe("The columns of the file.").optional(),
  entries: z.array(z.string()).describe("The files in the ZIP file, the first of them.").optional(),
  sheets: z.array(z.string()).describe("The sheets of the workbook, the first of them.").optional(),
  lost: z
    .array(z.strictObject({ place: z.string(), feature: z.string(), message: z.string() }))
    .describe("What of the source a connector cannot do, so that rows would be missing, and where it is.")
    .optional(),
  consent: z
    .strictObject({
      hosts: z.array(z.string()),
      places: z.array(z.strictObject({ field: z.string(), host: z.string(), where: z.string() })),
    })
    .describe("The hosts and the places of secrets to agree to first.")
    .optional(),
});

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;
export type RefusalFacts = DeepReadonly<z.output<typeof factsSchema>>;

/** One of several faults of what was sent, and where it is. */
export type PlacedFault = { readonly path: string; readonly message: string };

/**
 * The HTTP answer of a refusal. `field` is the field it belongs to; `retryAfterSeconds` is set if a retry may succeed
 * later; `facts` and `faults` are what programs get besides the sentence.
 */
export type RefusalAnswer<R> = {
  readonly status: number | ((refusal: R) => number);
  readonly say: string | ((refusal: R) => string);
  readonly field?: string;
  readonly retryAfterSeconds?: number;
  readonly facts?: (refusal: R) => RefusalFacts;
  readonly faults?: (refusal: R) => readonly PlacedFault[];
};

/** One answer for each code of these refusals. */
export type AnswersOf<R extends { readonly code: string }> = {
  readonly [N in R["code"]]: RefusalAnswer<Extract<R, { readonly code: N }>>;
};

/** A refusal as its table says it. */
export function answerOf<R extends { readonly code: string }>(
  table: AnswersOf<R>,
  refusal: R,
): {
  readonly code: R["code"];
  readonly status: number;
  readonly message: string;
  readonly field: string | null;
  readonly retryAfterSeconds?: number;
  readonly facts?: RefusalFacts;
  readonly faults?: readonly PlacedFault[];
} {
  const code = refusal.code as R["code"];
  const { status, say, field, retryAfterSeconds, facts, faults } = table[code] as RefusalAnswer<R>;
  const own = refusal as { readonly field?: string | null; readonly retryAfterSeconds?: number };
  const later = own.retryAfterSeconds ?? retryAfterSeconds;
  return {
    code,
    status: typeof status === "number" ? status : status(refusal),
    message: typeof say === "string" ? say : say(refusal),
    field: own.field ?? field ?? null,
    ...(later === undefined ? {} : { retryAfterSeconds: later }),
    ...(facts ? { facts: facts(refusal) } : {}),
    ...(faults ? { faults: faults(refusal).map(({ path, message }) => ({ path, message })) } : {}),
  };
}
