import type { LoggedEvent } from "../../../core/event-log.ts";

/** How events of one kind of subject are folded into what it was after them. Neither function reads anything. */
export type Replay<S, T extends object> = {
  readonly initial: S;
  evolve(state: S, event: LoggedEvent): S;
  /** What is shown of it at a time: ids of users in place of names, and no secret. */
  show(state: S, time: string): T;
};
