import type { LoggedEvent } from "../../core/event-log.ts";
import type { JsonObject } from "../../core/values/json.ts";
import type { WebhookKind } from "../../core/webhooks/webhooks.ts";
import { wholeOutputs } from "../../run/events.ts";
import type { KnownEvent } from "../all-events.ts";

/** What webhooks are told. `id`: the same however often the event is read. */
export type WebhookMessage = {
  readonly id: string;
  readonly kind: WebhookKind;
  /** The dataset or connection that it is about. */
  readonly aboutId: string;
  /** The one user whom it concerns; null: the owner of the dataset and all who use it. */
  readonly userId: string | null;
  readonly time: string;
  readonly data: JsonObject;
};

/** The events that say something to a webhook. */
const TOLD = [
  ...(["RunSucceeded", "RunPartlySucceeded", "RunFailed", "RunAbandoned"] as const),
  ...(["DatasetLoaded", "DatasetVersionRestored", "DatasetPublishedFromConnection", "AccessRequested"] as const),
];
type ToldEvent = Extract<KnownEvent, { type: (typeof TOLD)[number] }>;

/** Whether an event can say something to a webhook; the others need not be decrypted. */
export function isTold({ type }: { readonly type: string }): boolean {
  return TOLD.some((told) => told === type);
}

/**
 * The message that follows from an event alone; null: none. Changed columns follow from notices, which know the columns
 * before, and versions of datasets made from an output from the tables (`shownOutputs`).
 * Texts of people are left out: a copy of them would outlive their account.
 */
export function messageOf(logged: LoggedEvent): WebhookMessage | null {
  if (!isTold(logged)) return null;
  const event = logged as LoggedEvent<ToldEvent>;
  const { id, recordedAt: time } = event;
  switch (event.type) {
    case "RunSucceeded":
    case "RunPartlySucceeded":
    case "RunFailed":
    case "RunAbandoned":
      return { id, time, ...ofRun(event) };
    case "DatasetLoaded":
    case "DatasetVersionRestored": {
      const { datasetId, version, table, rejected } = event.data;
      const data = { dataset_id: datasetId, version, row_count: table.rows, rejected_rows: rejected };
      return { id, time, kind: "dataset.version", aboutId: datasetId, userId: null, data };
    }
    case "DatasetPublishedFromConnection":
      return null;
    case "AccessRequested": {
      const { datasetId, userId, ownerId } = event.data;
      const data = { dataset_id: datasetId, user_id: userId };
      return { id, time, kind: "access.requested", aboutId: datasetId, userId: ownerId, data };
    }
  }
}

/** What may be new versions of datasets that are made from outputs of connections. */
export type ShownOutputs = {
  /** Outputs of a run, by its physical table. */
  readonly outputs: readonly { readonly runId: string; readonly physical: string; readonly time: string }[];
  /** Datasets that were made from an output: they show its rows from the start. */
  readonly datasets: readonly { readonly datasetId: string; readonly time: string }[];
};

/** The outputs that datasets may show because of these events. */
export function shownOutputs(events: readonly LoggedEvent[]): ShownOutputs {
  const told = events.filter(isTold) as readonly LoggedEvent<ToldEvent>[];
  return {
    outputs: told.flatMap((event) =>
      event.type === "RunSucceeded" || event.type === "RunPartlySucceeded"
        ? wholeOutputs(event).map(({ table: { physical } }) => ({
            ...{ runId: event.data.runId, physical, time: event.recordedAt },
          }))
        : [],
    ),
    datasets: told.flatMap(({ type, data, recordedAt: time }) =>
      type === "DatasetPublishedFromConnection" ? [{ datasetId: data.datasetId, time }] : [],
    ),
  };
}

type Ended = Extract<KnownEvent, { type: "RunSucceeded" | "RunPartlySucceeded" | "RunFailed" | "RunAbandoned" }>;

const RUN_ENDS = {
  RunSucceeded: { kind: "run.succeeded", status: "success" },
  RunPartlySucceeded: { kind: "run.partial", status: "partial" },
  RunFailed: { kind: "run.failed", status: "failed" },
  RunAbandoned: { kind: "run.failed", status: "abandoned" },
} as const;

function ofRun({ type, data }: Ended): Omit<WebhookMessage, "id" | "time"> {
  const { runId, instanceId, ownerId } = data;
  const { kind, status } = RUN_ENDS[type];
  return {
    ...{ kind, aboutId: instanceId, userId: ownerId },
    data: {
      ...{ run_id: runId, instance_id: instanceId, status },
      row_count: "rowCount" in data ? data.rowCount : 0,
      tables: "outputs" in data ? data.outputs.map(({ tableName }) => tableName) : [],
      error_code: "failure" in data ? data.failure.code : null,
    },
  };
}
