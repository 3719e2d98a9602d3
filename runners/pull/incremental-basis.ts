import type { PullInput } from "#domain/connector-language/engine/engine-ports.ts";
import { incrementalQuestion } from "#domain/connector-language/engine/incremental-question.ts";
import type { RunStart } from "#domain/run/decider.ts";
import type { KnownSecrets } from "./secrets/known-secrets.ts";
import type { PullPorts } from "./pull-ports.ts";

/** Where an operation continues. `restarts`: it has read incrementally before, but its question has changed. */
export type Resume = { readonly basis: string; readonly cursor: string | undefined; readonly restarts: boolean };

/**
 * Where each incremental operation continues: after the rows stored for the same question. One with a new question
 * (another region, another cursor field) starts from the beginning, and so does one whose cursor was stored with a
 * credential in it, as older versions did.
 */
export async function resumeOf(
  ports: Pick<PullPorts, "vault">,
  start: Pick<RunStart, "incremental">,
  input: Pick<PullInput, "definition" | "authChoice" | "settings" | "overrides">,
  secrets: Pick<KnownSecrets, "isIn">,
): Promise<ReadonlyMap<string, Resume>> {
  const resume = new Map<string, Resume>();
  for (const operation of input.definition.operations) {
    if (operation.incremental === null) continue;
    const basis = await ports.vault.fingerprint("incremental", incrementalQuestion(input, operation));
    const before = start.incremental.filter((entry) => entry.operation === operation.id);
    const cursor = before.find((entry) => entry.basis === basis && !secrets.isIn(entry.cursor))?.cursor;
    resume.set(operation.id, { basis, cursor, restarts: before.length > 0 && cursor === undefined });
  }
  return resume;
}
