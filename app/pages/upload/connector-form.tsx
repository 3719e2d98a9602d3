import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { DEFINITION_ERROR, DefinitionEditor } from "../../definition/definition-editor.tsx";
import { FaultList } from "../../definition/fault-list.tsx";
import { bearerToken, templateText } from "../../definition/templates.ts";
import { Badge, KindBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckField, ErrorLine, SelectField, TextField, TextArea } from "../../ui/field.tsx";
import type { FormState } from "../../ui/form-state.ts";
import { useFocusOnError } from "../../ui/form-state.ts";
import { counted } from "../../ui/format.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { Notice } from "../../ui/notice.tsx";
import type { ImportedFrom } from "./import-notes.tsx";
import { TryPanel } from "../profile/try-panel.tsx";
import { declaredIn } from "./declared.ts";
import { TryFields } from "./try-fields.tsx";

export type ConnectorDraft = {
  id: string;
  /** When it was saved last, as far as this page knows. */
  seen: string;
  title: string; description: string; category: string; api_doc_url: string; is_public: boolean; dsl: string;
  /** The version it was made from. */
  parent: { id: string; title: string; version: number; latest: number } | null;
  /** What it was made of, when it was imported. */
  imported: ImportedFrom | null;
};

/**
 * Posts `title`, `description`, `category`, `api_doc_url`, `dsl` (the spec as text), `is_public`, `price` (0) and `intent`: publish for a
 * new connector; save-draft or publish-draft with `draft_id` for a draft.
 */
export function ConnectorForm({ categories, draft, form }: { categories: string[]; draft: ConnectorDraft | null; form: FormState | undefined }) {
  const ref = useFocusOnError(form);
  const hydrated = useHydrated();
  const navigation = useNavigation();
  const busy = navigation.state === "submitting" ? String(navigation.formData?.get("intent") ?? "") : "";
  const [dsl, setDsl] = useState(form?.values?.dsl ?? draft?.dsl ?? templateText(bearerToken));
  const declared = declaredIn(dsl);
  const specError = form?.errors?.dsl;
  return (
    <Form className="cols" id="connector-form" method="post" action={draft ? `/upload?edit=${draft.id}` : "/upload?tab=connector"} ref={ref}>
      {/* Enter in a field presses a form's first button: a draft is saved by it, not published. */}
      {draft && <button className="visually-hidden" name="intent" value="save-draft" tabIndex={-1} aria-hidden="true" />}
      <div className="stack">
        {!draft && <p className="quiet">Or <a href="/upload/import">start from an OpenAPI document or a curl line</a>.</p>}
        {draft && (
          <Notice title={draft.parent ? `Draft of ${draft.parent.title}, made from v${draft.parent.version}` : "Draft"}>
            {draft.parent ? "Only you see it. Publishing makes it the next version; whoever is connected moves only when they choose to." : "Only you see it. Publishing makes it version 1."}
            {draft.parent && draft.parent.latest > draft.parent.version && ` It does not hold what came with v${draft.parent.latest}, which is newer than v${draft.parent.version}.`}
          </Notice>
        )}
        <ol className="steps">
          <li>
            <h2>What it is called</h2>
            <div className="panel details">
              <TextField wide label="Title" name="title" maxLength={200} aria-required="true" defaultValue={draft?.title} state={form} />
              <TextArea wide optional label="Description" name="description" rows={3} maxLength={5000} defaultValue={draft?.description} state={form} hint="Begin with what one row is." />
              <SelectField label="Category" name="category" defaultValue={draft?.category ?? "API"} state={form} options={categories.map((name) => ({ value: name, label: name }))} />
              <TextField optional label="API documentation" name="api_doc_url" type="url" placeholder="https://" defaultValue={draft?.api_doc_url} state={form} />
              <CheckField wide label="Public" name="is_public" value="true" defaultChecked={draft?.is_public ?? true} hint="Everyone can find it and connect with their own key. Off, only you." state={form} />
              <input type="hidden" name="price" value="0" />
              {draft && (
                <>
                  <input type="hidden" name="draft_id" value={draft.id} />
                  <input type="hidden" name="seen" value={form?.values?.seen ?? draft.seen} />
                  <input type="hidden" name="parent_id" value={draft.parent?.id ?? ""} />
                </>
              )}
            </div>
          </li>
          <li>
            <h2>What it calls <a className="meta" href="/documentation#connectors">How a spec is written</a></h2>
            <div className={specError ? "panel spec field is-bad" : "panel spec field"}>
              <DefinitionEditor name="dsl" value={dsl} onChange={setDsl} refused={specError === undefined ? undefined : form} />
              {specError && <div className="panel-foot">{form?.faults?.length ? <FaultList id={DEFINITION_ERROR} faults={form.faults} /> : <ErrorLine id={DEFINITION_ERROR}>{specError}</ErrorLine>}</div>}
            </div>
          </li>
        </ol>
      </div>
      <TryPanel
        formId="connector-form" hint="Before you publish: 5 pages, 5 parents and 100 rows at most. Nothing is stored."
        fields={(tried) => tried?.fields && <TryFields key={JSON.stringify(tried.fields)} {...tried.fields} form={form} />}
      />
      <aside className="side" aria-label="Summary">
        {hydrated && (
          <section className="panel" aria-labelledby="read-title">
            <div className="panel-head"><h2 id="read-title">As it is read now</h2></div>
            <div className="panel-body stack">
              {declared === null && <p className="quiet">Nothing can be read from it yet.</p>}
              {declared && <p className="badges"><KindBadge kind="connector" /><Badge>{counted(declared.operations, "operation")}</Badge><Badge>auth: {declared.auth}</Badge></p>}
              {declared && declared.hosts.length > 0 && <p className="quiet">Calls {declared.hosts.map((host, at) => <span key={host}>{at > 0 && ", "}<code>{host}</code></span>)}.</p>}
            </div>
          </section>
        )}
        <div className="grid gap-2">
          {form?.message && <ErrorLine>{form.message}</ErrorLine>}
          <Button kind="primary" block name="intent" value={draft ? "publish-draft" : "publish"} off={busy !== ""}>{busy.startsWith("publish") ? "Publishing" : "Publish Connector"}</Button>
          {draft && <Button block name="intent" value="save-draft" off={busy !== ""}>{busy === "save-draft" ? "Saving" : "Save Draft"}</Button>}
          <p className="hint">{draft ? "Saving keeps the draft; nobody else sees it." : "It becomes version 1. You can change it later through a draft."}</p>
        </div>
      </aside>
    </Form>
  );
}
