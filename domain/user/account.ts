import type { StreamView } from "../core/aggregate.ts";
import { type UserEvent, userEvents, userStream } from "./events.ts";
import type { PlanId } from "./plan.ts";

/**
 * The part of a user's state that frequent commands need. It holds no personal data, so that it can be stored in a
 * snapshot: the stream of a user who often changes plan and key grows long.
 */
export type Account = {
  /** Registered and not deleted. */
  readonly known: boolean;
  readonly plan: PlanId;
  /** Ids of the newest streaming keys, the newest last. */
  readonly keyIds: readonly string[];
};

/** How many keys made at the same moment can be told apart from one that is being made. */
const KEYS_KEPT = 100;

/** The account of a user, from the user's stream. */
export const account: StreamView<string, Account, UserEvent> = {
  stream: userStream,
  events: userEvents,
  initialState: { known: false, plan: 1, keyIds: [] },
  snapshots: {
    version: "account.2",
    beside: "account",
    every: 100,
    inMemory: true,
    revive: (json) => json as unknown as Account,
  },
  evolve(state, event) {
    switch (event.type) {
      case "UserRegistered":
        return { ...state, known: true };
      case "PlanChosen":
        return { ...state, plan: event.data.plan };
      case "StreamingKeyReplaced":
        return { ...state, keyIds: [...state.keyIds, event.data.keyId].slice(-KEYS_KEPT) };
      case "AccountDeleted":
        return { ...state, known: false };
      case "UserVerified":
      case "UserRenamed":
      case "EmailChanged":
      case "PasswordSet":
      case "RoleGranted":
      case "RoleRemoved":
      case "StreamingKeyRemoved":
      case "AccountErased":
        return state;
    }
  },
};
