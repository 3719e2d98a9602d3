import type { QuotaRefusal } from "#domain/quota/decider.ts";
import type { WeekRefusal } from "#domain/quota/weekly-runs.ts";
import type { RunRefusal } from "#domain/run/decider.ts";
import type { ShareRefusal } from "#domain/use-cases/datasets/share-dataset.ts";
import type { StartRunRefusal } from "#domain/use-cases/running/start-run.ts";
import type { AnswersOf } from "./refusal-answer.ts";

/** Refusals about instances, their runs and tests. */
export type InstanceRouteRefusal = {
  readonly code:
    | "settings-not-json"
    | "settings-changed-elsewhere"
    | "settings-unsaved"
    | "not-connected"
    | "nothing-to-migrate"
    | "nothing-to-try"
    | "tries-of-user-busy"
    | "tries-busy"
    | "run-gone"
    | "output-incomplete"
    | "operation-without-table";
};

type RunningRefusal = Extract<
  RunRefusal | StartRunRefusal | ShareRefusal,
  { readonly code: "run-in-progress" | "run-over" | "their-places-used-up" }
>;

export const instanceAnswers = {
  "settings-not-json": { status: 400, say: "Invalid JSON - fix before saving.", field: "settings_json" },
  "settings-changed-elsewhere": {
    status: 409,
    say: "These settings were changed in another window since this page was opened. Save again to replace them, or reload the page to see them.",
  },
  "settings-unsaved": {
    status: 409,
    say: "Save your changes first: Run Now includes only changed settings and the override box.",
  },
  "not-connected": { status: 409, say: "You need to connect first before saving settings." },
  "nothing-to-migrate": { status: 404, say: "No active connection found to migrate." },
  "nothing-to-try": { status: 400, say: "Name one of dsl, connector_id and instance_id." },
  "tries-of-user-busy": {
    status: 429,
    say: "You are running as many tests as one user may. Wait for one to end.",
    retryAfterSeconds: 5,
  },
  "tries-busy": {
    status: 503,
    say: "Too many tests are running on this server. Try again in a moment.",
    retryAfterSeconds: 5,
  },
  "run-gone": { status: 409, say: "The connection was removed, and its run with it." },
  "output-incomplete": {
    status: 409,
    say: "There is no complete table yet: run the connector until it succeeds, then publish its table.",
  },
  "operation-without-table": {
    status: 400,
    say: "This operation has no complete table yet.",
    field: "operation",
  },
  "run-in-progress": {
    status: 409,
    say: "A run of this connection is still in progress.",
    facts: ({ runId }) => ({ run_id: runId }),
  },
  "run-over": { status: 409, say: "This run has ended." },
  "places-used-up": {
    status: 403,
    say: ({ kind, limit, plan }) =>
      `Your plan (${plan}) has room for ${limit} ${kind === "connector" ? "active connectors" : "datasets"}. Remove one or choose a larger plan.`,
    facts: ({ limit, plan }) => ({ limit, plan }),
  },
  "their-places-used-up": {
    status: 403,
    say: ({ limit, plan }) => `The plan of this person (${plan}) has room for ${limit} datasets, and all are taken.`,
    field: "email",
  },
  "runs-used-up": {
    status: 403,
    say: ({ used, limit, plan }) => `Run limit reached: ${used} of ${limit} runs this week (${plan}).`,
    facts: ({ used, limit, plan, resetsAt }) => ({ used, limit, plan, resets_at: resetsAt }),
  },
  "scheduled-runs-used-up": {
    status: 403,
    say: "Scheduled run limit reached: You've reached your scheduled run limit for this week.",
    facts: ({ limit, resetsAt }) => ({ limit, resets_at: resetsAt }),
  },
} satisfies AnswersOf<InstanceRouteRefusal | RunningRefusal | QuotaRefusal | WeekRefusal>;
