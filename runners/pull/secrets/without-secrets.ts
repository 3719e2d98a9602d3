import type { PullResult } from "#domain/connector-language/engine/engine-ports.ts";
import type { Operation } from "#domain/connector-language/definition/definition.ts";
import { pathText } from "#domain/connector-language/json/paths.ts";
import { finding, mapTexts } from "#domain/core/findings/finding.ts";
import type { RunOutcome } from "#domain/run/decider.ts";
import type { KnownSecrets } from "./known-secrets.ts";

/** The outcome of a run as the log may hold it: every text of it passes here, and no secret is left in one. */
export function withoutSecrets(outcome: RunOutcome, { hide }: Pick<KnownSecrets, "hide">): RunOutcome {
  const texts = {
    warnings: outcome.warnings.map((warning) => mapTexts(warning, hide)),
    operations: outcome.operations.map((each) => ({
      ...each,
      failure: each.failure === null ? null : mapTexts(each.failure, hide),
    })),
  };
  switch (outcome.status) {
    case "success":
      return { ...outcome, ...texts };
    case "partial":
      return { ...outcome, ...texts, failure: mapTexts(outcome.failure, hide) };
    case "failed":
      return { ...outcome, ...texts, failure: mapTexts(outcome.failure, hide) };
  }
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
  const error =
    result.cursor !== null && secrets.isIn(result.cursor)
      ? finding("credential-in-cursor", { field: pathText(operation.incremental?.cursor_field ?? []) })
      : [...labels].some(secrets.isIn)
        ? finding("credential-in-column-name", {})
        : operation.primaryKey.some((column) => hidden.has(column))
          ? finding("credential-in-key", {})
          : null;
  if (error === null) return result;
  return { ...result, status: "failed", error, errorCode: "failed", rows: 0 };
}
