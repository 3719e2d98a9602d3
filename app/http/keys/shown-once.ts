import { z } from "zod";

const secrets = z.registry<{ readonly shownOnce: true }>();

/**
 * A secret that an answer shows once. The answer to a repeated call is the same without it: no secret is ever kept for
 * an Idempotency-Key.
 */
export function shownOnce() {
  const text = z.string();
  secrets.add(text, { shownOnce: true });
  return text.optional();
}

/** Fields of an answer with secrets, for its schema. */
export const replayedFields = {
  secret_shown: z
    .literal(false)
    .optional()
    .describe("Only in the answer to a repeated call with the same Idempotency-Key, which has no secret."),
};

/** The answer as it is kept for repeated calls: without secrets, and with `secret_shown: false` if it had any. */
export function withoutSecrets(schema: z.ZodType, body: unknown): unknown {
  const kept = strip(schema, body);
  if (kept === body) return body;
  const shown = typeof body === "object" && body !== null && "secretShown" in body ? { secretShown: false } : {};
  return { ...(kept as object), ...shown, secret_shown: false };
}

/** Whether a field of a schema is a secret that is shown once. */
export function isShownOnce(schema: z.ZodType): boolean {
  return secrets.has(unwrapped(schema));
}

/** The same value if there is no secret in it. */
function strip(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const kept = value.map((each) => strip(inner.element as z.ZodType, each));
    return kept.some((each, index) => each !== value[index]) ? kept : value;
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).flatMap(([name, each]: [string, unknown]) => {
    const field = inner.shape[name] as z.ZodType | undefined;
    if (field === undefined) return [[name, each] as const];
    return isShownOnce(field) ? [] : [[name, strip(field, each)] as const];
  });
  const kept = Object.fromEntries(fields);
  const isSame =
    fields.length === Object.keys(value).length &&
    fields.every(([name, each]) => each === (value as Record<string, unknown>)[name]);
  return isSame ? value : kept;
}

function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema;
}
