import type { LoggedEvent } from "../../../core/event-log.ts";
import { connectorReplay } from "./connector-replay.ts";
import { datasetReplay } from "./dataset-replay.ts";
import { instanceReplay } from "./instance-replay.ts";
import type { Replay } from "./replay-of.ts";
import type { SubjectKind } from "../subject.ts";
import { userReplay } from "./user-replay.ts";

const REPLAYS = {
  connector: connectorReplay,
  dataset: datasetReplay,
  instance: instanceReplay,
  user: userReplay,
} satisfies Record<SubjectKind, Replay<unknown, object>>;

/** What a connector, dataset, instance or user was. */
export type StateThen = {
  [K in SubjectKind]: { readonly kind: K } & ReturnType<(typeof REPLAYS)[K]["show"]>;
}[SubjectKind];

/** A replay of one subject: `add` each of its events in their order, then ask for its state at a time (ISO 8601). */
export function startReplay(kind: SubjectKind): { add(event: LoggedEvent): void; stateAt(time: string): StateThen } {
  const replay = REPLAYS[kind] as Replay<unknown, object>;
  let folded = replay.initial;
  return {
    add(event) {
      folded = replay.evolve(folded, event);
    },
    stateAt: (time) => ({ kind, ...replay.show(folded, time) }) as StateThen,
  };
}
