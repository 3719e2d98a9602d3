import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { type AccessRequestEvent, accessRequestEvents } from "./events.ts";

/** Each command names the dataset and the user who asks; who may answer is decided by the use case. */
export type AccessRequestCommand = { readonly datasetId: string; readonly userId: string } & (
  | { readonly type: "ask"; readonly ownerId: string; readonly reason: string }
  | { readonly type: "approve"; readonly by: string; readonly until: string | null }
  | { readonly type: "refuse"; readonly by: string; readonly note: string | null }
  | { readonly type: "withdraw" }
);

/** One request of a user for a dataset is open at a time; what is answered or withdrawn stays so. */
export type AccessRequestRefusal =
  { readonly code: "access-requested-already" } | { readonly code: "no-open-access-request" };

export type AccessRequestState = { readonly open: boolean };
export type AccessRequestId = { readonly datasetId: string; readonly userId: string };

export const accessRequest: Aggregate<
  AccessRequestId,
  AccessRequestState,
  AccessRequestEvent,
  AccessRequestCommand,
  AccessRequestRefusal
> = {
  stream: ({ datasetId, userId }) => `access-request-${datasetId}-${userId}`,
  events: accessRequestEvents,
  initialState: { open: false },
  evolve: (_state, event) => ({ open: event.type === "AccessRequested" }),
  decide(state, command) {
    const { datasetId, userId } = command;
    if (command.type === "ask") {
      if (state.open) return refuse({ code: "access-requested-already" });
      const { ownerId, reason } = command;
      return emit({ type: "AccessRequested", data: { datasetId, userId, ownerId, reason } });
    }
    if (!state.open) return refuse({ code: "no-open-access-request" });
    switch (command.type) {
      case "approve":
        return emit({
          type: "AccessRequestApproved",
          data: { datasetId, userId, by: command.by, until: command.until },
        });
      case "refuse":
        return emit({ type: "AccessRequestRefused", data: { datasetId, userId, by: command.by, note: command.note } });
      case "withdraw":
        return emit({ type: "AccessRequestWithdrawn", data: { datasetId, userId } });
    }
  },
};
