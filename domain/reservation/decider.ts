import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { type ReservationEvent, reservationEvents } from "./events.ts";

export type ReservationCommand =
  /** `abandonedHolder`: a holder whose own stream was never written. */
  | {
      readonly type: "reserve";
      readonly kind: string;
      readonly holder: string;
      readonly abandonedHolder: string | null;
    }
  | { readonly type: "release"; readonly kind: string; readonly holder: string };

export type ReservationRefusal = { readonly code: "reserved"; readonly holder: string };
/** `fingerprint`: the vault's keyed hash of the name. */
export type ReservationId = { readonly kind: string; readonly fingerprint: string };
export type ReservationState = { readonly holder: string | null };

export const reservation: Aggregate<
  ReservationId,
  ReservationState,
  ReservationEvent,
  ReservationCommand,
  ReservationRefusal
> = {
  stream: ({ kind, fingerprint }) => `reservation-${kind}-${fingerprint}`,
  events: reservationEvents,
  initialState: { holder: null },
  evolve(_state, event) {
    switch (event.type) {
      case "NameReserved":
        return { holder: event.data.holder };
      case "NameReleased":
        return { holder: null };
    }
  },
  decide(state, command) {
    const { kind, holder } = command;
    switch (command.type) {
      case "reserve": {
        if (state.holder === holder) return emit();
        if (state.holder !== null && state.holder !== command.abandonedHolder)
          return refuse({ code: "reserved", holder: state.holder });
        return emit({ type: "NameReserved", data: { kind, holder } });
      }
      case "release":
        return state.holder === holder ? emit({ type: "NameReleased", data: { kind, holder } }) : emit();
    }
  },
};
