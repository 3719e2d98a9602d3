import { Form, useNavigation } from "@remix-run/react";
import { useCallback, useState } from "react";
import { DefinitionEditor } from "../../definition/definition-editor.tsx";
import { DEFINITION_FIELD, RefusedDefinition } from "../../definition/fault-list.tsx";
import { optionsOf, TitleAndDescription } from "../../items/card-fields.tsx";
import { TryPanel } from "../../trying/test-panel.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { NewTabLink } from "../../ui/controls/new-tab-link.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { CheckField, ErrorLine, SelectField, TextField } from "../../ui/form/field.tsx";
import { type FormState, useFocusOnError } from "../../ui/form/form-state.ts";
import { differsFrom, LeaveGuard } from "../../ui/form/leave-guard.tsx";
import { useHydrated } from "../../ui/layout/hydrated.ts";
import { type ConnectorDraft, NEW_CONNECTOR, savedFields } from "./connector-draft.ts";
import { DefinitionSummary } from "./definition-summary.tsx";
import { TryFields } from "./try-fields.tsx";

const FORM = "connector-form";
/** Holds the secrets typed for a test, separate from what is saved. */
const TRY_FORM = "connector-try";

type ConnectorFormProps = {
  categories: string[];
  draft: ConnectorDraft | null;
  draftKey: string;
  form: FormState | undefined;
};

/**
 * Posts `title`, `description`, `category`, `api_doc_url`, `dsl` (the spec as text), `is_public`, `price` (0) and `intent`: publish or
 * new-draft (with `draft_key`) for a new connector; save-draft or publish-draft with `draft_id` for a draft.
 */
export function ConnectorForm(props: ConnectorFormProps) {
  const { draft, form } = props;
  const ref = useFocusOnError(form);
  const hydrated = useHydrated();
  const [dsl, setDsl] = useState(form?.values?.dsl ?? draft?.dsl ?? NEW_CONNECTOR.dsl);
  const hasChanges = useCallback(() => differsFrom(FORM, savedFields(draft)), [draft]);
  const action = draft ? `/upload?edit=${draft.id}` : "/upload?tab=connector";
  // Without JavaScript a test is sent with the definition, so its fields are in the connector's form, where none of
  // them is required.
  const tryPanel = (
    <TryPanel
      formId={hydrated ? TRY_FORM : FORM}
      enterTests={hydrated}
      hint="Reads at most 5 pages, 5 parent rows and 100 rows. Nothing is stored."
      fields={(testResult, state) => <TryFields fields={testResult?.fields ?? null} form={form} state={state} />}
    />
  );
  return (
    <div className="cols">
      <Form className="stack" id={FORM} method="post" action={action} ref={ref} noValidate>
        {/* Enter in a field presses a form's first button: it must save the draft, not publish. */}
        <button
          className="visually-hidden"
          name="intent"
          value={saveIntentOf(draft)}
          tabIndex={-1}
          aria-hidden="true"
        />
        {!hydrated && form?.errors?.dsl !== undefined && <RefusedDefinition refused={form} />}
        {draft ? (
          <AboutDraft parent={draft.parent} />
        ) : (
          <p className="quiet">
            Or{" "}
            <a href="/upload/import">
              start from what you have: OpenAPI, an Airbyte manifest, a Postman collection, a HAR file or a curl command
            </a>
            .
          </p>
        )}
        <Steps {...props} dsl={dsl} setDsl={setDsl} />
        {!hydrated && tryPanel}
      </Form>
      {hydrated && (
        <Form className="try-form" id={TRY_FORM} method="post" action={action} data-with={DEFINITION_FIELD}>
          {tryPanel}
        </Form>
      )}
      <aside className="side" aria-label="Summary">
        {hydrated && <DefinitionSummary dsl={dsl} />}
        <SaveButtons draft={draft} form={form} />
      </aside>
      <LeaveGuard hasChanges={hasChanges} />
    </div>
  );
}

function saveIntentOf(draft: ConnectorDraft | null): string {
  return draft ? "save-draft" : "new-draft";
}

/** Its title and card, then its definition. */
function Steps({ dsl, setDsl, ...props }: ConnectorFormProps & { dsl: string; setDsl: (dsl: string) => void }) {
  const { form } = props;
  return (
    <ol className="steps">
      <li>
        <h2>Name and description</h2>
        <div className="panel details">
          <ConnectorCardFields {...props} />
          <HiddenFields {...props} />
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
            refused={form?.errors?.dsl === undefined ? undefined : form}
          />
        </div>
      </li>
    </ol>
  );
}

function ConnectorCardFields({ categories, draft, form }: ConnectorFormProps) {
  return (
    <>
      <TitleAndDescription
        title={draft?.title}
        description={draft?.description}
        hint="Start with what one row represents."
        state={form}
      />
      <SelectField
        label="Category"
        name="category"
        defaultValue={draft?.category ?? NEW_CONNECTOR.category}
        state={form}
        options={optionsOf(categories)}
      />
      <TextField
        optional
        label="API documentation"
        name="api_doc_url"
        type="url"
        placeholder="https://"
        defaultValue={draft?.apiDocUrl}
        state={form}
      />
      <CheckField
        wide
        label="Public"
        name="is_public"
        value="true"
        defaultChecked={draft?.isPublic ?? NEW_CONNECTOR.isPublic}
        hint="Anyone can find it and connect with their own key. Turn off to keep it private."
        state={form}
      />
    </>
  );
}

function HiddenFields({ draft, draftKey, form }: ConnectorFormProps) {
  return (
    <>
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
    </>
  );
}

function SaveButtons({ draft, form }: Pick<ConnectorFormProps, "draft" | "form">) {
  const navigation = useNavigation();
  const busy = navigation.state === "submitting" ? String(navigation.formData?.get("intent") ?? "") : "";
  const saveIntent = saveIntentOf(draft);
  return (
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
          : "Publishing makes it version 1; you make later changes in a new draft."}
      </p>
    </div>
  );
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
