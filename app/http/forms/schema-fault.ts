import type { z } from "zod";
import { refuse, type Refused } from "../call-result.ts";

/** The first fault that a schema found in a form, at its field. */
export function schemaFault({ issues }: z.ZodError): Refused {
  // A failed check has at least one issue.
  const [{ message, path }] = issues as unknown as readonly [z.core.$ZodIssue];
  return refuse("input-invalid", { message, field: path.join(".") || null });
}
