import { Confirm } from "../../ui/controls/confirm.tsx";
import type { Option } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { FaultNotice, isOfButton } from "../../ui/feedback/fault-notice.tsx";
import { TabbedPage } from "../../ui/frames/tabbed-page.tsx";
import type { ConnectorDraft } from "./connector-draft.ts";
import { ConnectorForm } from "./connector-form.tsx";
import { DatasetForm } from "./dataset-form.tsx";
import { FromAddressForm } from "./from-address/from-address-form.tsx";
import { ImportNotes } from "./import-notes.tsx";
import { type Published, PublishedView } from "./published-view.tsx";

export type UploadViewProps = {
  tab: "dataset" | "connector";
  /** In the server's order. */
  categories: string[];
  licenses: Option[];
  /** `?edit={draftId}`: the draft in the form; the connector tab only. */
  draft: ConnectorDraft | null;
  /** Identifies this page of a new connector, so that repeated presses of Save Draft save one draft. */
  draftKey: string;
  /** `?from=url`: the form of the dataset takes an address instead of a file. */
  fromAddress: boolean;
  /** The version that was just published from a draft. */
  published: Published | null;
  form?: FormState;
};

/** What the form of this address is for. */
export function uploadTitle(search: string): string {
  const params = new URLSearchParams(search);
  if (params.has("edit")) return "Edit a connector | Tributary";
  return `${params.get("tab") === "connector" ? "Create a connector" : "Upload a dataset"} | Tributary`;
}

export function UploadView(props: UploadViewProps) {
  const { tab, categories, licenses, draft, draftKey, fromAddress, published } = props;
  const form = props.form && isOfButton(props.form) ? undefined : props.form;
  if (published) return <PublishedView {...published} />;
  return (
    <TabbedPage
      title="Upload & Create"
      tabs={[
        { label: "Upload Dataset", href: "/upload?tab=dataset", current: tab === "dataset" },
        { label: "Create Connector", href: "/upload?tab=connector", current: tab === "connector" },
      ]}
      notice={<FaultNotice form={props.form} />}
    >
      {draft && (
        <div className="draft-acts">
          <Confirm
            name="discard"
            label="Discard the draft"
            title={`Discard the draft ${draft.title || "Untitled"}?`}
            verb="Discard"
            fields={{ intent: "discard-draft", draft_id: draft.id }}
            action={`/upload?edit=${draft.id}`}
          >
            <p>What it holds is lost. The published versions stay as they are.</p>
          </Confirm>
        </div>
      )}
      {draft?.imported && <ImportNotes {...draft.imported} />}
      {tab === "dataset" && fromAddress ? (
        <FromAddressForm categories={categories} licenses={licenses} form={form} />
      ) : tab === "dataset" ? (
        <DatasetForm categories={categories} licenses={licenses} form={form} />
      ) : (
        <ConnectorForm key={draft?.id ?? "new"} categories={categories} draft={draft} draftKey={draftKey} form={form} />
      )}
    </TabbedPage>
  );
}
