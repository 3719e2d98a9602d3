import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { cleanLine } from "../core/text/lines.ts";
import { PersistentMap } from "../core/values/persistent-map.ts";
import { type ClockJumpEvent, clockJumpEvents } from "./events.ts";

export const MAX_JUMP_REASON_CHARS = 1_000;

/** A jump as `verify-log` finds it; see `ClockJumpAcknowledged`. */
export type ClockJump = Omit<ClockJumpEvent["data"], "reason">;

export type ClockJumpCommand = {
  readonly type: "acknowledge-jump";
  readonly jump: ClockJump;
  readonly reason: string;
};

export type ClockJumpRefusal = { readonly code: "jump-reason-missing" } | { readonly code: "jump-reason-too-long" };

/** The jumps that were acknowledged. */
export type ClockJumpState = { readonly known: PersistentMap<true> };

/** What must be the same for an acknowledgement to be about a jump; its position may differ in a restored log. */
export function jumpKey({ stream, revision, from, to, events }: ClockJump): string {
  return [stream, revision, from, to, events].join(" ");
}

/** Of one log: its id is "log". */
export const clockJumps: Aggregate<string, ClockJumpState, ClockJumpEvent, ClockJumpCommand, ClockJumpRefusal> = {
  stream: (log) => `clock-jumps-${log}`,
  events: clockJumpEvents,
  initialState: { known: PersistentMap.empty() },

  evolve: ({ known }, { data }) => ({ known: known.with(jumpKey(data), true) }),

  decide({ known }, { jump, reason }) {
    const said = cleanLine(reason).trim();
    if (said === "") return refuse({ code: "jump-reason-missing" });
    if (said.length > MAX_JUMP_REASON_CHARS) return refuse({ code: "jump-reason-too-long" });
    if (known.has(jumpKey(jump))) return emit();
    return emit({ type: "ClockJumpAcknowledged", data: { ...jump, reason: said } });
  },
};
