import type { StateThen } from "#domain/use-cases/history/replay/replay.ts";

/** The versions of a state, where they began. */
export function versionMarks(state: StateThen): readonly { readonly at: string; readonly label: string }[] {
  switch (state.kind) {
    case "connector":
      return state.versions.flatMap(({ version, publishedAt: at }) =>
        at === null ? [] : [{ at, label: `v${version}` }],
      );
    case "dataset":
      return state.versions.map(({ version, at }) => ({ at, label: `v${version}` }));
    case "instance":
    case "user":
      return [];
  }
}
