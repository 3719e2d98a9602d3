import { bigint, type DatabaseOf, integer, nullable, table, text, time } from "../table.ts";

export type Trigger = "manual" | "schedule";
/** `new`: there are new rows. */
export type RefreshOutcome = "new" | "unchanged" | "failed";

export const schedulesTables = {
  schedules: table(
    {
      instanceId: text(),
      ownerId: text(),
      connectorId: text(),
      /** Minutes; 0 is none. */
      refreshInterval: integer(),
      anchoredAt: nullable(time()),
      /** What began the running run of a version before claims; null: it has ended. */
      running: nullable(text<Trigger>()),
      /** Of the newest run that has ended. A claim of a greater number goes on. */
      lastNumber: integer(),
      /** Slots up to here are accounted for: they had a run, or were skipped. */
      seenUntil: time(),
      /** The slot after the newest run; null without a schedule. */
      dueAt: nullable(time()),
    },
    {
      key: ["instanceId"],
      indexes: [
        { on: ["dueAt"], where: "due_at IS NOT NULL" },
        { on: ["ownerId"], where: "running IS NOT NULL" },
      ],
    },
  ),
  /** Datasets whose file is fetched from an address. */
  refreshes: table(
    {
      datasetId: text(),
      ownerId: text(),
      host: text(),
      /** The name of the address in the vault of the owner. */
      addressRef: text(),
      /** Minutes; 0 is none. */
      refreshInterval: integer(),
      anchoredAt: nullable(time()),
      /** The upload that the newest refresh is; null: the first file. */
      uploadId: nullable(text()),
      /** What asked for the refresh that is going on; null between them. */
      running: nullable(text<Trigger>()),
      /** When the newest refresh ended, and how. */
      checkedAt: nullable(time()),
      outcome: nullable(text<RefreshOutcome>()),
      /** The next slot; null without a schedule and during a load. */
      dueAt: nullable(time()),
    },
    { key: ["datasetId"], indexes: [{ on: ["dueAt"], where: "due_at IS NOT NULL" }] },
  ),
  /** Runs by how they ended, and `skipped`: slots without a run of their own. */
  totals: table({ trigger: text<Trigger>(), outcome: text(), count: bigint() }, { key: ["trigger", "outcome"] }),
};
export type SchedulesTables = DatabaseOf<typeof schedulesTables>;
