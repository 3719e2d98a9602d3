import { cutText } from "#domain/core/text/text.ts";
import { counted } from "../ui/data/format.ts";
import type { Flash } from "../ui/feedback/toaster.tsx";
import type { RunSummary } from "./runs.tsx";

/** The state of a run as a message: after Run Now, or when the run ends while its page is open. */
export function endOfRun(run: RunSummary): Flash {
  const link = { to: `/run/${run.id}`, label: "See the run" };
  return { id: `run-${run.id}`, link, ...wordsOf(run) };
}

function wordsOf(run: RunSummary): Pick<Flash, "kind" | "text"> {
  const rows = counted(run.rowCount ?? 0, "row");
  switch (run.status) {
    case "running":
      return { kind: "success", text: `Run ${run.number} has started.` };
    case "success":
      return { kind: "success", text: `Run ${run.number} succeeded: ${rows}.${warned(run.warnings.length)}` };
    case "partial":
      return { kind: "error", text: `Run ${run.number} ended in part: ${rows}. ${shortened(run.error)}` };
    case "cancelled":
      return { kind: "success", text: `Run ${run.number} was cancelled.` };
    case "failed":
    case "abandoned":
      return { kind: "error", text: `Run ${run.number} failed: ${shortened(run.error)}` };
  }
}

function warned(warnings: number): string {
  return warnings === 0 ? "" : warnings === 1 ? " There is a warning." : ` There are ${warnings} warnings.`;
}

function shortened(error: string | null): string {
  const sentence = error ?? "See the run for details.";
  if (sentence.length > 300) return `${cutText(sentence, 299)}…`;
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}
