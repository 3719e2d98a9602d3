import type { StateShown } from "../../../history/state-shown.ts";
import { counted, formatCount, formatInterval } from "../../../ui/data/format.ts";

/** What something was in one sentence: "v2, active, public, 96 people connected". */
export function stateSentence({ state, connectors }: StateShown): string {
  const said = partsOf(state, connectors).filter((each) => each !== null && each !== "");
  return said.join(", ");
}

function partsOf(state: StateShown["state"], connectors: StateShown["connectors"]): readonly (string | null)[] {
  switch (state.kind) {
    case "connector": {
      const latest = state.versions.at(-1);
      if (!latest) return [state.status === "absent" ? "not there yet" : state.status];
      return [
        `v${latest.version}`,
        state.status === "open" ? (latest.active ? "active" : "inactive") : state.status,
        latest.isPublic ? "public" : "private",
        state.takenDown ? "taken down" : null,
        `${counted(state.access.total, "person", "people")} connected`,
      ];
    }
    case "dataset": {
      if (!state.card) return [state.status === "absent" ? "not there yet" : state.status];
      const rows = state.versions.at(-1)?.rows;
      return [
        state.versionCount === 0 ? null : `version ${state.versionCount}`,
        state.status,
        state.isPublic ? "public" : "private",
        state.takenDown ? "taken down" : null,
        rows === undefined ? null : `${formatCount(rows)} rows`,
        `${counted(state.access.total, "person", "people")} with access`,
      ];
    }
    case "instance": {
      if (!state.setup) return [state.status === "absent" ? "not there yet" : state.status];
      const named = state.connectorId === null ? undefined : connectors[state.connectorId];
      return [
        state.status,
        named ? `of ${named.title} v${named.version}` : null,
        formatInterval(state.setup.refreshInterval).toLowerCase(),
        state.lastRun ? `run ${state.lastRun.number}: ${state.lastRun.status}` : "no run yet",
      ];
    }
    case "user":
      return [
        state.status === "absent" ? "not there yet" : state.status,
        state.roles.join(", "),
        state.name === null ? null : counted(state.apiKeys.length, "API key"),
      ];
  }
}
