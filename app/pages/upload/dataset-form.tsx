import { useNavigate } from "@remix-run/react";
import { FileText } from "lucide-react";
import { useState } from "react";
import { Badge, KindBadge, PrivateBadge } from "../../ui/data/badge.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { CheckField, ErrorLine, type Option, SelectField, TextArea, TextField } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { useFocusOnError } from "../../ui/form/form-state.ts";
import { formatBytes } from "../../ui/data/format.ts";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { Icon } from "../../ui/controls/icon.tsx";
import { Stages } from "../../ui/feedback/progress.tsx";
import { sendUpload } from "./send-upload.ts";

const missing = "Add title & CSV file";

/**
 * Posts multipart to /api/assets/upload-csv: `title`, `description`, `category`, `license`, `keywords`, `is_public`, `price` (0), then `file`
 * last, so that the server knows what it is called before the rows arrive. With JavaScript the bytes are counted while they go.
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
  const [form, setForm] = useState(refused);
  const ref = useFocusOnError(form);
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const [sent, setSent] = useState<{ bytes: number; of: number } | null>(null);
  const [seen, setSeen] = useState({
    title: refused?.values?.title ?? "",
    description: "",
    category: "",
    isPublic: true,
  });
  const [file, setFile] = useState<File | null>(null);

  const submit = async (element: HTMLFormElement) => {
    const data = new FormData(element);
    const errors: Record<string, string> = {};
    if (String(data.get("title")).trim() === "") errors.title = missing;
    if (!file) errors.file = missing;
    if (Object.keys(errors).length > 0) return setForm({ errors });
    setForm(undefined);
    setSent({ bytes: 0, of: file?.size ?? 0 });
    const answer = await sendUpload(element.action, data, (bytes, of) => setSent({ bytes, of }));
    if (answer.ok) return navigate(answer.redirectUrl);
    setSent(null);
    setForm({ message: answer.error });
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
        if (!sent) void submit(event.currentTarget);
      }}
      onChange={(event) => {
        const data = new FormData(event.currentTarget);
        setSeen({
          title: String(data.get("title")),
          description: String(data.get("description")),
          category: String(data.get("category") ?? ""),
          isPublic: data.has("is_public"),
        });
      }}
    >
      <ol className="steps">
        <li>
          <h2>Name and description</h2>
          <div className="panel details">
            <TextField wide label="Title" name="title" maxLength={200} aria-required="true" state={form} />
            <TextArea
              wide
              optional
              label="Description"
              name="description"
              rows={3}
              maxLength={5000}
              state={form}
              hint="Start with what one row represents."
            />
            <SelectField
              label="Category"
              name="category"
              state={form}
              options={[
                { value: "", label: "No category (listed under Other)" },
                ...categories.map((name) => ({ value: name, label: name })),
              ]}
            />
            <SelectField
              label="Licence"
              name="license"
              state={form}
              options={licenses}
              hint="What others may do with the rows"
            />
            <TextField wide optional label="Keywords" name="keywords" hint="Separated by commas" state={form} />
            <CheckField
              wide
              label="Public"
              name="is_public"
              value="true"
              defaultChecked
              hint="Anyone can find and connect to it. Turn off to keep it private."
              state={form}
            />
            <input type="hidden" name="price" value="0" />
          </div>
        </li>
        <li>
          <h2>The file</h2>
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
                aria-invalid={form?.errors?.file ? true : undefined}
                className={hydrated ? undefined : "is-bare"}
                onChange={(event) => setFile(event.target.files?.[0] ?? null)}
              />
            </label>
          </div>
          {form?.errors?.file && <ErrorLine>{form.errors.file}</ErrorLine>}
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
        </li>
      </ol>
      <aside className="side" aria-label="Summary">
        {hydrated && (
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
        )}
        <div className="grid gap-2">
          {form?.message && <ErrorLine>{form.message}</ErrorLine>}
          <Button kind="primary" block off={sent !== null}>
            {sent ? "Publishing" : "Publish Dataset"}
          </Button>
          <p className="hint">Available once every row is loaded. Rows that do not fit are set aside, not lost.</p>
        </div>
      </aside>
    </form>
  );
}
