import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { FileFields } from "../../file-upload/file-fields.tsx";
import { sendUpload } from "../../file-upload/send-upload.ts";
import { type Sent, UploadProgress } from "../../file-upload/upload-progress.tsx";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { NewTabLink } from "../../ui/controls/new-tab-link.tsx";
import { showToast } from "../../ui/feedback/toaster.tsx";
import { CheckField, ErrorLine, SelectField, TextField } from "../../ui/form/field.tsx";
import type { DatasetProfileViewProps } from "./dataset-shown.ts";

type Refusal = { file?: string; message?: string; sessionEnded?: boolean };

const MODES = [
  { value: "replace", label: "replace all rows" },
  { value: "append", label: "are added to the current rows" },
  { value: "upsert", label: "replace rows with the same key, the others are added" },
];

/**
 * Posts multipart to /api/assets/{id}/versions: `file`, `mode`, `key`, `columns` (change or nothing) and the `version`
 * that it follows.
 */
export function NewVersionForm({ dataset }: Pick<DatasetProfileViewProps, "dataset">) {
  const { id, version } = dataset;
  const [file, setFile] = useState<File | null>(null);
  const { refusal, sent, submit } = useNewVersion(file);
  return (
    <form
      method="post"
      action={`/api/assets/${id}/versions`}
      encType="multipart/form-data"
      className="panel mb-4"
      aria-labelledby="new-version-title"
      onSubmit={(event) => {
        event.preventDefault();
        if (!sent) void submit(event.currentTarget);
      }}
    >
      <div className="panel-head">
        <h2 id="new-version-title">Upload a new version</h2>
      </div>
      <div className="panel-body stack">
        <p>Addresses, keys and access stay as they are. Readers see the current rows until the new ones are ready.</p>
        <input type="hidden" name="version" value={version} />
        <FileFields file={file} setFile={setFile} error={refusal.file} />
        <SelectField name="mode" label="The rows of the file" options={MODES} defaultValue="replace" />
        <TextField
          name="key"
          label="Key"
          optional
          hint="To merge: the columns that identify a row, separated by commas. Empty: those of the last merge."
        />
        <CheckField
          name="columns"
          value="change"
          label="The columns may change"
          hint="When off, a file with other columns is refused: names, types and order must stay the same."
        />
        <UploadProgress sent={sent} />
        {refusal.message && <ErrorLine>{refusal.message}</ErrorLine>}
        {refusal.sessionEnded && (
          <p className="meta">
            Your file is still here: <NewTabLink href="/login">log in in a new tab</NewTabLink>, then upload it.
          </p>
        )}
      </div>
      <div className="panel-foot">
        <Button off={sent !== null}>{sent ? "Uploading" : "Upload the new version"}</Button>
        <ButtonLink kind="quiet" to={`/dataset_profile/${id}`}>
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

/** Sends the form and opens the resulting page; `refusal` says why not, `sent` is the progress. */
function useNewVersion(file: File | null) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<Refusal>({});
  const [sent, setSent] = useState<Sent | null>(null);
  const submit = async (element: HTMLFormElement) => {
    if (!file) return setRefusal({ file: "Choose a CSV, Excel, JSON or Parquet file." });
    setRefusal({});
    setSent({ bytes: 0, of: file.size });
    const answer = await sendUpload(element.action, new FormData(element), (bytes, of) => setSent({ bytes, of }));
    setSent(null);
    if (answer.ok) {
      const said = answer.isNew ? "The new version was uploaded." : "This file is the current version already.";
      showToast("success", said, "upload");
      return navigate(answer.redirectUrl);
    }
    setRefusal({ message: answer.error, sessionEnded: answer.sessionEnded });
    showToast("error", answer.error, "upload");
  };
  return { refusal, sent, submit };
}
