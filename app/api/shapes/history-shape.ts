import { z } from "zod";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { StateThen } from "#domain/use-cases/history/replay/replay.ts";
import type { HistoryEvent } from "../../history/history-calls.ts";

const person = z.strictObject({ id: z.string(), name: z.string() }).nullable();

export const historyEventBody = z
  .strictObject({
    type: z.string(),
    at: z.string(),
    by: person.describe("Who did it; null: the system or a visitor."),
    key: z.string().nullable().describe("The id of the API key that was used."),
    about: person.describe("Whom it is about, if somebody else did it."),
    cause: z.string().describe("Events with the same one come from one request."),
    reason: z.string().nullable(),
    changes: z
      .array(z.strictObject({ path: z.string(), before: z.unknown(), after: z.unknown() }))
      .describe("What was before and is since, by its place."),
    data: z.record(z.string(), z.unknown()).describe("The event, without what names a secret."),
    stream: z.string(),
    revision: z.number(),
    position: z.string(),
    hash: z.string().describe("SHA-256 of the stored event."),
    proof: z.string().describe("The address of the proof that it is in the log."),
  })
  .meta({ id: "HistoryEvent" });

export function historyEventShape(event: HistoryEvent): z.output<typeof historyEventBody> {
  const { changes, data, ...rest } = event;
  return { ...rest, changes: changes.map((change) => ({ ...change })), data: { ...data } };
}

/** Texts of users, such as definitions and consents, keep their own names. */
const AS_WRITTEN = new Set(["definition", "previousDefinition", "consent", "columnNotes"]);

/** A replayed state with the names of the API. */
export function stateShape(state: StateThen): JsonObject {
  return inSnakeCase(state) as JsonObject;
}

function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      AS_WRITTEN.has(name) ? each : inSnakeCase(each),
    ]),
  );
}
