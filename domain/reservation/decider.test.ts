import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { given } from "../core/spec.ts";
import { reservation } from "./decider.ts";
import type { ReservationEvent } from "./events.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";

const kind = "email";
const reserved = (holder: string): ReservationEvent => ({ type: "NameReserved", data: { kind, holder } });
const released = (holder: string): ReservationEvent => ({ type: "NameReleased", data: { kind, holder } });
const reserve = (holder: string, abandonedHolder: string | null = null) =>
  ({ type: "reserve", kind, holder, abandonedHolder }) as const;
const release = (holder: string) => ({ type: "release", kind, holder }) as const;

describe("a reservation", () => {
  test("goes to who comes first and names the holder to who comes next", () => {
    expect(given(reservation).when(reserve("ada"))).toEqual(emit(reserved("ada")));
    expect(given(reservation, reserved("ada")).when(reserve("ben"))).toEqual(
      refuse({ code: "reserved", holder: "ada" }),
    );
    expect(given(reservation, reserved("ada")).when(reserve("ada"))).toEqual(emit());
  });

  test("is taken over from a holder that came to nothing, and from no other", () => {
    expect(given(reservation, reserved("ada")).when(reserve("ben", "ada"))).toEqual(emit(reserved("ben")));
    const meanwhile = given(reservation, reserved("ada"), released("ada"), reserved("cleo"));
    expect(meanwhile.when(reserve("ben", "ada"))).toEqual(refuse({ code: "reserved", holder: "cleo" }));
  });

  test("is released by its holder alone, and is free then", () => {
    expect(given(reservation, reserved("ada")).when(release("ada"))).toEqual(emit(released("ada")));
    expect(given(reservation, reserved("ada")).when(release("ben"))).toEqual(emit());
    expect(given(reservation).when(release("ada"))).toEqual(emit());
    expect(given(reservation, reserved("ada"), released("ada")).when(reserve("ben"))).toEqual(emit(reserved("ben")));
  });

  test("never has two holders, whatever comes in which order", () => {
    const holder = fc.constantFrom("ada", "ben", "cleo");
    const command = fc.oneof(
      holder.map((name) => reserve(name)),
      holder.map(release),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const events: ReservationEvent[] = [];
        let held: string | null = null;
        for (const each of commands) {
          const decision = given(reservation, ...events).when(each);
          if (each.type === "reserve") expect(decision.ok).toBe(held === null || held === each.holder);
          if (decision.ok) events.push(...decision.value);
          if (each.type === "reserve") held ??= each.holder;
          else if (held === each.holder) held = null;
          expect(given(reservation, ...events).state.holder).toBe(held);
        }
      }),
    );
  });
});
