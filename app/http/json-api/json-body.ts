import { type CallResult, refuse } from "../call-result.ts";
import type { z } from "zod";
import { textFault } from "#domain/core/text/storable.ts";
import { cutText } from "#domain/core/text/text.ts";
import { MAX_BODY_BYTES } from "../gate/body-limits.ts";
import { jsonBudgetFault, MAX_VALUES } from "../limits/json-budget.ts";

type Sent = {
  readonly headers: Pick<Headers, "get">;
  readonly body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null;
};

/** Parses a JSON body within limits; an absent one is an empty object. Every fault is one sentence. */
export async function readJson(request: Sent, maxBytes = MAX_BODY_BYTES): Promise<CallResult<unknown>> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const text = await textWithin(request, maxBytes);
  if (text === null) return refuse("body-too-large", { bytes: maxBytes });
  if (text !== "" && type !== "application/json") return refuse("body-not-json-type");
  if (!text.isWellFormed()) return refuse("body-not-utf8");
  const beyond = jsonBudgetFault(text);
  if (beyond === "body-too-many-values") return refuse(beyond, { values: MAX_VALUES });
  if (beyond !== null) return refuse(beyond);
  let value: unknown;
  try {
    value = text === "" ? {} : JSON.parse(text);
  } catch {
    return refuse("body-not-json");
  }
  const fault = MAY_BE_UNFIT.test(text) ? unfitText(value) : null;
  return fault ? refuse(fault) : { ok: true, value };
}

/** Checks a value against a schema; each fault is a sentence with its path. */
export function checked<T>(value: unknown, schema: z.ZodType<T>): CallResult<T> {
  const parsed = schema.safeParse(value, { error: wording });
  return parsed.success ? { ok: true, value: parsed.data } : refuse("input-invalid", faultsOf(parsed.error));
}

async function textWithin(request: Sent, limit: number): Promise<string | null> {
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Texts without these are fit: NUL and half a character can only be written as escapes. */
const MAY_BE_UNFIT = /\\u|__proto__/;

type Unfit = "field-proto" | "text-with-nul" | "text-not-unicode";

/** NUL, lone surrogates and names that reach an object's prototype are refused here. */
function unfitText(value: unknown): Unfit | null {
  if (typeof value === "string") return unfitString(value);
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "__proto__") return "field-proto";
    const fault = unfitString(key) ?? unfitText(inner);
    if (fault) return fault;
  }
  return null;
}

function unfitString(text: string): Unfit | null {
  const fault = textFault(text);
  if (fault === null) return null;
  return fault === "NUL characters" ? "text-with-nul" : "text-not-unicode";
}

/** The wording for schemas without their own; `sentence` puts the field in front of it. */
const wording: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "invalid_type")
    return issue.input === undefined ? "is missing." : `must be ${KINDS[issue.expected] ?? "of another kind"}.`;
  if (issue.code === "invalid_value") return `must be ${issue.values.map(String).join(" or ")}.`;
  const text = "origin" in issue && issue.origin === "string";
  if (issue.code === "too_big")
    return text ? `must not be longer than ${issue.maximum} characters.` : `must not be more than ${issue.maximum}.`;
  if (issue.code === "too_small")
    return text ? `must have at least ${issue.minimum} characters.` : `must be at least ${issue.minimum}.`;
  return "is not valid.";
};

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const MOST_FAULTS = 50;

/** The first fault as the sentence, its field, and every fault with its path. */
function faultsOf({ issues }: z.ZodError) {
  const faults = issues.slice(0, MOST_FAULTS).map((issue) => ({ path: pathOf(issue), message: sentence(issue) }));
  // A failed check has at least one issue.
  const [first] = faults as [(typeof faults)[0], ...typeof faults];
  return { message: first.message, field: first.path === "" ? null : first.path, faults };
}

function pathOf(issue: z.core.$ZodIssue): string {
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  return [...issue.path, ...unknown].map((key) => cutText(String(key), 60)).join(".");
}

/** A text in lower case ("is missing.") lacks its subject; others are whole sentences. */
function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys")
    return `Unknown field: ${issue.keys
      .slice(0, 5)
      .map((key) => cutText(key, 60))
      .join(", ")}.`;
  if (!/^(is|must) /.test(issue.message)) return issue.message;
  return `${issue.path.length === 0 ? "The body" : issue.path.join(".")} ${issue.message}`;
}
