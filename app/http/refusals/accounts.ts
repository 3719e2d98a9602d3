import type { AnswersOf } from "./refusal-answer.ts";

/** Refusals about accounts, plans and administration. */
export type AccountRefusal = {
  readonly code:
    | "registering-busy"
    | "terms-not-accepted"
    | "passwords-differ"
    | "new-passwords-differ"
    | "new-email-password-needed"
    | "deletion-password-needed"
    | "deletion-password-wrong"
    | "plan-coming-soon"
    | "plan-unknown"
    | "key-of-another"
    | "nobody-to-contact"
    | "form-unknown"
    | "not-an-admin"
    | "role-unknown"
    | "job-not-waiting"
    | "job-not-failed"
    | "skip-unconfirmed";
};

export const accountAnswers = {
  "registering-busy": {
    status: 429,
    say: "Too many people are registering right now. Try again in a few seconds.",
    retryAfterSeconds: 5,
  },
  "terms-not-accepted": { status: 400, say: "Accept the terms to register.", field: "terms" },
  "passwords-differ": { status: 400, say: "Passwords do not match", field: "confirm" },
  "new-passwords-differ": { status: 400, say: "New passwords do not match", field: "confirm" },
  "new-email-password-needed": {
    status: 400,
    say: "Password required to confirm email change",
    field: "password",
  },
  "deletion-password-needed": { status: 400, say: "Enter your password to delete your account.", field: "password" },
  "deletion-password-wrong": {
    status: 400,
    say: "Your account was not deleted: this is not your current password.",
    field: "password",
  },
  "plan-coming-soon": { status: 409, say: "The Enterprise plan is coming soon.", field: "plan" },
  "plan-unknown": { status: 400, say: "plan must be 1, 2 or 3.", field: "plan" },
  "key-of-another": { status: 403, say: "A key can only be made for your own e-mail address." },
  "nobody-to-contact": { status: 503, say: "Nobody here can receive your message yet." },
  "form-unknown": { status: 400, say: "This form is not known." },
  "not-an-admin": { status: 403, say: "Only admins can do this." },
  "role-unknown": { status: 400, say: "The roles are admin, auditor and editor.", field: "role" },
  "job-not-waiting": { status: 404, say: "This job is running or has ended." },
  "job-not-failed": { status: 404, say: "Only a failed job that does not come again by itself can be removed." },
  "skip-unconfirmed": { status: 400, say: "Confirm that the event is to be skipped.", field: "confirmed" },
} satisfies AnswersOf<AccountRefusal>;
