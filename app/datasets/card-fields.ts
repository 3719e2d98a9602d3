import { z } from "zod";
import type { DatasetCard } from "#domain/dataset/events.ts";
import { UPDATE_FREQUENCIES } from "#domain/dataset/update-frequencies.ts";
import { line, prose } from "#domain/core/text/text-schemas.ts";
import { faultSentence, type TextKinds, type UnfitText, unfitText } from "#domain/core/text/unfit-text.ts";

/** The most characters of each text of a card, and the most keywords. */
const MOST = {
  ...{ title: 200, description: 20_000, keyword: 100, keywords: 50, licenseTerms: 20_000 },
  ...{ rowMeaning: 200, readMe: 50_000, sourceUrl: 1_000 },
};

/** The fields of a dataset's card in the API. */
export const cardFields = {
  title: line(MOST.title),
  description: prose(MOST.description).optional(),
  category: line().optional(),
  keywords: z.array(line(MOST.keyword)).max(MOST.keywords).optional(),
  license: line()
    .optional()
    .describe("The SPDX identifier of a licence; `other`: see license_terms; `none`: not stated."),
  license_terms: prose(MOST.licenseTerms).optional().describe("The terms of a licence of your own, or an addition."),
  row_meaning: line(MOST.rowMeaning).optional().describe("What one row is, such as: one reading of one gauge."),
  update_frequency: z
    .enum(["", ...UPDATE_FREQUENCIES])
    .optional()
    .describe("How often new rows are expected."),
  read_me: prose(MOST.readMe).optional().describe("Markdown; HTML in it is shown as text."),
  source_url: line(MOST.sourceUrl).optional().describe("Where the data come from: an address with http or https."),
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

/** What each text of a card is. Its category, licence and frequency are words of lists. */
const CARD_TEXTS: TextKinds<DatasetCard> = {
  title: { kind: "line", most: MOST.title },
  description: { kind: "prose", most: MOST.description },
  category: { kind: "line" },
  license: { kind: "line" },
  licenseTerms: { kind: "prose", most: MOST.licenseTerms },
  rowMeaning: { kind: "line", most: MOST.rowMeaning },
  updateFrequency: { kind: "line" },
  readMe: { kind: "prose", most: MOST.readMe },
  sourceUrl: { kind: "line", most: MOST.sourceUrl },
};
/** The fields of calls that have other names. */
const CALLED = {
  ...{ licenseTerms: "license_terms", rowMeaning: "row_meaning", updateFrequency: "update_frequency" },
  ...{ readMe: "read_me", sourceUrl: "source_url" },
} as const;

/** The first text of a card that its field cannot hold. */
export function unfitCard(card: Partial<DatasetCard>): UnfitText | null {
  const { keywords = [] } = card;
  if (keywords.length > MOST.keywords) {
    const message = faultSentence("keywords", `must not be more than ${MOST.keywords}.`);
    return { code: "input-invalid", message, field: "keywords" };
  }
  const unfit = keywords.map((keyword) => unfitText({ keyword }, KEYWORD)).find((fault) => fault !== null);
  return unfitText(card, CARD_TEXTS, CALLED) ?? (unfit ? { ...unfit, field: "keywords" } : null);
}

const KEYWORD = { keyword: { kind: "line", most: MOST.keyword } } as const;
