import { importWords } from "#domain/connector-import/import-note-words.ts";
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { z } from "zod";
import { reviewDefinition } from "#domain/connector-language/validation/review-definition.ts";
import type { DraftRow } from "#projections/drafts/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { publish } from "../../connectors/connector-calls.ts";
import { contentMark, writtenOf } from "../../drafts/draft-calls.ts";
import { licenseOptions } from "../../datasets/license-options.ts";
import { uploadFields } from "../../drafts/upload-fields.ts";
import { refuse } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { redirectWithMessage, throwNotFound, readForm, refusedForm, text, viewerOf } from "../../http/forms/page.ts";
import { orFault } from "../../http/or-fault.ts";
import type { AppContext, Platform } from "../../platform.ts";
import { actOnDraft, discardShown, fieldsOf, saveNewDraft } from "./actions/draft-actions.ts";
import { schemaFault } from "../../http/forms/schema-fault.ts";
import type { ConnectorDraft } from "./connector-draft.ts";
import { answerFor } from "../../http/refusals.ts";
import { type FormState, typedInto } from "../../ui/form/form-state.ts";
import { useKeptForm } from "../../ui/form/kept-form.ts";
import { NOTHING_STORED, setupFromForm } from "../../settings-form/setup-form.ts";
import { testFromForm } from "../../trying/test-action.ts";
import { isTestIntent, type TestResult } from "../../trying/test-result.ts";
import { publishFromForm } from "./from-address/publish-from-form.ts";
import { faultPositions, refusedDefinition } from "./refused-definition.ts";
import { UploadView, uploadTitle, type UploadViewProps } from "./upload-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { raw } from "#domain/core/text/text-schemas.ts";

export const meta: MetaFunction = ({ location }) => pageMeta({ title: uploadTitle(location.search), noindex: true });

/**
 * `?tab=dataset|connector`; `?from=url` takes an address in place of a file; `?edit={draftId}` opens a draft in the connector's form, publishing redirects to
 * `?published={id}`.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const query = new URL(request.url).searchParams;
  const edited = query.get("edit");
  if (edited === "") throw await redirectWithMessage.error("/upload?tab=connector", "Draft ID missing");
  const published = query.get("published");
  if (published === "") throw await redirectWithMessage.error("/manage?tab=uploaded", "Published, but no ID returned.");
  if (published !== null) return publishedPage(context.platform, published, viewer);
  const draft = edited === null ? null : await context.platform.queries.drafts.byId(edited, viewer.id);
  if (edited !== null && !draft) return throwNotFound();
  const shown: UploadViewProps = {
    tab: draft || query.get("tab") === "connector" ? "connector" : "dataset",
    categories: [...(await context.platform.categories.known())],
    licenses: licenseOptions(),
    draft: draft && (await draftShown(context.platform, draft, viewer)),
    draftKey: context.platform.ports.ids.fresh(),
    fromAddress: query.get("from") === "url",
    published: null,
  };
  return data(shown);
}

async function draftShown(platform: Platform, draft: DraftRow, viewer: UserRow): Promise<ConnectorDraft> {
  const written = await writtenOf(platform, draft);
  const { title, description, category, apiDocUrl, isPublic, definitionText } = written;
  const parent = draft.parentId === null ? null : await platform.queries.catalogue.connector(draft.parentId, viewer.id);
  return {
    id: draft.id,
    seen: contentMark(written),
    title,
    description,
    category,
    apiDocUrl: apiDocUrl ?? "",
    isPublic,
    dsl: definitionText,
    imported: importWords(draft.imported),
    parent: parent && {
      id: parent.id,
      title: parent.title,
      version: parent.version,
      latest:
        (await platform.queries.catalogue.connectorVersions(parent.rootId, viewer.id))[0]?.version ?? parent.version,
    },
  };
}

/**
 * After a draft was published: says so for a moment and redirects to the version. Without JavaScript a header of the
 * answer redirects.
 */
async function publishedPage(platform: Platform, id: string, viewer: UserRow) {
  const item = await platform.queries.catalogue.connector(id, viewer.id);
  if (!item?.owned) return throwNotFound();
  const shown: UploadViewProps = {
    tab: "connector",
    categories: [],
    licenses: [],
    draft: null,
    draftKey: "",
    fromAddress: false,
    published: { title: item.title, version: item.version, href: `/datastore/${item.id}` },
  };
  return data(shown, { headers: { Refresh: `2;url=/datastore/${encodeURIComponent(item.id)}` } });
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/**
 * A refused publish has saved the draft all the same. A test, or a form of the page's frame, saves nothing, so that
 * this page does not count changes of another window as seen.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formAction, formData, defaultShouldRevalidate }) => {
  if (formAction !== undefined && !formAction.startsWith("/upload")) return false;
  const intent = String(formData?.get("intent") ?? "");
  return intent === "publish-draft" || (!isTestIntent(intent) && defaultShouldRevalidate);
};

/** Most characters of a draft's definition, which may be more than can be published. */
const MAX_DSL = 1_000_000;

const connectorForm = z.object({ ...uploadFields, dsl: raw("the connector language") });

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const intent = text(form, "intent");
  if (intent === "discard-draft") return discardShown(context, viewer, text(form, "draft_id"));
  if (text(form, "dsl").length > MAX_DSL) return refusedForm(refuse("definition-too-large"), form);
  if (intent === "from-address") return publishFromForm(context, viewer, form);
  if (intent === "new-draft") return saveNewDraft(context, viewer, form);
  if (intent === "save-draft" || intent === "publish-draft") return actOnDraft(context, viewer, form, intent);
  if (isTestIntent(intent)) return tryOut(context, viewer, form, intent);
  const read = connectorForm.safeParse(fieldsOf(form));
  if (!read.success) return refusedForm(schemaFault(read.error), form);
  const { api_doc_url, is_public, dsl, title, description = "", category } = read.data;
  const upload = {
    title,
    description,
    category,
    apiDocUrl: api_doc_url || null,
    isPublic: is_public ?? false,
    definition: dsl,
  };
  const published = await orFault(context, "Publish failed", () =>
    publish(context.platform, upload, viewer, causeOf(context)),
  );
  return published.ok
    ? redirectWithMessage.success(published.value.redirectUrl, "Connector published.")
    : refusedDefinition(published, form);
}

/** Tests the spec in the form with the typed values. */
async function tryOut({ platform, signal }: AppContext, viewer: UserRow, form: FormData, intent: string) {
  const { dsl } = fieldsOf(form);
  const parsed = reviewDefinition(dsl);
  if (!parsed.ok) {
    const { message, status } = answerFor({ code: "definition-invalid", faults: parsed.faults });
    const [first] = parsed.faults;
    const said =
      parsed.faults.length > 1 && first
        ? `The definition has ${parsed.faults.length} faults. The first: ${answerFor({ code: "definition-invalid", faults: [first] }).message}`
        : message;
    const testResult: TestResult = { kind: "refused", intent, consent: null, fields: null, message: said };
    return data(
      {
        form: { values: typedInto(form), errors: { dsl: message }, faults: faultPositions(dsl) } satisfies FormState,
        testResult,
      },
      { status },
    );
  }
  const { definition } = parsed;
  const changes = setupFromForm(form, definition, NOTHING_STORED);
  return testFromForm({
    platform,
    viewer,
    signal,
    form,
    intent,
    what: { kind: "definition", written: dsl },
    definition,
    changes,
    withFields: true,
  });
}

export default function Upload() {
  const shown = useLoaderData<typeof loader>();
  const kept = useKeptForm("connector-form");
  // What was typed before a login is no longer needed once it is saved.
  const [opened] = useState(shown.draft?.seen);
  const form = useActionData<typeof action>()?.form ?? (shown.draft?.seen === opened ? kept : undefined);
  return <UploadView {...shown} {...(form ? { form } : {})} />;
}
