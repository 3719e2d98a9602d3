import type { Request } from "express";
import type { ExactNumbers } from "#domain/core/values/table.ts";
import { cutText } from "#domain/core/text/text.ts";
import { type CallResult, refuse } from "../http/call-result.ts";

/** How an answer in JSON is written. */
export type JsonFormat = {
  /** With "none" the context is left out; with "full" each row says what it is and which types its values have. */
  readonly metadata: "minimal" | "none" | "full";
  /** Whether numbers that a double would round are texts. */
  readonly ieee754: boolean;
};

/**
 * The JSON that `$format`, or else Accept, asks for. An Accept without JSON gets JSON too: there is nothing else, and
 * browsers ask for HTML.
 */
export function jsonFormat(req: Request, $format: string | undefined): CallResult<JsonFormat> {
  if ($format === undefined) {
    const wanted = (req.headers.accept ?? "").split(",").find((each) => /^\s*application\/json\b/i.test(each));
    return { ok: true, value: parametersOf(wanted ?? "") };
  }
  if (!/^(?:json|application\/json)(?:$|;)/i.test($format.trim()))
    return refuse("odata-format-unknown", { format: cutText($format, 60) });
  return { ok: true, value: parametersOf($format) };
}

function parametersOf(mediaType: string): JsonFormat {
  return {
    metadata: metadataOf(mediaType),
    ieee754: /;\s*IEEE754Compatible=true\b/i.test(mediaType),
  };
}

function metadataOf(mediaType: string): JsonFormat["metadata"] {
  const [, asked] = /;\s*(?:odata\.)?metadata=(none|full)\b/i.exec(mediaType) ?? [];
  return (asked?.toLowerCase() as "none" | "full" | undefined) ?? "minimal";
}

/** The Content-Type of an answer in this format. */
export function contentTypeOf({ metadata, ieee754 }: JsonFormat): string {
  return `application/json; odata.metadata=${metadata};${ieee754 ? " IEEE754Compatible=true;" : ""} charset=utf-8`;
}

export function exactNumbersOf({ ieee754 }: JsonFormat): ExactNumbers {
  return ieee754 ? "string" : "number";
}
