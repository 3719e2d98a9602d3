import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import type { JsonObject } from "../core/values/json.ts";
import { userOwner } from "../core/values/owner.ts";
import type { Exposure, Stop } from "./stop.ts";
import {
  type InstanceEvent,
  type InstanceSetup,
  instanceEvents,
  instanceStream,
  stopAfterConfigured,
  stopAfterMigrated,
  stopAfterReplaced,
} from "./events.ts";

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
  | {
      readonly type: "configure";
      readonly by: string;
      readonly consent: JsonObject;
      readonly setup: InstanceSetup;
      /** Other credentials were entered. */
      readonly replaced?: boolean;
    }
  | {
      readonly type: "migrate";
      readonly by: string;
      readonly toConnectorId: string;
      readonly consent: JsonObject;
      readonly setup: InstanceSetup;
      readonly replaced?: boolean;
    }
  /** `replaced`: its tokens are its only credentials. */
  | { readonly type: "sign-in"; readonly by: string; readonly host: string; readonly replaced?: boolean }
  | { readonly type: "sign-out"; readonly by: string }
  | { readonly type: "remove"; readonly by: string }
  /** What the product itself found out about an instance from before consents of version 2. */
  | {
      readonly type: "check-consent";
      readonly consent: JsonObject;
      readonly stopped: Stop | null;
      readonly exposed: Exposure | null;
    }
  /** By an admin. */
  | { readonly type: "stop" }
  | { readonly type: "remind" };

/** Another user's instance counts as missing, and a removed one cannot be restored. */
export type InstanceRefusal = { readonly code: "instance-unknown" };

/** Nothing is sent for an instance that is stopped. */
export type StoppedRefusal = { readonly code: "connection-stopped"; readonly stopped: Stop };

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
      /** Whether its consent is of version 2, or was checked. */
      readonly checked: boolean;
      /** Why it calls nothing; null: it does. */
      readonly stopped: Stop | null;
      /** How its credentials may have left, until they are replaced. */
      readonly exposed: Exposure | null;
    };

export const instance: Aggregate<string, InstanceState, InstanceEvent, InstanceCommand, InstanceRefusal> = {
  stream: instanceStream,
  events: instanceEvents,
  initialState: { status: "absent" },
  snapshots: { version: "instance.3", every: 100, revive: (json) => json as InstanceState },

  evolve(state, event) {
    if (event.type === "InstanceActivated") {
      const { owner, ...rest } = event.data;
      const checked = rest.consent["version"] === 2;
      return { status: "active", ownerId: owner.id, signedIn: false, checked, stopped: null, exposed: null, ...rest };
    }
    if (state.status !== "active") return state;
    switch (event.type) {
      case "InstanceConfigured":
        return {
          ...state,
          consent: event.data.consent,
          setup: event.data.setup,
          stopped: stopAfterConfigured(state.stopped, event.data.consent),
        };
      case "InstanceMigrated":
        return {
          ...state,
          connectorId: event.data.toConnectorId,
          consent: event.data.consent,
          setup: event.data.setup,
          stopped: stopAfterMigrated(state.stopped),
        };
      case "InstanceConsentChecked": {
        const { consent, stopped, exposed } = event.data;
        return { ...state, checked: true, consent, stopped, exposed };
      }
      case "InstanceStopped":
        return { ...state, stopped: { code: "admin-stopped", facts: {} } };
      case "InstanceCredentialsReplaced":
        return {
          ...state,
          exposed: null,
          stopped: stopAfterReplaced(state.stopped),
        };
      case "InstanceOwnerReminded":
        return state;
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
    if (state.status !== "active") return refuse({ code: "instance-unknown" });
    const { instanceId } = state;
    if (command.type === "check-consent" || command.type === "stop" || command.type === "remind")
      return decideByOthers(state, command);
    if (state.ownerId !== command.by) return refuse({ code: "instance-unknown" });
    const after = "replaced" in command && command.replaced ? replacement(state) : [];
    switch (command.type) {
      case "configure":
        return emit(
          { type: "InstanceConfigured", data: { instanceId, consent: command.consent, setup: command.setup } },
          ...after,
        );
      case "migrate": {
        const { toConnectorId, consent, setup } = command;
        return emit(
          {
            type: "InstanceMigrated",
            data: { instanceId, fromConnectorId: state.connectorId, toConnectorId, consent, setup },
          },
          ...after,
        );
      }
      case "sign-in":
        return emit({ type: "InstanceSignedIn", data: { instanceId, host: command.host } }, ...after);
      case "sign-out":
        return state.signedIn ? emit({ type: "InstanceSignedOut", data: { instanceId } }) : emit();
      case "remove":
        return emit({ type: "InstanceRemoved", data: { instanceId } });
    }
  },
};

type Active = Extract<InstanceState, { status: "active" }>;

/** Only an instance that waits for other credentials records that they came. */
function replacement({ instanceId, stopped, exposed }: Active): readonly InstanceEvent[] {
  return stopped === null && exposed === null ? [] : [{ type: "InstanceCredentialsReplaced", data: { instanceId } }];
}

type ByOthers = Extract<InstanceCommand, { readonly type: "check-consent" | "stop" | "remind" }>;

/** What the product itself and admins do to an instance of somebody. */
function decideByOthers({ instanceId, checked, stopped, exposed }: Active, command: ByOthers) {
  switch (command.type) {
    case "check-consent": {
      const { consent, stopped: stop, exposed: exposure } = command;
      const data = { instanceId, consent, stopped: stop, exposed: exposure };
      return checked ? emit<InstanceEvent>() : emit<InstanceEvent>({ type: "InstanceConsentChecked", data });
    }
    case "stop":
      return exposed === null || stopped !== null
        ? emit<InstanceEvent>()
        : emit<InstanceEvent>({ type: "InstanceStopped", data: { instanceId } });
    case "remind":
      return exposed === null
        ? emit<InstanceEvent>()
        : emit<InstanceEvent>({ type: "InstanceOwnerReminded", data: { instanceId } });
  }
}
