import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import type { UserCommand } from "./commands.ts";
import { type Role, type UserEvent, userEvents, userStream } from "./events.ts";
import type { PlanId } from "./plan.ts";

export type UserRefusal = { readonly code: "user-unknown" } | { readonly code: "user-already-registered" };

export type UserState =
  | { readonly status: "absent" }
  | {
      readonly status: "unverified" | "verified";
      readonly id: string;
      readonly name: string;
      readonly email: string;
      readonly plan: PlanId;
      readonly roles: readonly Role[];
      readonly streamingKeyId: string | null;
    };

export const user: Aggregate<string, UserState, UserEvent, UserCommand, UserRefusal> = {
  stream: userStream,
  events: userEvents,
  initialState: { status: "absent" },

  evolve(state, event) {
    if (event.type === "UserRegistered") {
      const { userId, name, email } = event.data;
      return state.status === "absent"
        ? { status: "unverified", id: userId, name, email, plan: 1, roles: [], streamingKeyId: null }
        : { ...state, name, email };
    }
    if (state.status === "absent") return state;
    switch (event.type) {
      case "UserVerified":
        return { ...state, status: "verified" };
      case "UserRenamed":
        return { ...state, name: event.data.name };
      case "EmailChanged":
        return { ...state, email: event.data.email };
      case "PasswordSet":
        return state;
      case "PlanChosen":
        return { ...state, plan: event.data.plan };
      case "RoleGranted":
        return { ...state, roles: [...state.roles, event.data.role] };
      case "RoleRemoved":
        return { ...state, roles: state.roles.filter((role) => role !== event.data.role) };
      case "StreamingKeyReplaced":
        return { ...state, streamingKeyId: event.data.keyId };
    }
  },

  decide(state, command) {
    const { userId } = command;
    if (command.type === "register") {
      if (state.status !== "absent") return refuse({ code: "user-already-registered" });
      const registered = {
        type: "UserRegistered",
        data: { userId, name: command.name, email: command.email },
      } as const;
      return command.verified
        ? emit<UserEvent>(registered, { type: "UserVerified", data: { userId } })
        : emit(registered);
    }
    if (state.status === "absent") return refuse({ code: "user-unknown" });
    switch (command.type) {
      case "register-again":
        if (state.status === "verified") return refuse({ code: "user-already-registered" });
        return emit({ type: "UserRegistered", data: { userId, name: command.name, email: command.email } });
      case "verify":
        return state.status === "verified" ? emit() : emit({ type: "UserVerified", data: { userId } });
      case "rename":
        return state.name === command.name
          ? emit()
          : emit({ type: "UserRenamed", data: { userId, name: command.name, previous: state.name } });
      case "change-email":
        return state.email === command.email
          ? emit()
          : emit({ type: "EmailChanged", data: { userId, email: command.email, previous: state.email } });
      case "set-password":
        return emit({ type: "PasswordSet", data: { userId, reason: command.reason } });
      case "choose-plan":
        return state.plan === command.plan
          ? emit()
          : emit({ type: "PlanChosen", data: { userId, plan: command.plan } });
      case "grant-role":
        return state.roles.includes(command.role)
          ? emit()
          : emit({ type: "RoleGranted", data: { userId, role: command.role } });
      case "remove-role":
        return state.roles.includes(command.role)
          ? emit({ type: "RoleRemoved", data: { userId, role: command.role } })
          : emit();
      case "replace-streaming-key": {
        const { keyId, prefix, lastFour } = command;
        return emit({ type: "StreamingKeyReplaced", data: { userId, keyId, prefix, lastFour } });
      }
    }
  },
};
