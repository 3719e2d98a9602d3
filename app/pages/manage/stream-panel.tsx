import { KeyPanel } from "./key-panel.tsx";
import type { StreamPanelProps } from "./manage-shown.ts";
import { StreamSteps } from "./stream-steps.tsx";

/** How to open a table in other tools: choose the table, choose the tool, copy; beside it the key. */
export function StreamPanel(props: StreamPanelProps) {
  return (
    <div className="cols">
      <StreamSteps {...props} />
      <aside className="side" aria-label="Streaming key">
        <KeyPanel {...props} />
      </aside>
    </div>
  );
}
