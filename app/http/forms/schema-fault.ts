import type { z } from "zod";
import { refuse, type Refused } from "../call-result.ts";
import { faultSentence } from "#domain/core/text/unfit-text.ts";

/** The first fault that a schema found in a form, at its field. */
export function schemaFault({ issues }: z.ZodError): Refused {
  // A failed check has at least one issue.
  const [{ message, path }] = issues as unknown as readonly [z.core.$ZodIssue];
  const field = path.join(".");
  // A text in lower case lacks its subject.
  const sentence = /^(is|must) /.test(message) ? faultSentence(field, message) : message;
  return refuse("input-invalid", { message: sentence, field: field || null });
}
