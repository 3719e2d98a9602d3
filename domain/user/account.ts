import type { StreamView } from "../core/aggregate.ts";
import { type UserEvent, userEvents, userStream } from "./events.ts";
import type { PlanId } from "./plan.ts";

/**
 * What of a user counts for commands that come often. It holds nothing personal, so that it can be kept in a snapshot: the stream
 * of somebody who changes plan and key all day grows long.
 */
export type Account = {
  readonly known: boolean;
  readonly plan: PlanId;
  /** Ids of the streaming keys that were made last, the newest at the end. */
  readonly keyIds: readonly string[];
};

/** So many keys made at the same moment are told apart from one that is just being made. */
const KEYS_KEPT = 100;

/** The account of a user, read from the user's stream. */
export const account: StreamView<string, Account, UserEvent> = {
  stream: userStream,
  events: userEvents,
  initialState: { known: false, plan: 1, keyIds: [] },
  snapshots: { version: "account.1", beside: "account", every: 100, revive: (json) => json as unknown as Account },
  evolve(state, event) {
    switch (event.type) {
      case "UserRegistered":
        return { ...state, known: true };
      case "PlanChosen":
        return { ...state, plan: event.data.plan };
      case "StreamingKeyReplaced":
        return { ...state, keyIds: [...state.keyIds, event.data.keyId].slice(-KEYS_KEPT) };
      case "UserVerified":
      case "PasswordSet":
      case "RoleGranted":
        return state;
    }
  },
};
