import { Form, useNavigation } from "@remix-run/react";
import { useCallback, useState } from "react";
import { DefinitionEditor } from "../../definition/definition-editor.tsx";
import { DEFINITION_FIELD, RefusedDefinition } from "../../definition/fault-list.tsx";
import { bearerToken, templateText } from "../../definition/templates.ts";
import { Badge, KindBadge } from "../../ui/data/badge.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { CheckField, ErrorLine, SelectField, TextField, TextArea } from "../../ui/form/field.tsx";
import type { FormState } from "../../ui/form/form-state.ts";
import { useFocusOnError } from "../../ui/form/form-state.ts";
import { counted } from "../../ui/data/format.ts";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { differsFrom, LeaveGuard } from "../../ui/form/leave-guard.tsx";
import { NewTabLink } from "../../ui/controls/new-tab-link.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import type { ImportedFrom } from "./import-notes.tsx";
import { TryPanel } from "../../trying/try-panel.tsx";
import { declaredIn } from "./declared.ts";
import { TryFields } from "./try-fields.tsx";

export type ConnectorDraft = {
  id: string;
  /** Marks what was saved last, as far as this page knows. */
  seen: string;
  title: string;
  description: string;
  category: string;
  api_doc_url: string;
  is_public: boolean;
  dsl: string;
  /** The version it was made from. */
  parent: { id: string; title: string; version: number; latest: number } | null;
  /** What it was made of, when it was imported. */
  imported: ImportedFrom | null;
};

const FORM = "connector-form";
/** Where secrets for a test are typed, apart from what is saved. */
const TRY_FORM = "connector-try";

/**
 * Posts `title`, `description`, `category`, `api_doc_url`, `dsl` (the spec as text), `is_public`, `price` (0) and `intent`: publish or
 * new-draft (with `draft_key`) for a new connector; save-draft or publish-draft with `draft_id` for a draft.
 */
export function ConnectorForm({
  categories,
  draft,
  draftKey,
  form,
}: {
  categories: string[];
  draft: ConnectorDraft | null;
  draftKey: string;
  form: FormState | undefined;
}) {
  const ref = useFocusOnError(form);
  const hydrated = useHydrated();
  const navigation = useNavigation();
  const busy = navigation.state === "submitting" ? String(navigation.formData?.get("intent") ?? "") : "";
  const [dsl, setDsl] = useState(form?.values?.dsl ?? draft?.dsl ?? templateText(bearerToken));
  const hasChanges = useCallback(() => differsFrom(FORM, savedFields(draft)), [draft]);
  const specError = form?.errors?.dsl;
  const action = draft ? `/upload?edit=${draft.id}` : "/upload?tab=connector";
  const saveIntent = draft ? "save-draft" : "new-draft";
  // Without JavaScript a test is sent with the definition, so its fields are in the connector's form, which asks for none of them.
  const tryPanel = (
    <TryPanel
      formId={hydrated ? TRY_FORM : FORM}
      enterTests={hydrated}
      hint="Reads at most 5 pages, 5 parent rows and 100 rows. Nothing is stored."
      fields={(tried, state) => <TryFields fields={tried?.fields ?? null} form={form} state={state} />}
    />
  );
  return (
    <div className="cols">
      <Form className="stack" id={FORM} method="post" action={action} ref={ref} noValidate>
        {/* Enter in a field presses a form's first button: a draft is saved by it, nothing is published. */}
        <button className="visually-hidden" name="intent" value={saveIntent} tabIndex={-1} aria-hidden="true" />
        {!hydrated && form && specError && <RefusedDefinition refused={form} />}
        {!draft && (
          <p className="quiet">
            Or <a href="/upload/import">start from an OpenAPI document or a curl line</a>.
          </p>
        )}
        {draft && <AboutDraft parent={draft.parent} />}
        <ol className="steps">
          <li>
            <h2>Name and description</h2>
            <div className="panel details">
              <TextField
                wide
                label="Title"
                name="title"
                maxLength={200}
                aria-required="true"
                defaultValue={draft?.title}
                state={form}
              />
              <TextArea
                wide
                optional
                label="Description"
                name="description"
                rows={3}
                maxLength={5000}
                defaultValue={draft?.description}
                state={form}
                hint="Start with what one row represents."
              />
              <SelectField
                label="Category"
                name="category"
                defaultValue={draft?.category ?? NEW.category}
                state={form}
                options={categories.map((name) => ({ value: name, label: name }))}
              />
              <TextField
                optional
                label="API documentation"
                name="api_doc_url"
                type="url"
                placeholder="https://"
                defaultValue={draft?.api_doc_url}
                state={form}
              />
              <CheckField
                wide
                label="Public"
                name="is_public"
                value="true"
                defaultChecked={draft?.is_public ?? true}
                hint="Anyone can find it and connect with their own key. Turn off to keep it private."
                state={form}
              />
              <input type="hidden" name="price" value="0" />
              {draft ? (
                <>
                  <input type="hidden" name="draft_id" value={draft.id} />
                  <input type="hidden" name="seen" value={form?.values?.seen ?? draft.seen} />
                  <input type="hidden" name="parent_id" value={draft.parent?.id ?? ""} />
                </>
              ) : (
                <input type="hidden" name="draft_key" value={form?.values?.draft_key ?? draftKey} />
              )}
            </div>
          </li>
          <li>
            <h2>
              What it calls{" "}
              <NewTabLink className="meta" href="/documentation#connectors">
                Definition reference
              </NewTabLink>
            </h2>
            <div className="panel spec">
              <DefinitionEditor
                name="dsl"
                value={dsl}
                onChange={setDsl}
                refused={specError === undefined ? undefined : form}
              />
            </div>
          </li>
        </ol>
        {!hydrated && tryPanel}
      </Form>
      {hydrated && (
        <Form className="try-form" id={TRY_FORM} method="post" action={action} data-with={DEFINITION_FIELD}>
          {tryPanel}
        </Form>
      )}
      <aside className="side" aria-label="Summary">
        {hydrated && <Summary dsl={dsl} />}
        <div className="grid gap-2">
          {form?.message && <ErrorLine>{form.message}</ErrorLine>}
          <Button
            kind="primary"
            block
            form={FORM}
            name="intent"
            value={draft ? "publish-draft" : "publish"}
            off={busy !== ""}
          >
            {busy.startsWith("publish") ? "Publishing" : "Publish Connector"}
          </Button>
          <Button block form={FORM} name="intent" value={saveIntent} off={busy !== ""}>
            {busy === saveIntent ? "Saving" : "Save Draft"}
          </Button>
          <p className="hint">
            Only you see a draft.{" "}
            {draft
              ? "Publishing makes it a version that others can use."
              : "Publishing makes it version 1, which you can change later through a draft."}
          </p>
        </div>
      </aside>
      <LeaveGuard hasChanges={hasChanges} />
    </div>
  );
}

const NEW = {
  title: "",
  description: "",
  category: "API",
  api_doc_url: "",
  is_public: true,
  dsl: templateText(bearerToken),
};

/** What of the form's fields is saved, or stands in the form of a new connector before anything is typed. */
function savedFields(draft: ConnectorDraft | null): Record<string, string> {
  const { title, description, category, api_doc_url, is_public, dsl } = draft ?? NEW;
  return { title, description, category, api_doc_url, is_public: is_public ? "true" : "", dsl };
}

function AboutDraft({ parent }: Pick<ConnectorDraft, "parent">) {
  return (
    <Notice title={parent ? `Draft of ${parent.title}, made from v${parent.version}` : "Draft"}>
      {parent
        ? "Only you see it. Publishing makes it the next version; people who are connected move only when they choose to."
        : "Only you see it. Publishing makes it version 1."}
      {parent &&
        parent.latest > parent.version &&
        ` It does not hold what came with v${parent.latest}, which is newer than v${parent.version}.`}
    </Notice>
  );
}

/** What the definition says so far. */
function Summary({ dsl }: { dsl: string }) {
  const declared = declaredIn(dsl);
  return (
    <section className="panel" aria-labelledby="read-title">
      <div className="panel-head">
        <h2 id="read-title">Summary</h2>
      </div>
      <div className="panel-body stack">
        {declared === null && <p className="quiet">Not valid JSON yet.</p>}
        {declared && (
          <p className="badges">
            <KindBadge kind="connector" />
            <Badge>{counted(declared.operations, "operation")}</Badge>
            <Badge>auth: {declared.auth}</Badge>
          </p>
        )}
        {declared && declared.hosts.length > 0 && (
          <p className="quiet">
            Calls{" "}
            {declared.hosts.map((host, at) => (
              <span key={host}>
                {at > 0 && ", "}
                <code>{host}</code>
              </span>
            ))}
            .
          </p>
        )}
      </div>
    </section>
  );
}
