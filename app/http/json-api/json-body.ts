import type { z } from "zod";
import { textFault } from "#domain/core/text/storable.ts";
import { cutText } from "#domain/core/text/text.ts";

const MAX_BYTES = 1_000_000;
const MAX_DEPTH = 32;

export type Body<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly status: number; readonly error: string };

const bad = (error: string, status = 400) => ({ ok: false, status, error }) as const;

/** Reads a JSON body within limits and checks it against a strict schema. Every fault is one sentence. */
export async function readJsonBody<T>(request: Request, schema: z.ZodType<T>, maxBytes = MAX_BYTES): Promise<Body<T>> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const text = await textWithin(request, maxBytes);
  if (text === null) return bad(`The request is larger than ${maxBytes / 1_000_000} MB.`, 413);
  if (text !== "" && type !== "application/json") return bad("Send the body as application/json.", 415);
  if (!text.isWellFormed()) return bad("The body is not valid UTF-8.");
  let value: unknown;
  try {
    value = text === "" ? {} : JSON.parse(text);
  } catch {
    return bad("The body is not valid JSON.");
  }
  if (hasTooManyValues(value)) return bad(`The body has more than ${MAX_VALUES.toLocaleString("en")} values.`, 413);
  const fault = unfitText(value, 0);
  if (fault) return bad(fault);
  return checked(value, schema);
}

/** Checks a value that did not come as JSON (a form, a query). */
export function checked<T>(value: unknown, schema: z.ZodType<T>): Body<T> {
  const parsed = schema.safeParse(value, { error: wording });
  return parsed.success ? { ok: true, value: parsed.data } : bad(sentence(parsed.error));
}

async function textWithin(request: Request, limit: number): Promise<string | null> {
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

/** Many small values take thirty times the memory of their text, for as long as the request lasts. */
const MAX_VALUES = 100_000;

function hasTooManyValues(body: unknown): boolean {
  const queue: unknown[] = [body];
  let count = 1;
  for (let value = queue.pop(); value !== undefined; value = queue.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const inner = Object.values(value);
    count += inner.length;
    if (count > MAX_VALUES) return true;
    for (const each of inner) if (typeof each === "object" && each !== null) queue.push(each);
  }
  return false;
}

/** NUL, lone surrogates, names that reach an object's prototype, and towers of brackets never get further than here. */
function unfitText(value: unknown, depth: number): string | null {
  if (depth > MAX_DEPTH) return "The body is nested too deeply.";
  if (typeof value === "string") return unfitString(value);
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "__proto__") return "The field __proto__ is not allowed.";
    const fault = unfitString(key) ?? unfitText(inner, depth + 1);
    if (fault) return fault;
  }
  return null;
}

function unfitString(text: string): string | null {
  const fault = textFault(text);
  if (fault === null) return null;
  return fault === "NUL characters" ? "Text must not contain NUL characters." : "Text must be valid Unicode.";
}

/** What a schema without words of its own says; `sentence` puts the field in front of it. */
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

/** The first fault. Words that begin small ("is missing.") lack their subject; the others are whole. */
function sentence(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return "The request is not valid.";
  if (issue.code === "unrecognized_keys")
    return `Unknown field: ${issue.keys
      .slice(0, 5)
      .map((key) => cutText(key, 60))
      .join(", ")}.`;
  if (!/^(is|must) /.test(issue.message)) return issue.message;
  return `${issue.path.length === 0 ? "The body" : issue.path.join(".")} ${issue.message}`;
}
