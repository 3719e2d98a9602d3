import type { AnswerRefusal } from "#domain/use-cases/datasets/answer-request.ts";
import type { RequestAccessRefusal } from "#domain/use-cases/datasets/request-access.ts";
import type { ShareRefusal } from "#domain/use-cases/datasets/share-dataset.ts";
import type { AnswersOf } from "./refusal-answer.ts";
import type { UnfitText } from "#domain/core/text/unfit-text.ts";

/** Refusals about requests for access to datasets. */
export type AccessRequestRouteRefusal =
  | Exclude<RequestAccessRefusal | AnswerRefusal, ShareRefusal>
  | { readonly code: "no-request-of-address" }
  | { readonly code: "access-end-unclear" };

export const accessRequestAnswers = {
  "access-not-on-request": { status: 409, say: "This dataset needs no request: connect to it." },
  "access-already": { status: 409, say: "You already have access to this dataset." },
  "access-requested-already": {
    status: 409,
    say: "You have already asked for access. The owner has not answered yet.",
  },
  "no-open-access-request": { status: 409, say: "This request is no longer open." },
  "no-request-of-address": { status: 404, say: "No request for access came from this address.", field: "email" },
  "request-reason-missing": { status: 400, say: "Say what you need the data for.", field: "reason" },
  "request-reason-too-long": {
    status: 400,
    say: ({ limit }) => `The reason must not be longer than ${limit} characters.`,
    field: "reason",
  },
  "request-note-too-long": {
    status: 400,
    say: ({ limit }) => `The note must not be longer than ${limit} characters.`,
    field: "note",
  },
  "access-end-unclear": {
    status: 400,
    say: "The end of the access must be a day such as 2030-12-31.",
    field: "until",
  },
} satisfies AnswersOf<Exclude<AccessRequestRouteRefusal, UnfitText>>;
