import { isEventOf } from "../../../core/event-catalog.ts";
import { instance, type InstanceState } from "../../../instance/decider.ts";
import { type InstanceEvent, type InstanceSetup, instanceEvents } from "../../../instance/events.ts";
import { run, type RunState } from "../../../run/decider.ts";
import { beginningOf, type RunEvent, runEvents, type RunOutput } from "../../../run/events.ts";
import type { Replay } from "./replay-of.ts";

type Folded = {
  readonly state: InstanceState;
  readonly ownerId: string | null;
  readonly run: RunState;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** What readers of its tables saw: of the newest run that stored rows among those replayed. */
  readonly outputs: readonly RunOutput[];
  /** The same until the last run ended. */
  readonly outputsBefore: readonly RunOutput[];
};

/** What an instance was: its connector version, its setup without a value, and its last run. */
export const instanceReplay: Replay<Folded, ReturnType<typeof show>> = {
  initial: {
    ...{ state: instance.initialState, ownerId: null },
    ...{ run: run.initialState, startedAt: null, endedAt: null, outputs: [], outputsBefore: [] },
  },
  evolve(folded, event) {
    if (isEventOf<InstanceEvent>(instanceEvents, event)) {
      const ownerId = event.type === "InstanceActivated" ? event.data.owner.id : folded.ownerId;
      return { ...folded, ownerId, state: instance.evolve(folded.state, event) };
    }
    if (!isEventOf<RunEvent>(runEvents, event)) return folded;
    const beginning = beginningOf(event);
    const startedAt = beginning && (beginning.at ?? event.recordedAt);
    const begun = beginning
      ? { ...folded, run: run.initialState, startedAt, endedAt: null, outputsBefore: folded.outputs }
      : folded;
    const next = { ...begun, run: run.evolve(begun.run, event) };
    if (event.type === "RunStarted" || event.type === "RunFailuresReported") return next;
    return { ...next, endedAt: event.recordedAt, outputs: outputsAfter(folded.outputs, event) };
  },
  show,
};

/** What readers see after a run: if it stored rows, its outputs, and the earlier ones that it kept. */
function outputsAfter(earlier: readonly RunOutput[], event: RunEvent): readonly RunOutput[] {
  if (event.type !== "RunSucceeded" && event.type !== "RunPartlySucceeded") return earlier;
  const kept = new Set(event.data.kept?.map(({ operation }) => operation));
  return [...event.data.outputs, ...earlier.filter(({ operation }) => kept.has(operation))];
}

/** A setup without the name under which its values are in the vault. */
export function shownSetup({ config: _, ...setup }: InstanceSetup): Omit<InstanceSetup, "config"> {
  return setup;
}

function show({ state, ownerId, ...folded }: Folded, time: string) {
  // Its end tells of a run that had only begun at that time.
  const isOver = folded.endedAt !== null && folded.endedAt <= time;
  const outputs = isOver ? folded.outputs : folded.outputsBefore;
  const active = state.status === "active" ? state : null;
  return {
    status: state.status,
    ownerId,
    rootId: active?.rootId ?? null,
    connectorId: active?.connectorId ?? null,
    tableName: active?.tableName ?? null,
    setup: active && shownSetup(active.setup),
    consent: active?.consent ?? null,
    signedIn: active?.signedIn ?? false,
    lastRun: lastRunOf(folded, isOver),
    outputs: outputs.map(({ operation, tableName, table }) => ({
      ...{ operation, tableName, rows: table.rows, contentHash: table.contentHash },
    })),
  };
}

function lastRunOf({ run: last, startedAt, endedAt }: Pick<Folded, "run" | "startedAt" | "endedAt">, isOver: boolean) {
  if (last.status === "absent") return null;
  const { runId, number, connectorId, trigger, settingKeys } = last.start;
  return {
    runId,
    number,
    connectorId,
    trigger,
    settingKeys,
    status: isOver ? last.status : "running",
    startedAt,
    endedAt: isOver ? endedAt : null,
  };
}
