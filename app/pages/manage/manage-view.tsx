import { useFollowRuns } from "../../runs/follow-runs.tsx";
import { Tabs } from "../../ui/controls/tabs.tsx";
import { ActiveTab } from "./active-tab.tsx";
import { lastRuns, type ManageViewProps } from "./manage-shown.ts";
import { StreamPanel } from "./stream-panel.tsx";
import { UploadedTab } from "./uploaded-tab.tsx";

/** Posts `intent`: refresh, remove-instance (`instance_id`); cancel (`instance_id`, `run_id`); remove-access, delete-dataset (`dataset_id`); edit-connector, delete-connector (`connector_id`); discard-draft (`draft_id`); generate-key. */
export function ManageView(props: ManageViewProps) {
  useFollowRuns(props.tab === "active" ? lastRuns(props.instances) : []);
  return (
    <div className="wrap">
      <div className="top">
        <h1>Manage Data</h1>
        <Tabs
          label="Manage Data"
          tabs={[
            {
              label: "Active Datasets & Connectors",
              href: "/manage?tab=active",
              current: props.tab === "active",
              count: props.counts.active,
            },
            {
              label: "Uploaded Data",
              href: "/manage?tab=uploaded",
              current: props.tab === "uploaded",
              count: props.counts.uploaded,
            },
            { label: "Stream Data", href: "/manage?tab=stream", current: props.tab === "stream" },
          ]}
        />
      </div>
      {props.tab === "active" && <ActiveTab {...props} />}
      {props.tab === "uploaded" && <UploadedTab {...props} />}
      {props.tab === "stream" && <StreamPanel {...props.stream} />}
    </div>
  );
}
