import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aggregateFolders } from "#testing/domain/aggregate-folders.ts";
import type { Decider } from "../core/decider.ts";
import { type EventCatalog, upcast } from "../core/event-catalog.ts";
import type { DomainEvent } from "../core/event-log.ts";
import type { JsonObject, JsonValue } from "../core/values/json.ts";

type AnyState = Pick<Decider<unknown, DomainEvent, never, unknown>, "initialState" | "evolve" | "snapshots">;
const FOLDER = new URL("./golden/", import.meta.url);

/** Every state that keeps snapshots, with its events as the golden corpus has them. */
const aggregates = (await aggregateFolders()).flatMap(({ catalogs, states }) => {
  const [catalog = {}] = Object.values(catalogs);
  return Object.entries(states)
    .filter(([, { snapshots }]) => snapshots)
    .map(([name, decider]) => ({ name, decider: decider, files: filesOf(catalog), catalog }));
});

function filesOf(catalog: EventCatalog): string[] {
  // The event that creates an aggregate comes first; without it the others have no effect.
  const types = Object.keys(catalog);
  const typeOf = (file: string) => types.indexOf(file.split(".")[0] ?? "");
  return readdirSync(FOLDER)
    .filter((file) => typeOf(file) >= 0)
    .sort((a, b) => typeOf(a) - typeOf(b) || (a < b ? -1 : 1));
}

function eventOf(catalog: EventCatalog, file: string): DomainEvent {
  const [, type = "", version = ""] = /^([A-Za-z]+)\.v(\d+)/.exec(file) ?? [];
  const data = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as JsonObject;
  return { type, data: upcast(type, catalog[type]!, Number(version), data) };
}

const folded = (decider: AnyState, events: readonly DomainEvent[], from = decider.initialState) =>
  events.reduce((state, event) => decider.evolve(state, event), from);
const stored = (state: unknown) => JSON.parse(JSON.stringify(state)) as JsonValue;

/** Sorts the entries of maps: their order has no meaning. */
function normal(state: unknown): unknown {
  if (Array.isArray(state)) return state.map(normal).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof state !== "object" || state === null) return state;
  return Object.fromEntries(Object.entries(state).map(([key, value]) => [key, normal(value)]));
}

describe.each(aggregates)("a snapshot of $name", ({ decider, files, catalog }) => {
  const events = files.map((file) => eventOf(catalog, file));

  test("and what came after it lead to the state that the whole history leads to", () => {
    const first = events[0]!;
    const rest = fc.array(fc.constantFrom(...events), { maxLength: 30 }).map((later) => [first, ...later]);
    fc.assert(
      fc.property(rest, fc.nat(31), (history, at) => {
        const cut = Math.min(at, history.length);
        const revived = decider.snapshots!.revive(stored(folded(decider, history.slice(0, cut))));
        expect(normal(stored(folded(decider, history.slice(cut), revived)))).toEqual(
          normal(stored(folded(decider, history))),
        );
      }),
    );
  });

  test("has a new version number when the state or evolve changes", () => {
    const recorded = JSON.parse(readFileSync(new URL("./golden-states.json", import.meta.url), "utf8")) as Record<
      string,
      { files: string[]; digest: string }
    >;
    const { version } = decider.snapshots!;
    const { files: then, digest } = recorded[version] ?? { files, digest: "" };
    const now = createHash("sha256")
      .update(
        JSON.stringify(
          then.map((_, index) =>
            folded(
              decider,
              then.slice(0, index + 1).map((file) => eventOf(catalog, file)),
            ),
          ),
        ),
      )
      .digest("hex");
    const advice = `${version} leads to other states than when it was recorded: raise the number in the decider's snapshots, and write golden-states.json: "<version>": ${JSON.stringify({ files, digest: now })}`;
    expect(now, advice).toBe(digest);
  });
});

test.each(aggregates)("a snapshot of $name holds nothing personal: snapshots are not sealed", (aggregate) => {
  const { decider, files, catalog } = aggregate;
  const events = files.map((file) => eventOf(catalog, file));
  const kept = events.map((_, index) => JSON.stringify(folded(decider, events.slice(0, index + 1)))).join("\n");
  for (const { type, data } of events)
    for (const field of catalog[type]?.personal?.fields ?? [])
      expect(kept, `${type} holds ${field}, which is personal`).not.toContain(
        JSON.stringify((data as JsonObject)[field]),
      );
});
