import { isEventOf } from "../../core/event-catalog.ts";
import type { EventLog } from "../../core/event-log.ts";
import { run } from "../../run/decider.ts";
import { beginningOf, type RunEvent, runEvents } from "../../run/events.ts";

/** The keys of the settings that a run used, never a value. For those who may read the history of its instance. */
export async function settingKeysOf(log: Pick<EventLog, "read">, runId: string): Promise<readonly string[]> {
  const [start] = await log.read(run.stream(runId), { maxCount: 1 });
  return start && isEventOf<RunEvent>(runEvents, start) ? (beginningOf(start)?.start.settingKeys ?? []) : [];
}
