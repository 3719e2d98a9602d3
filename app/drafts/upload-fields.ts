import { z } from "zod";
import { nestsTooDeep } from "#domain/connector-language/json/json.ts";
import { line, prose, raw } from "#domain/core/text/text-schemas.ts";
import { isWebAddress } from "#domain/core/text/web-address.ts";

const webAddress = line(2_000).refine(
  (text) => text === "" || isWebAddress(text),
  "must be an http or https address without a user name or password.",
);

/** The fields of a connector as its author sends them; the price is always 0. */
export const uploadFields = {
  title: line(200),
  description: prose(20_000).optional(),
  category: line().optional(),
  api_doc_url: webAddress.nullable().optional(),
  is_public: z.boolean().optional(),
  price: z.literal(0, "The price is fixed at 0.").optional(),
  dsl: z
    .union(
      [raw("the connector language"), z.record(raw("the connector language"), z.unknown())],
      "dsl must be a JSON object or its text.",
    )
    .refine((dsl) => typeof dsl !== "string" || !nestsTooDeep(dsl), "The definition nests deeper than 64 levels."),
};
