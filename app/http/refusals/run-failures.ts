import { findingSentence } from "#domain/core/findings/finding.ts";
import type { StoredRunFailure } from "#domain/run/run-failure.ts";
import { CONSENT_CHANGED } from "#domain/use-cases/api-access/agreed-consent.ts";
import { columnsTooLong } from "./load-failures.ts";
import { NO_ROOM_SENTENCE } from "./requests.ts";

type Code = StoredRunFailure["code"];
type Facts<C extends Code> = Extract<StoredRunFailure, { readonly code: C }>["facts"];

/** The sentence of each reason why a run did not succeed. */
const sentences: { readonly [C in Code]: string | ((facts: Facts<C>) => string) } = {
  "instance-removed": "The connection was removed.",
  "definition-outdated": "This version of the connector can no longer be used.",
  "consent-changed": `${CONSENT_CHANGED} (consent_changed)`,
  "connection-stopped": "The connection is stopped; its page says why. Nothing was sent.",
  "settings-missing": ({ faults }) =>
    `${faults.map(findingSentence).join(" ")} Nothing was asked for; fill it in under Setup.`,
  "restart-unasked": ({ operations }) =>
    `${operations.map((id) => `"${id}"`).join(", ")} asks for something else than before. Reading from the beginning may add rows that the table already holds, so nothing was read.`,
  "took-too-long": ({ limitMs }) => `The run took longer than ${Math.round(limitMs / 60_000)} minutes and was stopped.`,
  "table-gone": "The table to which rows should be added is gone.",
  "too-many-columns": ({ maxColumns }) => `The rows have more than ${maxColumns} columns.`,
  "columns-too-long": columnsTooLong,
  "value-does-not-fit": ({ column }) =>
    column
      ? `A value does not fit the column "${column.label}", which is of the type ${column.type}.`
      : "A value does not fit the type of its column.",
  "no-room": NO_ROOM_SENTENCE,
  fault: "Something went wrong on our side while the rows were stored. It has been recorded; run it again.",
  "deadline-passed": "The run did not end before its deadline.",
  api: ({ finding }) => findingSentence(finding),
  unknown: ({ sentence }) => sentence,
};

/** The codes of these reasons. */
export const RUN_FAILURE_CODES = Object.keys(sentences) as Code[];

/** Why a run, or one of its operations, did not succeed, in one sentence; null where it did. */
export function runFailureSentence(failure: StoredRunFailure | null): string | null {
  if (failure === null) return null;
  const say = sentences[failure.code] as string | ((facts: StoredRunFailure["facts"]) => string);
  return typeof say === "string" ? say : say(failure.facts);
}
