import { Form } from "@remix-run/react";
import type { PastePreview } from "../../versions/paste-calls.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { counted } from "../../ui/data/format.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { CheckField, ErrorLine, SelectField, TextArea, TextField } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { DatasetPageHead } from "../../ui/frames/page-head.tsx";
import { ComparisonView } from "../../versions/comparison-view.tsx";

export type AddRowsViewProps = {
  id: string;
  title: string;
  version: number;
  columns: { name: string; label: string; type: string }[];
  /** The key of the dataset; none: it has none yet. */
  columnKey: string[];
};

type Shown = AddRowsViewProps & {
  form?: FormState;
  preview?: PastePreview & { mode: "append" | "upsert"; key: string };
};

const MODES = [
  { value: "append", label: "Add all rows" },
  { value: "upsert", label: "Replace rows with the same key, add the others" },
];

/** Paste rows, look at what they would do, store them. */
export function AddRowsView(props: Shown) {
  const { id, preview } = props;
  const profile = `/dataset_profile/${id}`;
  return (
    <div className="wrap">
      <DatasetPageHead
        dataset={props}
        title="Add rows"
        lead="Copy cells from a spreadsheet and paste them here. Nothing is stored before you confirm."
      >
        <div className="state">
          <ButtonLink to={`${profile}?new-version=1`}>Upload a file</ButtonLink>
        </div>
      </DatasetPageHead>
      <div className="blocks">
        {preview && <Preview id={id} preview={preview} />}
        <PasteForm {...props} />
      </div>
    </div>
  );
}

function Preview({ id, preview }: { id: string; preview: NonNullable<Shown["preview"]> }) {
  const { comparison, rejected, rejectedCount, rows, version, mode, key } = preview;
  const { added, changed } = comparison.counts;
  const kinds = mode === "append" ? (["added"] as const) : (["added", "changed", "unchanged"] as const);
  const shown = mode === "append" ? allAdded(comparison) : comparison;
  return (
    <form
      method="post"
      action={`/api/assets/${id}/versions`}
      encType="multipart/form-data"
      className="panel"
      aria-labelledby="preview-title"
    >
      <div className="panel-head">
        <h2 id="preview-title">What these rows change</h2>
      </div>
      <div className="panel-body stack">
        <ComparisonView comparison={shown} kinds={kinds} />
        {rejectedCount > 0 && (
          <Notice tone="warn" title={`${counted(rejectedCount, "row does", "rows do")} not fit and will be left out.`}>
            {rejected
              .slice(0, 5)
              .map(({ line, reason }) => `Line ${line}: ${reason}`)
              .join(" · ")}
          </Notice>
        )}
        <input type="hidden" name="rows" value={rows} />
        <input type="hidden" name="mode" value={mode} />
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="version" value={version} />
      </div>
      <div className="panel-foot">
        <Button kind="primary">Store as version {version + 1}</Button>
        <p className="meta">
          {mode === "append" ? counted(shown.counts.added, "row") : `${counted(added, "new row")}, ${changed} changed`}
        </p>
      </div>
    </form>
  );
}

/** With an append every row is added, also one that is there already. */
function allAdded(comparison: PastePreview["comparison"]): PastePreview["comparison"] {
  const { added, changed, unchanged } = comparison.counts;
  return { ...comparison, counts: { added: added + changed + unchanged, changed: 0, removed: 0, unchanged: 0 } };
}

function PasteForm({ columns, columnKey, form, preview, id }: Shown) {
  const names = columns.map(({ label }) => label).join(", ");
  return (
    <Form method="post" className="panel" aria-labelledby="paste-title">
      <div className="panel-head">
        <h2 id="paste-title">{preview ? "Change the rows" : "Paste rows"}</h2>
      </div>
      <div className="panel-body stack">
        <input type="hidden" name="intent" value="preview-rows" />
        <TextArea
          name="rows"
          label="Rows"
          hint={`The columns are ${names}.`}
          rows={10}
          code
          {...(form ? { state: form } : {})}
          defaultValue={preview?.rows ?? form?.values?.["rows"] ?? ""}
        />
        <CheckField
          name="header"
          value="on"
          label="The first row has the names of the columns"
          defaultChecked={form ? form.values?.["header"] !== undefined : true}
        />
        <SelectField
          name="mode"
          label="What to do"
          options={MODES}
          defaultValue={preview?.mode ?? form?.values?.["mode"] ?? "append"}
        />
        <TextField
          name="key"
          label="Key"
          optional
          hint="Columns that identify a row, separated by commas. Needed to replace rows."
          {...(form ? { state: form } : {})}
          defaultValue={preview?.key || (form?.values?.["key"] ?? columnKey.join(", "))}
        />
        {form?.message && <ErrorLine>{form.message}</ErrorLine>}
      </div>
      <div className="panel-foot">
        <Button kind={preview ? "plain" : "primary"}>Show what changes</Button>
        <ButtonLink kind="quiet" to={`/dataset_profile/${id}`}>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
