import { z } from "zod";
import type { DatasetCard } from "#domain/dataset/events.ts";
import { UPDATE_FREQUENCIES } from "#domain/dataset/update-frequencies.ts";
import { line, prose } from "#domain/core/text/text-schemas.ts";

/** The fields of a dataset's card in the API. */
export const cardFields = {
  title: line(200),
  description: prose(20_000).optional(),
  category: line().optional(),
  keywords: z.array(line(100)).max(50).optional(),
  license: line()
    .optional()
    .describe("The SPDX identifier of a licence; `other`: see license_terms; `none`: not stated."),
  license_terms: prose(20_000).optional().describe("The terms of a licence of your own, or an addition."),
  row_meaning: line(200).optional().describe("What one row is, such as: one reading of one gauge."),
  update_frequency: z
    .enum(["", ...UPDATE_FREQUENCIES])
    .optional()
    .describe("How often new rows are expected."),
  read_me: prose(50_000).optional().describe("Markdown; HTML in it is shown as text."),
  source_url: line(1_000).optional().describe("Where the data come from: an address with http or https."),
  is_public: z.boolean().optional(),
  on_request: z.boolean().optional(),
};

type Given = Partial<z.output<z.ZodObject<typeof cardFields>>>;

/** The part of a card that a call gives. */
export function cardGiven(given: Given): Partial<DatasetCard> {
  const { is_public: isPublic, on_request: onRequest, license_terms: licenseTerms, ...rest } = given;
  const { row_meaning: rowMeaning, update_frequency: updateFrequency, read_me: readMe, ...others } = rest;
  const { source_url: sourceUrl, ...same } = others;
  const renamed = { isPublic, onRequest, licenseTerms, rowMeaning, updateFrequency, readMe, sourceUrl };
  const all = Object.entries({ ...same, ...renamed }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(all);
}
