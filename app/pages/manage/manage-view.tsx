import { useFollowRuns } from "../../runs/follow-runs.tsx";
import { FaultNotice } from "../../ui/feedback/fault-notice.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { TabbedPage } from "../../ui/frames/tabbed-page.tsx";
import { ActiveTab } from "./active-tab.tsx";
import type { ManageViewProps } from "./manage-page.ts";
import { lastRuns } from "./manage-shown.ts";
import { StreamPanel } from "./stream/stream-panel.tsx";
import type { StreamOutcome } from "./stream/stream-shown.ts";
import { UploadedTab } from "./uploaded-tab.tsx";

/** What the tabs are called, in their order. */
export const tabLabels: Record<ManageViewProps["tab"], string> = {
  active: "Active Datasets & Connectors",
  uploaded: "Uploaded Data",
  stream: "Stream Data",
};
export const tabNames = Object.keys(tabLabels) as ManageViewProps["tab"][];

/** Posts `intent`: refresh, remove-instance (`instance_id`); cancel (`instance_id`, `run_id`); remove-access, delete-dataset (`dataset_id`); edit-connector, delete-connector (`connector_id`); discard-draft (`draft_id`); generate-key; check-tool (`table`, `tool`, `key`); make-table-key (`table`, `tool`). */
export function ManageView({
  form,
  outcome,
  ...props
}: ManageViewProps & { form: FormState | undefined; outcome: StreamOutcome | undefined }) {
  useFollowRuns(props.tab === "active" ? lastRuns(props.instances) : []);
  return (
    <TabbedPage
      title="Manage Data"
      tabs={tabNames.map((name) => ({
        label: tabLabels[name],
        href: `/manage?tab=${name}`,
        current: props.tab === name,
        ...(props.counts[name] === undefined ? {} : { count: props.counts[name] }),
      }))}
      notice={<FaultNotice form={form} />}
    >
      <OpenTab {...props} outcome={outcome} />
    </TabbedPage>
  );
}

function OpenTab({ outcome, ...props }: ManageViewProps & { outcome: StreamOutcome | undefined }) {
  switch (props.tab) {
    case "active":
      return <ActiveTab {...props} />;
    case "uploaded":
      return <UploadedTab {...props} />;
    case "stream":
      return <StreamPanel {...props.stream} outcome={outcome} />;
  }
}
