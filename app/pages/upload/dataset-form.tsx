import { Link, useNavigate } from "@remix-run/react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { Badge, KindBadge, PrivateBadge } from "../../ui/data/badge.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { ErrorLine, type Option } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { useFocusOnError } from "../../ui/form/form-state.ts";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { CardStep } from "../../file-upload/card-step.tsx";
import { NewTabLink } from "../../ui/controls/new-tab-link.tsx";
import { showToast } from "../../ui/feedback/toaster.tsx";
import { FileFields } from "../../file-upload/file-fields.tsx";
import { titleFromFileName } from "../../file-upload/title-from-file-name.ts";
import { type Sent, UploadProgress } from "../../file-upload/upload-progress.tsx";
import { sendUpload } from "../../file-upload/send-upload.ts";
import { SeveralFiles, useSeveralFiles } from "./several-files.tsx";

const missing = "Add title & CSV file";
/**
 * Posts multipart to /api/assets/upload-csv: `file` and how it is read, then `title`, `description`, `category`,
 * `license`, `keywords`, `is_public` and `price` (0). Without JavaScript "Preview" posts the same to /api/assets/preview,
 * which shows what a load would make of the file. With JavaScript a title is suggested from the name of the file,
 * the sent bytes are counted, and each of several files is sent as a dataset of its own.
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
  const list = useSeveralFiles();
  const ref = useFocusOnError(form);
  const choose = (chosen: File | null) => {
    setFile(chosen);
    // The field of the title is there before it is filled.
    flushSync(() => list.choose([]));
    if (ref.current && suggestTitle(ref.current, file, chosen)) clear("title");
  };
  return (
    <form
      className="cols"
      method="post"
      action="/api/assets/upload-csv"
      encType="multipart/form-data"
      ref={ref}
      onSubmit={(event) => {
        event.preventDefault();
        if (sent || list.isSending) return;
        void (list.files.length > 0 ? list.send(event.currentTarget) : submit(event.currentTarget));
      }}
      onChange={(event) => {
        setSeen(seenIn(event.currentTarget));
        clear((event.target as unknown as HTMLInputElement).name);
      }}
    >
      <Steps {...{ categories, licenses, form, file, choose, list, sent }} />
      <aside className="side" aria-label="Summary">
        {hydrated && <SeenByOthers seen={seen} />}
        <PublishButton
          message={form?.message}
          sessionEnded={sessionEnded}
          isSending={sent !== null || list.isSending}
        />
      </aside>
    </form>
  );
}

type StepsProps = {
  categories: string[];
  licenses: Option[];
  form: FormState | undefined;
  file: File | null;
  choose: (file: File | null) => void;
  list: ReturnType<typeof useSeveralFiles>;
  sent: Sent | null;
};

function Steps({ categories, licenses, form, file, choose, list, sent }: StepsProps) {
  return (
    <ol className="steps">
      <li>
        <h2>The file</h2>
        <FileFields
          file={file}
          setFile={choose}
          setFiles={list.choose}
          several={list.files.length > 0}
          error={form?.errors?.file}
        />
        <p className="meta mt-2">
          <Link to="/upload?tab=dataset&from=url">Load it from a web address instead</Link>
        </p>
        {list.files.length > 0 && <SeveralFiles {...list} />}
        <UploadProgress sent={sent} />
      </li>
      <CardStep categories={categories} licenses={licenses} state={form} isTitled={list.files.length === 0}>
        <input type="hidden" name="price" value="0" />
      </CardStep>
    </ol>
  );
}

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
    if (answer.ok) {
      // The page of a job says itself when its rows are loaded.
      if (!answer.redirectUrl.startsWith("/upload/job/")) showToast("success", "The dataset is published.", "upload");
      return navigate(answer.redirectUrl);
    }
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

/** Names the dataset after its file, unless a title was typed. True: it has a title now. */
function suggestTitle(form: HTMLFormElement, before: File | null, chosen: File | null): boolean {
  const title = form.elements.namedItem("title");
  if (!(title instanceof HTMLInputElement)) return false;
  const isTyped = title.value.trim() !== "" && title.value !== (before ? titleFromFileName(before.name) : "");
  if (!isTyped) title.value = chosen ? titleFromFileName(chosen.name) : "";
  return title.value !== "";
}

/** What others will see of the dataset, from the typed values. */
type Seen = { title: string; description: string; category: string; isPublic: boolean };

const NOTHING_SEEN: Seen = { title: "", description: "", category: "", isPublic: true };

function seenIn(form: HTMLFormElement): Seen {
  const data = new FormData(form);
  return {
    title: String(data.get("title") ?? ""),
    description: String(data.get("description")),
    category: String(data.get("category") ?? ""),
    isPublic: data.has("is_public"),
  };
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
  const hydrated = useHydrated();
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
      {!hydrated && (
        <Button block formAction="/api/assets/preview">
          Preview
        </Button>
      )}
      <p className="hint">Available once every row is loaded. Rows that do not fit are set aside, not lost.</p>
    </div>
  );
}
