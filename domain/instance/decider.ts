import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import type { JsonObject } from "../core/values/json.ts";
import { userOwner } from "../core/values/owner.ts";
import { type InstanceEvent, type InstanceSetup, instanceEvents, instanceStream } from "./events.ts";

export type InstanceCommand =
  | {
      readonly type: "activate";
      readonly instanceId: string;
      readonly by: string;
      readonly rootId: string;
      readonly connectorId: string;
      readonly tableName: string;
      readonly consent: JsonObject;
      readonly setup: InstanceSetup;
    }
  | { readonly type: "configure"; readonly by: string; readonly consent: JsonObject; readonly setup: InstanceSetup }
  | {
      readonly type: "migrate";
      readonly by: string;
      readonly toConnectorId: string;
      readonly consent: JsonObject;
      readonly setup: InstanceSetup;
    }
  | { readonly type: "sign-in"; readonly by: string; readonly host: string }
  | { readonly type: "sign-out"; readonly by: string }
  | { readonly type: "remove"; readonly by: string };

/** Another user's instance counts as missing, and a removed one cannot be restored. */
export type InstanceRefusal = { readonly code: "instance-unknown" };

export type InstanceState =
  | { readonly status: "absent" | "removed" }
  | {
      readonly status: "active";
      readonly instanceId: string;
      readonly ownerId: string;
      readonly rootId: string;
      readonly connectorId: string;
      readonly tableName: string;
      readonly consent: JsonObject;
      readonly setup: InstanceSetup;
      /** The owner has signed in at the API's own page. */
      readonly signedIn: boolean;
    };

export const instance: Aggregate<string, InstanceState, InstanceEvent, InstanceCommand, InstanceRefusal> = {
  stream: instanceStream,
  events: instanceEvents,
  initialState: { status: "absent" },
  snapshots: { version: "instance.1", every: 100, revive: (json) => json as InstanceState },

  evolve(state, event) {
    if (event.type === "InstanceActivated") {
      const { owner, ...rest } = event.data;
      return { status: "active", ownerId: owner.id, signedIn: false, ...rest };
    }
    if (state.status !== "active") return state;
    switch (event.type) {
      case "InstanceConfigured":
        return { ...state, consent: event.data.consent, setup: event.data.setup };
      case "InstanceMigrated":
        return {
          ...state,
          connectorId: event.data.toConnectorId,
          consent: event.data.consent,
          setup: event.data.setup,
        };
      case "InstanceSignedIn":
        return { ...state, signedIn: true };
      case "InstanceSignedOut":
        return { ...state, signedIn: false };
      case "InstanceRemoved":
        return { status: "removed" };
    }
  },

  decide(state, command) {
    if (command.type === "activate") {
      const { type: _type, by, ...rest } = command;
      if (state.status === "absent")
        return emit({ type: "InstanceActivated", data: { ...rest, owner: userOwner(by) } });
      return state.status === "active" && state.ownerId === by ? emit() : refuse({ code: "instance-unknown" });
    }
    if (state.status !== "active" || state.ownerId !== command.by) return refuse({ code: "instance-unknown" });
    const { instanceId } = state;
    switch (command.type) {
      case "configure":
        return emit({
          type: "InstanceConfigured",
          data: { instanceId, consent: command.consent, setup: command.setup },
        });
      case "migrate": {
        const { toConnectorId, consent, setup } = command;
        return emit({
          type: "InstanceMigrated",
          data: { instanceId, fromConnectorId: state.connectorId, toConnectorId, consent, setup },
        });
      }
      case "sign-in":
        return emit({ type: "InstanceSignedIn", data: { instanceId, host: command.host } });
      case "sign-out":
        return state.signedIn ? emit({ type: "InstanceSignedOut", data: { instanceId } }) : emit();
      case "remove":
        return emit({ type: "InstanceRemoved", data: { instanceId } });
    }
  },
};
