import { describeDatabaseFault } from "#infra/engines/describe-fault.ts";
import { engineOf } from "#infra/engines/engine-unavailable.ts";
import { StartRefused } from "#infra/platform/start-refused.ts";

/** What to print when a start fails: a sentence for its operator, or the error itself if the fault is ours. */
export function startFailure(error: unknown): unknown {
  if (error instanceof StartRefused) return `Tributary cannot start.\n${error.message}`;
  if (error instanceof Error && error.message.includes("unsupported startup parameter")) {
    return `Tributary cannot start.\nDATABASE_URL: ${describeDatabaseFault(error).words}.`;
  }
  const found = engineOf(error);
  if (found === null) return isSentence(error) ? `Tributary cannot start.\n${error.message}` : error;
  const { engine } = found;
  const why = engine === "database" ? `: ${describeDatabaseFault(error).words}` : "";
  return `Tributary cannot start.\nThe ${engine} stopped answering during the start${why}.`;
}

/** Our own refusals are plain errors with a sentence, which says more than where it was thrown. A defect is of another class or has a code. */
function isSentence(error: unknown): error is Error {
  return error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !("code" in error);
}
