import { z } from "zod";
import { type Finding, FINDINGS, MAX_FACT_CHARS, MAX_FACT_ITEMS } from "./finding.ts";
import type { FactKind } from "./finding-kind.ts";

const textSchema = z.string().max(MAX_FACT_CHARS);
/** A finding as events hold it: a known code with its facts and no others. */
export const findingSchema: z.ZodType<Finding> = z.lazy(() => anyFindingSchema);
const factSchemas: { readonly [K in FactKind]: z.ZodType } = {
  text: textSchema,
  "text?": textSchema.nullable(),
  number: z.number(),
  texts: z.array(textSchema).max(MAX_FACT_ITEMS),
  finding: findingSchema,
  "finding?": findingSchema.nullable(),
  findings: z.array(findingSchema).max(MAX_FACT_ITEMS),
  sentence: z.string().max(100_000),
};

const anyFindingSchema = z.discriminatedUnion(
  "code",
  Object.entries(FINDINGS).map(([code, { facts }]) =>
    z.strictObject({
      code: z.literal(code),
      facts: z.strictObject(Object.fromEntries(Object.entries(facts).map(([name, of]) => [name, factSchemas[of]]))),
    }),
  ) as unknown as [z.ZodObject<{ code: z.ZodLiteral<string> }>],
) as unknown as z.ZodType<Finding>;
