import { accept, type Decider, refuse } from "../core/decider.ts";
import type { ReservationEvent } from "./events.ts";

export type ReservationCommand =
  /** `abandonedHolder`: a holder known to have come to nothing (its own stream was never written). */
  | {
      readonly type: "reserve";
      readonly kind: string;
      readonly holder: string;
      readonly abandonedHolder: string | null;
    }
  | { readonly type: "release"; readonly kind: string; readonly holder: string };

export type ReservationRefusal = { readonly name: "reserved"; readonly holder: string };
export type ReservationState = { readonly holder: string | null };

export const reservation: Decider<ReservationState, ReservationEvent, ReservationCommand, ReservationRefusal> = {
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
        if (state.holder === holder) return accept();
        if (state.holder !== null && state.holder !== command.abandonedHolder)
          return refuse({ name: "reserved", holder: state.holder });
        return accept({ type: "NameReserved", data: { kind, holder } });
      }
      case "release":
        return state.holder === holder ? accept({ type: "NameReleased", data: { kind, holder } }) : accept();
    }
  },
};
