import { counted } from "#domain/core/text/counted.ts";
import type { AnswersOf } from "./refusal-answer.ts";

/** What is refused before any rule of the domain is asked. */
export type RequestRefusal =
  | { readonly name: "no-such-address" }
  | { readonly name: "item-unknown" }
  | { readonly name: "not-the-owner" }
  | { readonly name: "method-not-allowed"; readonly method: string }
  | { readonly name: "login-needed" }
  | { readonly name: "foreign-site" }
  | { readonly name: "key-of-another" }
  | { readonly name: "draft-not-published" }
  | { readonly name: "nothing-to-try" }
  | { readonly name: "server-fault" }
  | { readonly name: "too-many-attempts"; readonly retryAfterSeconds: number };

const minutes = (seconds: number) => counted(Math.max(1, Math.ceil(seconds / 60)), "minute");

export const requestAnswers = {
  "no-such-address": { status: 404, say: "There is nothing under this address." },
  "item-unknown": { status: 404, say: "Item not found" },
  "not-the-owner": { status: 403, say: "Only the owner can do this." },
  "method-not-allowed": { status: 405, say: ({ method }) => `${method} is not possible here.` },
  "login-needed": { status: 401, say: "Please log in to access this page." },
  "foreign-site": { status: 403, say: "This call only works from the site itself." },
  "key-of-another": { status: 403, say: "A key can only be made for your own e-mail address." },
  "draft-not-published": { status: 409, say: "A draft is not published, so it cannot be set inactive." },
  "nothing-to-try": { status: 400, say: "Name one of dsl, connector_id and instance_id." },
  "server-fault": { status: 500, say: "Something went wrong on our side. It has been recorded." },
  "too-many-attempts": {
    status: 429,
    say: ({ retryAfterSeconds }) => `Too many attempts. Try again in ${minutes(retryAfterSeconds)}.`,
  },
} satisfies AnswersOf<RequestRefusal>;
