import { KeyPanel } from "./key-panel.tsx";
import { LastCalls } from "./last-calls.tsx";
import type { StreamOutcome, StreamPanelProps } from "./stream-shown.ts";
import { StreamSteps } from "./stream-steps.tsx";

/** How to open a table in other tools: choose the table and the tool, copy, check; beside it the key and its calls. */
export function StreamPanel(props: StreamPanelProps & { outcome: StreamOutcome | undefined }) {
  return (
    <div className="cols">
      <StreamSteps {...props} />
      <aside className="side" aria-label="Streaming key">
        <KeyPanel {...props} />
        <LastCalls {...props} />
      </aside>
    </div>
  );
}
