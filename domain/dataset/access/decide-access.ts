import { type Decision, emit } from "../../core/decider.ts";
import { refuse } from "../../core/result.ts";
import type { Confirmation, DatasetCommand } from "../commands.ts";
import type { DatasetEvent } from "../events.ts";
import { type LiveRights, seesDataset, strangerRefusal } from "../who-sees.ts";

export type AccessRefusal =
  | { readonly code: "dataset-unknown" }
  | { readonly code: "dataset-not-yours" }
  | { readonly code: "dataset-priced" }
  | { readonly code: "dataset-owned" }
  | { readonly code: "access-on-request" }
  | { readonly code: "no-access-to-remove" }
  | { readonly code: "taken-down" };

/** What the rules of access need of a dataset. */
type Shared = LiveRights & {
  readonly datasetId: string;
  readonly price: number;
  readonly card: { readonly isPublic: boolean; readonly onRequest: boolean };
};
type AccessCommand = Extract<
  DatasetCommand,
  { readonly type: "take-access" | "share" | "remove-access" | "expire-access" }
>;
type Decided = Decision<DatasetEvent, AccessRefusal>;

/** Decides on who has access to a dataset. */
export function decideAccess(state: Shared, command: AccessCommand): Decided {
  const { datasetId } = state;
  const { userId } = command;
  switch (command.type) {
    case "take-access":
      if (userId === state.ownerId) return refuse({ code: "dataset-owned" });
      if (state.grantees.has(userId) && !state.takenDown) return emit();
      if (!seesDataset(state, userId)) return refuse({ code: "dataset-unknown" });
      if (state.price > 0) return refuse({ code: "dataset-priced" });
      if (state.card.onRequest) return refuse({ code: "access-on-request" });
      return emit({ type: "AccessGranted", data: { datasetId, userId, by: userId } });
    case "share":
      return decideShare(state, command);
    case "remove-access": {
      const { by } = command;
      if (by !== userId && by !== state.ownerId) return refuse({ code: strangerRefusal(state, by) });
      if (!state.grantees.has(userId))
        return refuse({
          code: by === state.ownerId || seesDataset(state, by) ? "no-access-to-remove" : "dataset-unknown",
        });
      return ended(state, { type: "AccessRemoved", data: { datasetId, userId, by } });
    }
    case "expire-access": {
      const { until } = command;
      if (state.grantees.get(userId) !== until) return emit();
      return ended(state, { type: "AccessExpired", data: { datasetId, userId, until } });
    }
  }
}

function decideShare(state: Shared, command: Extract<AccessCommand, { type: "share" }>): Decided {
  const { datasetId } = state;
  const { userId, by, until } = command;
  if (by !== state.ownerId) return refuse({ code: strangerRefusal(state, by) });
  if (state.takenDown) return refuse({ code: "taken-down" });
  const before = state.grantees.get(userId);
  if (userId === state.ownerId || (before !== undefined && (until === undefined || until === before))) return emit();
  if (state.status === "hidden") return refuse({ code: "dataset-unknown" });
  const data = { datasetId, userId, by, ...confirmation(command), ...(until ? { until } : {}) };
  return emit({ type: "AccessGranted", data });
}

/** The end of one user's access: the last one to have it takes a hidden dataset along. */
function ended({ status, grantees, datasetId }: Shared, event: DatasetEvent): Decided {
  const last = status === "hidden" && grantees.size === 1;
  return last ? emit<DatasetEvent>(event, { type: "DatasetDeleted", data: { datasetId } }) : emit(event);
}

/** What an event says of a confirmation. */
export function confirmation({ rightsConfirmed }: Confirmation): { readonly rightsConfirmed?: true } {
  return rightsConfirmed ? { rightsConfirmed: true } : {};
}
