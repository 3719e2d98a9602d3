import type { PullResult } from "#domain/connector-language/engine/engine-ports.ts";
import type { Operation } from "#domain/connector-language/definition/definition.ts";
import { pathText } from "#domain/connector-language/json/paths.ts";
import type { JsonObject, JsonValue } from "#domain/core/values/json.ts";
import type { RunOutcome } from "#domain/run/decider.ts";
import type { RunFailure } from "#domain/run/run-failure.ts";
import type { KnownSecrets } from "./known-secrets.ts";

/** The outcome of a run as the log may hold it: every text of it passes here, and no secret is left in one. */
export function withoutSecrets(outcome: RunOutcome, { hide }: Pick<KnownSecrets, "hide">): RunOutcome {
  const safe = <F extends RunFailure>(failure: F): F => ({
    ...failure,
    facts: hidden(failure.facts, hide),
  });
  const texts = {
    warnings: outcome.warnings.map(hide),
    operations: outcome.operations.map((each) => ({
      ...each,
      failure: each.failure === null ? null : safe(each.failure),
    })),
  };
  switch (outcome.status) {
    case "success":
      return { ...outcome, ...texts };
    case "partial":
      return { ...outcome, ...texts, failure: safe(outcome.failure) };
    case "failed":
      return { ...outcome, ...texts, failure: safe(outcome.failure) };
  }
}

function hidden(value: JsonValue, hide: (text: string) => string): JsonValue {
  if (typeof value === "string") return hide(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((each: JsonValue) => hidden(each, hide));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, each]) => [key, hidden(each ?? null, hide)]),
  );
}

/**
 * The result of an operation, failed if a secret is where a mask would make it useless: in the cursor that the next pull
 * continues from, in the name of a column, or in the key that tells rows apart. `hidden`: columns with hidden cells.
 */
export function unlessSecretsStay(
  result: PullResult,
  operation: Operation,
  {
    labels,
    hidden,
    secrets,
  }: {
    readonly labels: Iterable<string>;
    readonly hidden: ReadonlySet<string>;
    readonly secrets: Pick<KnownSecrets, "isIn">;
  },
): PullResult {
  if (result.status === "failed") return result;
  const where =
    result.cursor !== null && secrets.isIn(result.cursor)
      ? `a value of the cursor field "${pathText(operation.incremental?.cursor_field ?? [])}" that holds`
      : [...labels].some(secrets.isIn)
        ? "a column whose name holds"
        : operation.primaryKey.some((column) => hidden.has(column))
          ? "a value of the primary key that holds"
          : null;
  if (where === null) return result;
  const error = `The API gave ${where} a credential of this connection, so none of its rows were stored.`;
  return { ...result, status: "failed", error, errorCode: "failed", rows: 0 };
}
