import { z } from "zod";
import { nestsTooDeep } from "#domain/connector-language/json/json.ts";

const webAddress = z
  .string()
  .max(2_000)
  .refine((text) => text === "" || /^https?:\/\//i.test(text), "must be an http or https address.");

/** The fields of a connector as its author sends them; the price is always 0. */
export const uploadFields = {
  title: z.string().max(200),
  description: z.string().max(20_000).optional(),
  category: z.string().optional(),
  api_doc_url: webAddress.nullable().optional(),
  is_public: z.boolean().optional(),
  price: z.literal(0, "The price is fixed at 0.").optional(),
  dsl: z
    .union([z.string(), z.record(z.string(), z.unknown())], "dsl must be a JSON object or its text.")
    .refine((dsl) => typeof dsl !== "string" || !nestsTooDeep(dsl), "The definition nests deeper than 64 levels."),
};
