import type { AnswersOf } from "../refusal-answer.ts";

/** Refusals of the transparency log. */
export type TransparencyRefusal = {
  readonly code:
    | "auditors-only"
    | "log-not-signed"
    | "log-tile-missing"
    | "proof-later"
    | "witness-log-unknown"
    | "witness-not-ready"
    | "witness-proof-wrong"
    | "witness-request-invalid"
    | "witness-signature-wrong";
};

export const transparencyAnswers = {
  "auditors-only": { status: 403, say: "Only auditors and admins can read the entries of the log." },
  "log-not-signed": { status: 404, say: "No log checkpoint was signed yet." },
  "log-tile-missing": { status: 404, say: "The signed log has no such tile." },
  "proof-later": {
    status: 409,
    say: "No signed log checkpoint has this event yet. Try again in a few seconds.",
    retryAfterSeconds: 5,
  },
  "witness-log-unknown": { status: 404, say: "This server is not set up to cosign this log." },
  "witness-not-ready": {
    status: 503,
    say: "This server has no key to cosign with yet. Try again in a few seconds.",
    retryAfterSeconds: 5,
  },
  "witness-proof-wrong": {
    status: 422,
    say: "The log checkpoint is not shown to continue the one that this server cosigned last.",
  },
  "witness-request-invalid": {
    status: 400,
    say: "The request is not the old size, a proof and a log checkpoint, as c2sp.org/tlog-witness describes them.",
  },
  "witness-signature-wrong": { status: 403, say: "The log checkpoint is not signed by a key of its log." },
} satisfies AnswersOf<TransparencyRefusal>;
