import { useNavigate } from "@remix-run/react";
import { FileText } from "../../ui/icons/all.ts";
import { useState } from "react";
import { Badge, KindBadge, PrivateBadge } from "../../ui/data/badge.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { ErrorLine, type Option } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { useFocusOnError } from "../../ui/form/form-state.ts";
import { formatBytes } from "../../ui/data/format.ts";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Stages } from "../../ui/feedback/progress.tsx";
import { DatasetCardFields, optionsOf } from "../../items/card-fields.tsx";
import { NewTabLink } from "../../ui/controls/new-tab-link.tsx";
import { showToast } from "../../ui/feedback/toaster.tsx";
import { sendUpload } from "./send-upload.ts";

const missing = "Add title & CSV file";

/**
 * Posts multipart to /api/assets/upload-csv: `title`, `description`, `category`, `license`, `keywords`, `is_public`,
 * `price` (0), then `file` last, so that the server has the title before the rows arrive. With JavaScript the sent
 * bytes are counted.
 */
export function DatasetForm({
  categories,
  licenses,
  form: refused,
}: {
  categories: string[];
  licenses: Option[];
  form: FormState | undefined;
}) {
  const hydrated = useHydrated();
  const [file, setFile] = useState<File | null>(null);
  const [seen, setSeen] = useState<Seen>({ ...NOTHING_SEEN, title: refused?.values?.title ?? "" });
  const { form, sent, sessionEnded, submit, clear } = useUpload(refused, file);
  const ref = useFocusOnError(form);
  return (
    <form
      className="cols"
      method="post"
      action="/api/assets/upload-csv"
      encType="multipart/form-data"
      ref={ref}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sent) void submit(event.currentTarget);
      }}
      onChange={(event) => {
        setSeen(seenIn(event.currentTarget));
        clear((event.target as unknown as HTMLInputElement).name);
      }}
    >
      <ol className="steps">
        <li>
          <h2>Name and description</h2>
          <div className="panel details">
            <DatasetCardFields
              categories={[{ value: "", label: "No category (listed under Other)" }, ...optionsOf(categories)]}
              licenses={licenses}
              hints={{
                description: "Start with what one row represents.",
                license: "What others may do with the rows",
                isPublic: "Anyone can find and connect to it. Turn off to keep it private.",
              }}
              state={form}
            />
            <input type="hidden" name="price" value="0" />
          </div>
        </li>
        <li>
          <h2>The file</h2>
          <FileField file={file} setFile={setFile} error={form?.errors?.file} />
          <Progress sent={sent} />
        </li>
      </ol>
      <aside className="side" aria-label="Summary">
        {hydrated && <SeenByOthers seen={seen} />}
        <PublishButton message={form?.message} sessionEnded={sessionEnded} isSending={sent !== null} />
      </aside>
    </form>
  );
}

/** Bytes of the file sent so far, and in total. */
type Sent = { bytes: number; of: number };

/** Sends the form and opens the resulting page; `form` holds the refusal, `sent` the progress. */
function useUpload(refused: FormState | undefined, file: File | null) {
  const navigate = useNavigate();
  const [form, setForm] = useState(refused);
  const [sent, setSent] = useState<Sent | null>(null);
  const [sessionEnded, setSessionEnded] = useState(false);
  const submit = async (element: HTMLFormElement) => {
    const data = new FormData(element);
    const errors: Record<string, string> = {};
    if (String(data.get("title")).trim() === "") errors.title = missing;
    // One sentence for both; it is beside the first of them.
    else if (!file) errors.file = missing;
    if (Object.keys(errors).length > 0) return setForm({ errors });
    setForm(undefined);
    setSent({ bytes: 0, of: file?.size ?? 0 });
    const answer = await sendUpload(element.action, data, (bytes, of) => setSent({ bytes, of }));
    if (answer.ok) return navigate(answer.redirectUrl);
    setSent(null);
    setForm({ message: answer.error });
    setSessionEnded(answer.sessionEnded);
    showToast("error", answer.error, "upload");
  };
  /** A field that is being corrected is no longer wrong. */
  const clear = (name: string) =>
    setForm((before) => {
      const { [name]: mended, ...errors } = before?.errors ?? {};
      return mended === undefined ? before : { ...before, errors };
    });
  return { form, sent, sessionEnded, submit, clear };
}

/** What others will see of the dataset, from the typed values. */
type Seen = { title: string; description: string; category: string; isPublic: boolean };

const NOTHING_SEEN: Seen = { title: "", description: "", category: "", isPublic: true };

function seenIn(form: HTMLFormElement): Seen {
  const data = new FormData(form);
  return {
    title: String(data.get("title")),
    description: String(data.get("description")),
    category: String(data.get("category") ?? ""),
    isPublic: data.has("is_public"),
  };
}

function FileField({
  file,
  setFile,
  error,
}: {
  file: File | null;
  setFile: (file: File | null) => void;
  error: string | undefined;
}) {
  const hydrated = useHydrated();
  return (
    <>
      <div className="drop">
        <Icon of={FileText} />
        <div>
          <strong>{file ? file.name : "A CSV file"}</strong>
          <p className="meta" id="file-hint">
            {file
              ? formatBytes(file.size)
              : "Any separator, with the names in its first row. Types are found by reading every row."}
          </p>
        </div>
        <label className={hydrated ? "btn" : ""}>
          {hydrated ? file ? "Choose another" : "Choose a file" : <span className="visually-hidden">CSV file</span>}
          <input
            type="file"
            name="file"
            accept=".csv,text/csv"
            aria-describedby="file-hint"
            aria-invalid={error ? true : undefined}
            className={hydrated ? undefined : "is-bare"}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </label>
      </div>
      {error && <ErrorLine>{error}</ErrorLine>}
    </>
  );
}

/** Said by screen readers: a quarter of the file at a time, and the wait for the rows. */
function progressWords({ bytes, of }: Sent): string {
  if (bytes >= of) return "The file is sent. Reading every row.";
  const quarter = Math.floor((bytes / of) * 4) * 25;
  return quarter === 0 ? "Sending the file." : `${quarter} % sent.`;
}

function Progress({ sent }: { sent: Sent | null }) {
  return (
    <>
      {sent && (
        <Stages
          stages={[
            {
              label: "Sending",
              percent: sent.of === 0 ? 100 : Math.round((sent.bytes / sent.of) * 100),
              words: `${formatBytes(sent.bytes)} of ${formatBytes(sent.of)}`,
            },
            {
              label: "Loading",
              percent: sent.of > 0 && sent.bytes >= sent.of ? 0 : null,
              words: sent.bytes >= sent.of ? "reading every row" : "next",
            },
          ]}
        />
      )}
      <p className="visually-hidden" role="status">
        {sent && progressWords(sent)}
      </p>
    </>
  );
}

function SeenByOthers({ seen }: { seen: Seen }) {
  return (
    <section className="panel" aria-labelledby="seen-title">
      <div className="panel-head">
        <h2 id="seen-title">What others will see</h2>
      </div>
      <div className="seen">
        <p className="name">{seen.title || "Untitled"}</p>
        <p className="badges">
          <KindBadge kind="dataset" />
          {seen.isPublic ? <Badge>Public</Badge> : <PrivateBadge />}
        </p>
        {seen.description && <p className="quiet line-clamp-3">{seen.description}</p>}
        <p className="meta">{[seen.category, "by you", "Free"].filter(Boolean).join(" · ")}</p>
      </div>
    </section>
  );
}

function PublishButton({
  message,
  sessionEnded,
  isSending,
}: {
  message: string | undefined;
  sessionEnded: boolean;
  isSending: boolean;
}) {
  return (
    <div className="grid gap-2">
      {message && <ErrorLine>{message}</ErrorLine>}
      {message && sessionEnded && (
        <p className="meta">
          Your file and what you typed are still here: <NewTabLink href="/login">log in in a new tab</NewTabLink>, then
          publish.
        </p>
      )}
      <Button kind="primary" block off={isSending}>
        {isSending ? "Publishing" : "Publish Dataset"}
      </Button>
      <p className="hint">Available once every row is loaded. Rows that do not fit are set aside, not lost.</p>
    </div>
  );
}
