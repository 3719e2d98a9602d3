import { Form, Link, useNavigation } from "@remix-run/react";
import { ALL_OTHERS, AUTO } from "#domain/dataset/column-reading.ts";
import { type Found, foundWords, PreviewTable, ReadingOptions } from "../../file-upload/preview-table.tsx";
import { detectedIn, type Parts, SettingFields } from "../../file-upload/setting-fields.tsx";
import { CardStep } from "../../file-upload/card-step.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { formatBytes } from "../../ui/data/format.ts";
import { ErrorLine, type Option } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";

/** The names of the fields that say how a column is read begin with this. */
export const TYPE_FIELD = "type:";
/** The name of the buttons that take a suggestion. */
export const CHOICE = "choice";

export type UploadPreviewViewProps = {
  fileName: string;
  bytes: number;
  categories: string[];
  licenses: Option[];
  form: FormState;
  /** What a load would make of the file; null: it could not be read (`fault`). */
  found: (Found & { readonly settings: Readonly<Record<string, string | number | boolean | null>> }) | null;
  fault: string | null;
  parts: Parts;
};

/** Posts `intent` (look or publish), how the file is read, `type:<column>` for each column, and the card. */
export function UploadPreviewView({
  fileName,
  bytes,
  categories,
  licenses,
  form,
  found,
  fault,
  parts,
}: UploadPreviewViewProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <div className="wrap">
      <div className="top">
        <h1>Preview of {fileName}</h1>
      </div>
      <Form method="post" className="cols">
        <input type="hidden" name={`${TYPE_FIELD}${ALL_OTHERS}`} value={AUTO} />
        <input type="hidden" name="empty" value={form.values?.["empty"] ?? ""} />
        <ol className="steps">
          <li>
            <h2>The file</h2>
            <p className="meta">
              {formatBytes(bytes)} received and kept for a day. Nothing is published yet.{" "}
              <Link to="/upload?tab=dataset">Choose another file</Link>
            </p>
            <div className="panel own mt-4">
              <div className="panel-body stack">
                <SettingFields found={found && detectedIn(found.settings)} parts={parts} state={form} />
                {/* The first button of the form is the one that Enter presses. */}
                <p className="row">
                  <Button name="intent" value="look" off={busy}>
                    Preview with these settings
                  </Button>
                </p>
                {fault && <ErrorLine>{fault}</ErrorLine>}
                {found && (
                  <>
                    <p className="meta">{foundWords({ ...found, settings: detectedIn(found.settings) })}</p>
                    <FoundColumns found={found} form={form} />
                  </>
                )}
              </div>
            </div>
          </li>
          <CardStep categories={categories} licenses={licenses} state={form} />
        </ol>
        <Publish message={form.message} busy={busy} />
      </Form>
    </div>
  );
}

function Publish({ message, busy }: { message: string | undefined; busy: boolean }) {
  return (
    <aside className="side" aria-label="Publish">
      <div className="grid gap-2">
        {message && <ErrorLine>{message}</ErrorLine>}
        <Button kind="primary" block name="intent" value="publish" off={busy}>
          Publish Dataset
        </Button>
        <p className="hint">Available once every row is loaded. Rows that do not fit are set aside, not lost.</p>
      </div>
    </aside>
  );
}

function FoundColumns({ found, form }: { found: Found; form: FormState }) {
  const chosen = (name: string) => form.values?.[`${TYPE_FIELD}${name}`] || undefined;
  return (
    <>
      <PreviewTable
        found={found}
        readAs={({ name, label, ...column }) => (
          <select
            // Another look at the file may have chosen for it.
            key={chosen(name)}
            className="select"
            aria-label={`Read ${label} as`}
            name={`${TYPE_FIELD}${name}`}
            defaultValue={chosen(name) ?? ""}
          >
            <ReadingOptions {...column} chosen={chosen(name)} />
          </select>
        )}
        suggestion={({ name }, { words, choice }) => (
          <Button name={CHOICE} value={JSON.stringify({ column: name, ...choice })}>
            {words}
          </Button>
        )}
      />
    </>
  );
}
