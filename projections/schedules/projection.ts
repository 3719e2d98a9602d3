import { rescheduled, type Schedule, slotAfter, slotsBetween } from "#domain/core/values/schedule.ts";
import { beginningOf } from "#domain/run/events.ts";
import type { Logged } from "../events.ts";
import { projection, type Rows } from "../projection.ts";
import { onRefreshEvent } from "./on-refresh-event.ts";
import { schedulesTables, type Trigger } from "./tables.ts";
import type { RowOf } from "../table.ts";

type Model = Rows<typeof schedulesTables>;
type Row = RowOf<(typeof schedulesTables)["schedules"]>;

const ENDS = {
  RunSucceeded: "success",
  RunPartlySucceeded: "partial",
  RunFailed: "failed",
  RunCancelled: "cancelled",
  RunAbandoned: "abandoned",
} as const;

/** When each instance runs by itself, what happened to its slots, and when each dataset is refreshed. */
export const schedules = projection({
  name: "schedules",
  version: 3,
  tables: schedulesTables,
  on: {
    InstanceActivated(rows, { data: { instanceId, owner, connectorId, setup }, recordedAt }) {
      const at = Date.parse(recordedAt);
      rows.schedules.put({
        instanceId,
        ownerId: owner.id,
        connectorId,
        running: null,
        lastNumber: 0,
        seenUntil: iso(at),
        ...columns(rescheduled(null, setup.refreshInterval, at), at),
      });
    },
    InstanceConfigured: reschedule,
    InstanceMigrated(rows, event) {
      rows.schedules.patch({ instanceId: event.data.instanceId }, { connectorId: event.data.toConnectorId });
      reschedule(rows, event);
    },
    InstanceRemoved: (rows, { data }) => rows.schedules.remove({ instanceId: data.instanceId }),
    RunStarted: begin,
    RunSucceeded: end,
    RunPartlySucceeded: end,
    RunFailed: end,
    RunCancelled: end,
    RunAbandoned: end,
    ...onRefreshEvent,
  },
});

function reschedule(rows: Model, { data, recordedAt }: Logged<"InstanceConfigured" | "InstanceMigrated">): void {
  const row = rows.schedules.get(data.instanceId);
  if (!row) return;
  const at = Date.parse(recordedAt);
  const before = scheduleIn(row);
  const schedule = rescheduled(before, data.setup.refreshInterval, at);
  if (schedule === before) return;
  skip(rows, row, at);
  const next = { seenUntil: iso(at), ...columns(schedule, at) };
  rows.schedules.patch({ instanceId: data.instanceId }, row.running ? { ...next, dueAt: null } : next);
}

/** A run begins, if the event says so. */
function begin(rows: Model, event: Logged<"RunStarted" | keyof typeof ENDS>): void {
  const beginning = beginningOf(event);
  const row = rows.schedules.get(event.data.instanceId);
  if (!row || beginning === null) return;
  const { instanceId, trigger, number } = beginning.start;
  const at = Date.parse(beginning.at ?? event.recordedAt);
  skip(rows, row, at, trigger === "schedule" ? 1 : 0);
  rows.schedules.patch({ instanceId }, { running: trigger, lastNumber: number, seenUntil: iso(at), dueAt: null });
}

function end(rows: Model, event: Logged<keyof typeof ENDS>): void {
  begin(rows, event);
  const { type, recordedAt, data } = event;
  const { instanceId } = data;
  const row = rows.schedules.get(instanceId);
  if (!row) return;
  const at = Date.parse(recordedAt);
  const schedule = scheduleIn(row);
  skip(rows, row, at);
  if (row.running) count(rows, row.running, ENDS[type], 1);
  rows.schedules.patch(
    { instanceId },
    { running: null, seenUntil: iso(at), dueAt: schedule && slotAfter(schedule, at) },
  );
}

const iso = (moment: number) => new Date(moment).toISOString();

function scheduleIn({ refreshInterval: minutes, anchoredAt }: Row): Schedule | null {
  return anchoredAt === null ? null : { minutes, anchor: Date.parse(anchoredAt) };
}

function columns(schedule: Schedule | null, from: number) {
  return schedule === null
    ? { refreshInterval: 0, anchoredAt: null, dueAt: null }
    : { refreshInterval: schedule.minutes, anchoredAt: iso(schedule.anchor), dueAt: slotAfter(schedule, from) };
}

/** Counts the slots that have passed without a run of their own; `taken` of them have just had one. */
function skip(rows: Model, row: Row, at: number, taken = 0): void {
  const schedule = scheduleIn(row);
  const passed = schedule === null ? 0 : slotsBetween(schedule, Date.parse(row.seenUntil), at);
  count(rows, "schedule", "skipped", Math.max(0, passed - taken));
}

function count(rows: Model, trigger: Trigger, outcome: string, more: number): void {
  if (more === 0) return;
  const before = rows.totals.get(trigger, outcome)?.count ?? 0;
  rows.totals.put({ trigger, outcome, count: before + more });
}
