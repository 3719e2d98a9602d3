import type { StateThen } from "#domain/use-cases/history/replay/replay.ts";

/** The name of what a history is about; null: it has none. */
export function titleOf(state: StateThen): string | null {
  switch (state.kind) {
    case "connector":
    case "dataset":
      return state.title;
    case "instance":
      return state.tableName;
    case "user":
      return state.name;
  }
}
