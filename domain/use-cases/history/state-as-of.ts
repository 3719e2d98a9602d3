import type { EventLog, LoggedEvent } from "../../core/event-log.ts";
import { isEventOf } from "../../core/event-catalog.ts";
import { startReplay, type StateThen } from "./replay/replay.ts";
import { run } from "../../run/decider.ts";
import { type RunEvent, runEvents, runIdOf, shownFrom } from "../../run/events.ts";
import { eventsUntil, isUntil } from "./events-until.ts";
import { streamsOf, type Subject } from "./subject.ts";

type Log = Pick<EventLog, "read">;

/** How far back of a run its rows are looked for, if it stored none itself. */
const RUNS_LOOKED_AT = 20;

/**
 * What a subject was at a time (ISO 8601): its streams replayed up to then. Reads these streams alone, however long the
 * log is; of the runs of an instance the last ones.
 */
export async function stateAsOf(log: Log, subject: Subject, time: string): Promise<StateThen> {
  const replay = startReplay(subject.kind);
  for (const stream of streamsOf(subject))
    for await (const event of eventsUntil((range) => log.read(stream, range), time)) replay.add(event);
  if (subject.kind === "instance") for (const event of await runEventsUntil(log, subject.id, time)) replay.add(event);
  return replay.stateAt(time);
}

/** The events of the last runs that began until then, as far back as the last one that stored rows. */
async function runEventsUntil(log: Log, instanceId: string, time: string): Promise<readonly LoggedEvent[]> {
  const newest = await lastRunUntil(log, instanceId, time);
  const numbers = Array.from({ length: Math.min(newest, RUNS_LOOKED_AT) }, (_, at) => newest - at);
  const runs = await Promise.all(numbers.map((number) => log.read(runStream(instanceId, number))));
  const until = runs.map((events) => events.filter((event) => hasBegun(event, time)));
  const stored = until.findIndex((events) => events.some((event) => storesRows(event) && isUntil(event, time)));
  const looked = until.slice(0, stored < 0 ? 1 : stored + 1).reverse();
  return [...(await keptEvents(log, looked.at(0) ?? [])), ...looked.flat()];
}

/** Whether an event of a run, or the beginning that it tells of, was until then. */
function hasBegun(event: LoggedEvent, time: string): boolean {
  return isUntil(isEventOf<RunEvent>(runEvents, event) ? { recordedAt: shownFrom(event) } : event, time);
}

function storesRows({ type }: LoggedEvent): boolean {
  return type === "RunSucceeded" || type === "RunPartlySucceeded";
}

/** The events of the earlier runs whose outputs the run that stored rows last has kept, in the order of the runs. */
async function keptEvents(log: Log, events: readonly LoggedEvent[]): Promise<readonly LoggedEvent[]> {
  const kept = events.flatMap((event) =>
    isEventOf<RunEvent>(runEvents, event) && "kept" in event.data ? (event.data.kept ?? []) : [],
  );
  const numberOf = (runId: string) => Number(runId.slice(runId.lastIndexOf("-") + 1));
  const runIds = [...new Set(kept.map(({ storedBy }) => storedBy))].sort((a, b) => numberOf(a) - numberOf(b));
  return (await Promise.all(runIds.map((runId) => log.read(run.stream(runId))))).flat();
}

/** The number of the last run that began until then; 0: none. Runs are numbered in order, so few are looked at. */
async function lastRunUntil(log: Log, instanceId: string, time: string): Promise<number> {
  const began = async (number: number): Promise<boolean> => {
    const [start] = await log.read(runStream(instanceId, number), { maxCount: 1 });
    return start !== undefined && hasBegun(start, time);
  };
  let after = 1;
  while (await began(after)) after *= 2;
  let last = Math.floor(after / 2);
  while (after - last > 1) {
    const middle = Math.floor((last + after) / 2);
    if (await began(middle)) last = middle;
    else after = middle;
  }
  return last;
}

function runStream(instanceId: string, number: number): string {
  return run.stream(runIdOf(instanceId, number));
}
