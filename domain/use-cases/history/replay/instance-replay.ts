import { isEventOf } from "../../../core/event-catalog.ts";
import { instance, type InstanceState } from "../../../instance/decider.ts";
import { type InstanceEvent, type InstanceSetup, instanceEvents } from "../../../instance/events.ts";
import { run, type RunState } from "../../../run/decider.ts";
import { type RunEvent, runEvents, type RunOutput } from "../../../run/events.ts";
import type { Replay } from "./replay-of.ts";

type Folded = {
  readonly state: InstanceState;
  readonly ownerId: string | null;
  readonly run: RunState;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** What readers of its tables saw: of the newest run that stored rows among those replayed. */
  readonly outputs: readonly RunOutput[];
};

/** What an instance was: its connector version, its setup without a value, and its last run. */
export const instanceReplay: Replay<Folded, ReturnType<typeof show>> = {
  initial: {
    ...{ state: instance.initialState, ownerId: null },
    ...{ run: run.initialState, startedAt: null, endedAt: null, outputs: [] },
  },
  evolve(folded, event) {
    if (isEventOf<InstanceEvent>(instanceEvents, event)) {
      const ownerId = event.type === "InstanceActivated" ? event.data.owner.id : folded.ownerId;
      return { ...folded, ownerId, state: instance.evolve(folded.state, event) };
    }
    if (!isEventOf<RunEvent>(runEvents, event)) return folded;
    if (event.type === "RunStarted")
      return { ...folded, run: run.evolve(run.initialState, event), startedAt: event.recordedAt, endedAt: null };
    const next = { ...folded, run: run.evolve(folded.run, event) };
    if (event.type === "RunFailuresReported") return next;
    const stored = event.type === "RunSucceeded" || event.type === "RunPartlySucceeded";
    return { ...next, endedAt: event.recordedAt, ...(stored ? { outputs: event.data.outputs } : {}) };
  },
  show,
};

/** A setup without the name under which its values are in the vault. */
export function shownSetup({ config: _, ...setup }: InstanceSetup): Omit<InstanceSetup, "config"> {
  return setup;
}

function show({ state, ownerId, ...folded }: Folded) {
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
    lastRun: lastRunOf(folded),
    outputs: folded.outputs.map(({ operation, tableName, table }) => ({
      ...{ operation, tableName, rows: table.rows, contentHash: table.contentHash },
    })),
  };
}

function lastRunOf({ run: last, startedAt, endedAt }: Pick<Folded, "run" | "startedAt" | "endedAt">) {
  if (last.status === "absent") return null;
  const { runId, number, connectorId, trigger, settingKeys } = last.start;
  return { runId, number, connectorId, trigger, settingKeys, status: last.status, startedAt, endedAt };
}
