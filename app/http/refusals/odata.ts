import type { AnswersOf } from "./refusal-answer.ts";

/** Refusals of OData requests. `message`: what is wrong, or what is not supported. */
export type ODataRefusal =
  | { readonly code: "odata-query-invalid" | "odata-unsupported"; readonly message: string }
  | { readonly code: "odata-option-unsupported"; readonly option: string }
  | { readonly code: "odata-format-unknown"; readonly format: string }
  | {
      readonly code: "odata-version-too-old" | "odata-token-invalid" | "odata-key-invalid" | "odata-version-gone";
    };

export const odataAnswers = {
  "odata-query-invalid": { status: 400, say: ({ message }) => message },
  "odata-unsupported": { status: 501, say: ({ message }) => message },
  "odata-option-unsupported": { status: 501, say: ({ option }) => `The query option ${option} is not supported.` },
  "odata-format-unknown": { status: 406, say: ({ format }) => `There is no format ${format} here: use json.` },
  "odata-version-too-old": {
    status: 400,
    say: "Answers are in OData 4.0. Send OData-MaxVersion 4.0, or leave it out.",
  },
  "odata-token-invalid": { status: 400, say: "This $skiptoken is not one of a nextLink." },
  "odata-key-invalid": { status: 400, say: "A row is named by its _row_id, a whole number, as in (1)." },
  "odata-version-gone": {
    status: 410,
    say: "The version of the table that this link continues is no longer kept. Read the table from its beginning.",
  },
} satisfies AnswersOf<ODataRefusal>;
