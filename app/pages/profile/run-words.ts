import { cutText } from "#domain/core/text.ts";
import type { RunRow } from "#projections/instances/queries.ts";
import { counted } from "../../ui/format.ts";
import type { Flash } from "../../ui/toaster.tsx";

/** How a run stands, as the message after Run Now. */
export function endOfRun(run: RunRow): Pick<Flash, "kind" | "text"> {
  const rows = counted(run.row_count ?? 0, "row");
  switch (run.status) {
    case "running":
      return { kind: "success", text: `Run ${run.number} has started.` };
    case "success":
      return { kind: "success", text: `Run ${run.number} succeeded: ${rows}.` };
    case "partial":
      return { kind: "error", text: `Run ${run.number} brought ${rows}, not all: ${shortened(run.error)}` };
    case "cancelled":
      return { kind: "success", text: `Run ${run.number} was cancelled.` };
    case "failed":
    case "abandoned":
      return { kind: "error", text: `Run ${run.number} failed: ${shortened(run.error)}` };
  }
}

function shortened(error: string | null): string {
  const sentence = error ?? "the run history says more.";
  return sentence.length > 300 ? `${cutText(sentence, 299)}…` : sentence;
}
