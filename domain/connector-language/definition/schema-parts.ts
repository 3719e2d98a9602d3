import { z } from "zod";
import { durationFault } from "../json/durations.ts";
import { parsePath } from "../json/paths.ts";
import { onlyPlaceholder, placeholderNames, splitPlaceholders } from "../json/placeholders.ts";
import type { Json } from "../json/json.ts";

export const jsonSchema: z.ZodType<Json> = z.json();
export const text = z.string().max(4_000);
export const name = z.string().trim().min(1).max(200);
export const pathSchema = z.union([text, z.array(z.string().max(200)).max(32)]).superRefine((value, context) => {
  const parsed = parsePath(value);
  if (!parsed.ok) context.addIssue({ code: "custom", message: parsed.message });
});
/** For superRefine: adds the sentence that a check returns. */
export function refused(fault: (value: string) => string | null) {
  return (value: string, context: { addIssue(issue: { code: "custom"; message: string }): void }) => {
    const message = fault(value);
    if (message !== null) context.addIssue({ code: "custom", message });
  };
}
/** Names of one map of texts: each is a row of the page and of the consent. */
export const MOST_NAMES = 500;
/** Names of `for_each`: each is looked up among the operations, for each operation. */
export const MOST_SOURCES = 20;
/** Names in the map of `visible_if`. */
export const MOST_CONDITIONS = 100;
/** A map of at most so many names. */
export function few<T extends z.ZodType<object>>(map: T, most: number): T {
  return map.refine((value) => Object.keys(value).length <= most, `This has more than ${most} names.`);
}
export const textMap = few(z.record(z.string().min(1).max(200), text), MOST_NAMES);
export const scalarSchema = z.union([z.string().max(4_000), z.number(), z.boolean(), z.null()]);
/** Query parameters may be written as numbers and booleans; they are sent as text. */
export const queryMap = few(
  z.record(z.string().min(1).max(200), z.union([text, z.number().transform(String), z.boolean().transform(String)])),
  MOST_NAMES,
);

/** A duration, also one that settings complete: `{lookback}`, `P{days}D`. */
export const duration = z
  .string()
  .max(200)
  .superRefine(
    refused((value) => {
      const names = placeholderNames(value);
      if (onlyPlaceholder(value) !== null) return null;
      return durationFault(
        names.length === 0
          ? value
          : splitPlaceholders(value)
              .map((part) => ("name" in part ? "1" : part.literal))
              .join(""),
      );
    }),
  );
