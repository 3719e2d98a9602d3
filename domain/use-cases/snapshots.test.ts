import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { connector } from "../connector/decider.ts";
import { connectorVersions } from "../connector/versions.ts";
import { connectorEvents } from "../connector/events.ts";
import type { Decider } from "../core/decider.ts";
import { type EventCatalog, upcast } from "../core/event-catalog.ts";
import type { DomainEvent } from "../core/event-log.ts";
import type { JsonObject, JsonValue } from "../core/values/json.ts";
import { dataset } from "../dataset/decider.ts";
import { datasetEvents } from "../dataset/events.ts";
import { draft } from "../draft/decider.ts";
import { draftEvents } from "../draft/events.ts";
import { instance } from "../instance/decider.ts";
import { instanceEvents } from "../instance/events.ts";
import { quota } from "../quota/decider.ts";
import { quotaEvents } from "../quota/events.ts";

type AnyState = Pick<Decider<unknown, DomainEvent, never, unknown>, "initialState" | "evolve" | "snapshots">;
const FOLDER = new URL("./golden/", import.meta.url);

/** Every state with snapshots, and its events from the golden corpus. */
const aggregates = [
  ["draft", draft, draftEvents],
  ["instance", instance, instanceEvents],
  ["dataset", dataset, datasetEvents],
  ["connector", connector, connectorEvents],
  ["connector's versions", connectorVersions, connectorEvents],
  ["quota", quota, quotaEvents],
].map(([name, decider, catalog]) => ({
  name: name as string,
  decider: decider as AnyState,
  files: filesOf(catalog as EventCatalog),
  catalog: catalog as EventCatalog,
}));

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

test("no state that holds personal data is kept in a snapshot", () => {
  for (const { catalog } of aggregates) {
    for (const [type, definition] of Object.entries(catalog))
      expect(definition.personal, `${type} holds personal data, and snapshots are not sealed`).toBeUndefined();
  }
});
