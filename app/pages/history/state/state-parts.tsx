import type { StateShown } from "../../../history/state-shown.ts";
import { ConnectorState } from "./connector-state.tsx";
import { DatasetState } from "./dataset-state.tsx";
import { InstanceState } from "./instance-state.tsx";
import { UserState } from "./user-state.tsx";

/** What something was at a time, part by part. */
export function StateParts({ shown, accessHref }: { shown: StateShown; accessHref: string }) {
  const { state, definition, people, connectors } = shown;
  switch (state.kind) {
    case "connector":
      return <ConnectorState state={state} definition={definition} people={people} accessHref={accessHref} />;
    case "dataset":
      return <DatasetState state={state} people={people} accessHref={accessHref} />;
    case "instance":
      return <InstanceState state={state} people={people} connectors={connectors} />;
    case "user":
      return <UserState state={state} />;
  }
}
