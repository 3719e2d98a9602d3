import { aggregate, view } from "../../core/aggregate.ts";
import type { CommandContext } from "../../core/event-store.ts";
import { quota, type QuotaRefusal } from "../../quota/decider.ts";
import type { QuotaEvent } from "../../quota/events.ts";
import { isoWeek } from "../../quota/iso-week.ts";
import { planOf } from "./plan-slots.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

/** How long the same command may be repeated (answers of API commands are stored as long). */
const REPEAT_WINDOW_MS = 86_400_000;

/** Counts a run in its owner's week, once even if repeated; null if there was room. */
export async function countRun(
  { log }: Pick<Ports, "log">,
  request: { readonly userId: string; readonly runId: string; readonly scheduled: boolean; readonly now: Date },
  cause: Cause,
): Promise<QuotaRefusal | null> {
  const { userId, runId, scheduled, now } = request;
  const { runsPerWeek, scheduledRuns, name: plan } = await planOf({ log }, userId);
  const { name: week, resetsAt } = isoWeek(now);
  for (let after: string | null = null; ;) {
    const counted = await aggregate(log, quota).handle(
      { userId, week },
      {
        type: "count-run",
        ...{ userId, week, runId, scheduled, runsPerWeek, scheduledRuns, plan },
        resetsAt: resetsAt.toISOString(),
      },
      countStep(cause, week, after),
    );
    if (!counted.ok) return counted.refusal;
    const found = runCounted(counted.value);
    // Another command may have counted this run.
    if (found === null || found === runId) return null;
    after = found;
  }
}

/** The runs that this command has counted before, this week or the last, in order. */
export async function* runsCountedBefore(
  { log }: Pick<Ports, "log">,
  { userId, now }: { readonly userId: string; readonly now: Date },
  cause: Cause,
): AsyncGenerator<string> {
  const weeks = view(log, quota);
  for (const week of new Set([isoWeek(now).name, isoWeek(new Date(now.getTime() - REPEAT_WINDOW_MS)).name])) {
    for (let after: string | null = null; ;) {
      const { commandId } = countStep(cause, week, after);
      const runId = runCounted(await weeks.historyOfCommand({ userId, week }, commandId));
      if (runId === null) break;
      yield runId;
      after = runId;
    }
  }
}

function runCounted([event]: readonly QuotaEvent[]): string | null {
  return event?.type === "RunCounted" ? event.data.runId : null;
}

/**
 * The step in which a command counts a run. It may count one, lose its number to another command, and count the next:
 * each step derives from the run counted before, so that all can be found again without reading the week. Repeated in
 * another week it counts there: one command id cannot be used in two streams.
 */
function countStep(cause: Cause, week: string, after: string | null): CommandContext {
  return step(cause, after === null ? `count-run/${week}` : `count-run/${week}/${after}`);
}
