import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import type { Chart } from "../core/values/chart.ts";
import { userOwner } from "../core/values/owner.ts";
import { type DataAppEvent, dataAppEvents } from "./events.ts";

/** `by` may read the rows of the dataset: the caller checks it. */
export type DataAppCommand =
  | {
      readonly type: "save";
      readonly appId: string;
      readonly datasetId: string;
      readonly by: string;
      readonly title: string;
      readonly chart: Chart;
      readonly filters: string;
    }
  | { readonly type: "delete"; readonly by: string };

export type DataAppRefusal = { readonly code: "data-app-unknown" };

export type DataAppState =
  | { readonly status: "absent" }
  | { readonly status: "saved" | "deleted"; readonly appId: string; readonly ownerId: string };

/** A chart that a user has saved. Its owner deletes it. */
export const dataApp: Aggregate<string, DataAppState, DataAppEvent, DataAppCommand, DataAppRefusal> = {
  stream: (id) => `data-app-${id}`,
  events: dataAppEvents,
  initialState: { status: "absent" },

  evolve(state, event) {
    if (event.type === "DataAppSaved")
      return { status: "saved", appId: event.data.appId, ownerId: event.data.owner.id };
    return state.status === "absent" ? state : { ...state, status: "deleted" };
  },

  decide(state, command) {
    if (command.type === "save") {
      if (state.status !== "absent") return emit();
      const { type: _type, by, chart, ...rest } = command;
      return emit({ type: "DataAppSaved", data: { ...rest, chart: { ...chart }, owner: userOwner(by) } });
    }
    if (state.status !== "saved" || state.ownerId !== command.by) return refuse({ code: "data-app-unknown" });
    return emit({ type: "DataAppDeleted", data: { appId: state.appId } });
  },
};
