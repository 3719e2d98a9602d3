import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import type { UserCommand } from "./commands.ts";
import { type Role, type UserEvent, userEvents, userStream } from "./events.ts";
import type { PlanId } from "./plan.ts";

export type UserRefusal = { readonly code: "user-unknown" } | { readonly code: "user-already-registered" };

export type UserState =
  | {
      readonly status: "absent";
      /** Of a deleted account until it is erased: what the job needs to release its reservations. */
      readonly deleted?: { readonly name: string; readonly email: string } | "erased";
    }
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
      if (state.status === "absent" && state.deleted) return state;
      return state.status === "absent"
        ? { status: "unverified", id: userId, name, email, plan: 1, roles: [], streamingKeyId: null }
        : { ...state, name, email };
    }
    if (event.type === "AccountErased") return { status: "absent", deleted: "erased" };
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
      case "StreamingKeyRemoved":
        return { ...state, streamingKeyId: null };
      case "AccountDeleted":
        return { status: "absent", deleted: { name: state.name, email: state.email } };
    }
  },

  decide(state, command) {
    const { userId } = command;
    if (command.type === "register") {
      if (state.status !== "absent" || state.deleted) return refuse({ code: "user-already-registered" });
      const registered = {
        type: "UserRegistered",
        data: { userId, name: command.name, email: command.email },
      } as const;
      return command.verified
        ? emit<UserEvent>(registered, { type: "UserVerified", data: { userId } })
        : emit(registered);
    }
    if (state.status === "absent") return decideOfDeleted(state.deleted, command);
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
      case "delete-account":
        return emit({ type: "AccountDeleted", data: { userId } });
      case "record-erasure":
        return emit();
      case "replace-streaming-key": {
        const { keyId, prefix, lastFour } = command;
        return emit({ type: "StreamingKeyReplaced", data: { userId, keyId, prefix, lastFour } });
      }
      case "remove-streaming-key":
        return state.streamingKeyId === null
          ? emit()
          : emit({ type: "StreamingKeyRemoved", data: { userId, keyId: state.streamingKeyId } });
    }
  },
};

type Absent = Extract<UserState, { status: "absent" }>;

/** A deleted account takes no command but those that end it. */
function decideOfDeleted(deleted: Absent["deleted"], { type, userId }: UserCommand): ReturnType<typeof user.decide> {
  if (deleted === undefined) return refuse({ code: "user-unknown" });
  if (type === "delete-account") return emit();
  if (type !== "record-erasure") return refuse({ code: "user-unknown" });
  return deleted === "erased" ? emit() : emit({ type: "AccountErased", data: { userId } });
}
