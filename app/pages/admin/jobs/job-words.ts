import type { JobName } from "#domain/core/ports/work-ports.ts";

const WORDS: Readonly<Record<JobName, string>> = {
  pull: "Run a connection",
  schedule: "Start scheduled runs",
  "load-dataset": "Load an uploaded file",
  "measure-table": "Compute the statistics of a table",
  "send-mail": "Send mails",
  "send-webhooks": "Send webhooks",
  "take-over": "Take over unfinished work",
  "erase-account": "Erase a deleted account",
  "clean-up": "Clean up",
};

/** What a job of this kind does. */
export function jobWord(kind: string): string {
  return kind in WORDS ? WORDS[kind as JobName] : kind;
}
