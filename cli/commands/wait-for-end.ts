import { EXIT, type ExitCode } from "../failure.ts";
import type { Terminal } from "../terminal.ts";

/** What the API says of a run or a load. */
export type Status = {
  readonly id: string;
  readonly state: "waiting" | "running" | "succeeded" | "partial" | "failed" | "cancelled";
  readonly stage?: string | null;
  readonly done?: number | null;
  readonly of?: number | null;
  readonly rows?: number | null;
  readonly error?: { readonly message: string } | null;
};

/** Seconds that one call waits for a change. */
export const WAIT_S = 30;

/** Asks for the status until the run or load has ended. `ask` waits itself, as long as the API lets it. */
export async function waitForEnd<S extends Status>(terminal: Terminal, ask: (wait: number) => Promise<S>): Promise<S> {
  for (let wait = 0; ; wait = WAIT_S) {
    const status = await ask(wait);
    if (status.state !== "waiting" && status.state !== "running") return status;
    terminal.progress(progressOf(status));
  }
}

/**
 * Tells how a run or load has ended. One that brought a part only counts as failed: what follows would work with old
 * rows.
 */
export function tellEnd(terminal: Terminal, id: string, ended: Status): ExitCode {
  const { state, rows, error } = ended;
  const sentence = [`${id}: ${state}`, `${rows ?? 0} rows`, ...(error ? [error.message] : [])].join(", ");
  const succeeded = state === "succeeded";
  if (succeeded) terminal.result(ended, sentence);
  else terminal.outcome(ended, sentence);
  return succeeded ? EXIT.ok : EXIT.failed;
}

/** "loading, 1200 rows" */
function progressOf({ state, stage, done, of, rows }: Status): string {
  const part =
    typeof done === "number" && typeof of === "number" && of > 0 ? `, ${Math.floor((100 * done) / of)} %` : "";
  return `${stage ?? state}${part}${typeof rows === "number" ? `, ${rows} rows` : ""}`;
}
