import type { KeyLimits, Scope } from "#domain/core/keys/scopes.ts";
import type { AnswersOf } from "./refusal-answer.ts";

/** Refusals of API keys, and of what a key may not do. */
export type KeyRefusal =
  | { readonly code: "key-invalid" | "key-in-address" | "streaming-key-elsewhere" | "session-needed" | "key-limited" }
  | { readonly code: "login-again" | "confirming-password-wrong" }
  | { readonly code: "scope-missing"; readonly scope: Scope }
  | { readonly code: "key-thing-unknown"; readonly name: string; readonly field: keyof KeyLimits }
  | { readonly code: "key-things-too-many"; readonly limit: number; readonly field: keyof KeyLimits };

export const keyAnswers = {
  "key-invalid": { status: 401, say: "This API key is wrong, has expired or was deleted." },
  "key-in-address": {
    status: 400,
    say: "A key in an address opens streams only. Send it in the header Authorization, as a Bearer token.",
  },
  "streaming-key-elsewhere": {
    status: 403,
    say: "The streaming key opens streams only. Make an API key on the account page for other calls.",
  },
  "session-needed": { status: 403, say: "No API key can do this. Log in and do it in a browser." },
  "login-again": {
    status: 403,
    say: "Your last login was more than 15 minutes ago. Enter your password, or log in again.",
    field: "password",
  },
  "confirming-password-wrong": { status: 400, say: "This is not your current password.", field: "password" },
  "key-limited": {
    status: 403,
    say: "This API key is limited to chosen tables and connectors, and this call is about something else.",
  },
  "key-thing-unknown": {
    status: 400,
    say: ({ name, field }) =>
      `${field === "tables" ? "You can read no table" : "You can use no connector or connection"} called ${name}.`,
  },
  "key-things-too-many": {
    status: 400,
    say: ({ limit, field }) => `A key can be limited to ${limit} ${field} at most.`,
    facts: ({ limit }) => ({ limit }),
  },
  "scope-missing": {
    status: 403,
    say: ({ scope }) => `This API key does not have the scope ${scope}.`,
    facts: ({ scope }) => ({ scope }),
  },
} satisfies AnswersOf<KeyRefusal>;
