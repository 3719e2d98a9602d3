import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { z } from "zod";
import { reviewDefinition } from "#domain/connector-language/validation/review-definition.ts";
import type { DraftRow } from "#projections/drafts/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { CATEGORIES } from "../../connectors/categories.ts";
import { publish } from "../../connectors/connector-calls.ts";
import {
  BLANK_DRAFT,
  contentMark,
  discard,
  editConnector,
  holds,
  newDraft,
  publishedWith,
  publishTheDraft,
  save,
  writtenOf,
} from "../../drafts/draft-calls.ts";
import { draftContent, draftFields } from "../../drafts/draft-fields.ts";
import { licenseOptions } from "../../datasets/license-options.ts";
import { uploadFields } from "../../drafts/upload-fields.ts";
import { NOT_FOUND, refuse, type Refused } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { redirectWithMessage, throwNotFound, readForm, refusedForm, text, viewerOf } from "../../http/forms/page.ts";
import type { AppContext, Platform } from "../../platform.ts";
import type { ConnectorDraft } from "./connector-draft.ts";
import { answerFor } from "../../http/refusals.ts";
import { type FormState, typedInto } from "../../ui/form/form-state.ts";
import { useKeptForm } from "../../ui/form/kept-form.ts";
import { NOTHING_STORED, setupFromForm } from "../../settings-form/setup-form.ts";
import { testFromForm } from "../../trying/test-action.ts";
import { isTestIntent, type TestResult } from "../../trying/test-result.ts";
import { faultPositions, refusedDefinition } from "./refused-definition.ts";
import { UploadView, type UploadViewProps } from "./upload-view.tsx";
import type { WrittenDraft } from "#domain/use-cases/authoring/draft-text.ts";

export const meta: MetaFunction = () => [{ title: "Upload & Create | Tributary" }];

/**
 * `?tab=dataset|connector`; `?edit={draftId}` opens a draft in the connector's form, publishing redirects to
 * `?published={id}`.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const query = new URL(request.url).searchParams;
  const edited = query.get("edit");
  if (edited === "") throw await redirectWithMessage.error("/upload?tab=connector", "Draft ID missing");
  const published = query.get("published");
  if (published !== null) return publishedPage(context.platform, published, viewer);
  const draft = edited === null ? null : await context.platform.queries.drafts.byId(edited, viewer.id);
  if (edited !== null && !draft) return throwNotFound();
  const shown: UploadViewProps = {
    tab: draft || query.get("tab") === "connector" ? "connector" : "dataset",
    categories: [...CATEGORIES],
    licenses: licenseOptions(),
    draft: draft && (await draftShown(context.platform, draft, viewer)),
    draftKey: context.platform.ports.ids.fresh(),
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
    imported: draft.imported,
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

const connectorForm = z.object({ ...uploadFields, dsl: z.string() });
const draftForm = z.object(draftFields);

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const intent = text(form, "intent");
  if (intent === "discard-draft") return discardShown(context, viewer, text(form, "draft_id"));
  if (text(form, "dsl").length > MAX_DSL) return refusedForm(refuse("definition-too-large"), form);
  if (intent === "new-draft") return saveNewDraft(context, viewer, form);
  if (intent === "save-draft" || intent === "publish-draft") return actOnDraft(context, viewer, form, intent);
  if (isTestIntent(intent)) return tryOut(context, viewer, form, intent);
  const read = connectorForm.safeParse(fieldsOf(form));
  if (!read.success) return refusedForm(faultOf(read.error), form);
  const { api_doc_url, is_public, dsl, title, description = "", category } = read.data;
  const upload = {
    title,
    description,
    category,
    apiDocUrl: api_doc_url || null,
    isPublic: is_public ?? false,
    definition: dsl,
  };
  const published = await publish(context.platform, upload, viewer, causeOf(context));
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

/** The first draft of a new connector. A second press on the same page saves into the same draft. */
async function saveNewDraft(context: AppContext, viewer: UserRow, form: FormData) {
  const { platform } = context;
  const read = draftForm.safeParse(fieldsOf(form));
  if (!read.success) return refusedForm(faultOf(read.error), form);
  const content = draftContent(read.data);
  const key = text(form, "draft_key");
  const once = key === "" ? causeOf(context) : causeOf(context, platform.ports.ids.derive(viewer.id, "new-draft", key));
  const made = await newDraft(platform, { ...BLANK_DRAFT, ...content }, viewer, once);
  const saved = made.ok ? await save(platform, made.value.draftId, content, viewer, causeOf(context)) : made;
  if (!made.ok || !saved.ok) return refusedForm(saved.ok ? NOT_FOUND : saved, form);
  return redirectWithMessage.success(`/upload?edit=${encodeURIComponent(made.value.draftId)}`, "Draft saved");
}

async function actOnDraft(
  context: AppContext,
  viewer: UserRow,
  form: FormData,
  intent: "save-draft" | "publish-draft",
) {
  const draftId = text(form, "draft_id");
  if (draftId === "") return redirectWithMessage.error("/upload?tab=connector", "Draft ID missing");
  const read = draftForm.safeParse(fieldsOf(form));
  if (!read.success) return refusedForm(faultOf(read.error), form);
  const content = draftContent(read.data);
  const seen = text(form, "seen");
  const draft = await context.platform.queries.drafts.byId(draftId, viewer.id);
  if (seen !== "" && !draft) {
    // A second press arrives after the first has published it.
    const version = await publishedWith(context.platform, draftId, content, viewer);
    return version === null ? inNewDraft(context, viewer, text(form, "parent_id"), content) : shownPublished(version);
  }
  const before = draft && (await writtenOf(context.platform, draft));
  if (seen !== "" && before && contentMark(before) !== seen && !holds(before, content)) {
    return refusedForm(refuse("draft-saved-elsewhere"), { ...typedInto(form), seen: contentMark(before) });
  }
  const saved = await save(context.platform, draftId, content, viewer, causeOf(context));
  if (!saved.ok) return refusedForm(saved, form);
  if (intent === "save-draft")
    return redirectWithMessage.success(`/upload?edit=${encodeURIComponent(draftId)}`, "Draft saved");
  const published = await publishTheDraft(context.platform, draftId, viewer, causeOf(context));
  if (published.ok) return shownPublished(published.value.id);
  // The draft was saved before the refusal, so this page has seen it.
  if (before) form.set("seen", contentMark({ ...before, ...content }));
  return refusedDefinition(
    published.status < 500 ? notPublished(published) : { ...published, error: "Failed to publish draft." },
    form,
  );
}

function shownPublished(connectorId: string) {
  return redirectWithMessage.success(`/upload?published=${encodeURIComponent(connectorId)}`, "Connector published.");
}

/** The draft of this page was published or discarded in another window: the text is saved in a new one. */
async function inNewDraft(context: AppContext, viewer: UserRow, parentId: string, content: Partial<WrittenDraft>) {
  const cause = causeOf(context);
  const again = parentId === "" ? null : await editConnector(context.platform, parentId, viewer, cause);
  const opened =
    again?.ok && !again.value.reused
      ? again
      : await newDraft(context.platform, { ...BLANK_DRAFT, ...content }, viewer, cause);
  if (!opened.ok) return redirectWithMessage.error("/manage?tab=uploaded", opened.error);
  const { draftId } = opened.value;
  await save(context.platform, draftId, content, viewer, cause);
  return redirectWithMessage.error(
    `/upload?edit=${encodeURIComponent(draftId)}`,
    "The draft was published or discarded in another window. What you wrote is kept in this one.",
  );
}

/** The fault of a field is shown at the field, any other one above the form. */
function notPublished(refused: Refused): Refused {
  return refused.field === null
    ? { ...refused, error: `Failed to publish: ${refused.error.replace(/\.$/, "")}.` }
    : refused;
}

async function discardShown(context: AppContext, viewer: UserRow, draftId: string) {
  if (draftId === "") return redirectWithMessage.error("/upload?tab=connector", "Draft ID missing");
  const gone = await discard(context.platform, draftId, viewer, causeOf(context));
  return gone.ok
    ? redirectWithMessage.success("/manage?tab=uploaded", "The draft was discarded.")
    : redirectWithMessage.error("/manage?tab=uploaded", gone.error);
}

/** The posted fields with the names of the API's calls, with the line ends of the author's editor. */
function fieldsOf(form: FormData) {
  return {
    title: text(form, "title"),
    description: text(form, "description").replaceAll("\r\n", "\n"),
    category: text(form, "category") || undefined,
    api_doc_url: text(form, "api_doc_url").trim(),
    is_public: form.has("is_public"),
    price: Number(text(form, "price") || 0),
    dsl: text(form, "dsl").replaceAll("\r\n", "\n"),
  };
}

function faultOf(error: z.ZodError) {
  const issue = error.issues[0];
  return refuse("input-invalid", { message: issue?.message ?? "Publish failed", field: issue?.path.join(".") || null });
}

export default function Upload() {
  const shown = useLoaderData<typeof loader>();
  const kept = useKeptForm("connector-form");
  // What was typed before a login is no longer needed once it is saved.
  const [opened] = useState(shown.draft?.seen);
  const form = useActionData<typeof action>()?.form ?? (shown.draft?.seen === opened ? kept : undefined);
  return <UploadView {...shown} {...(form ? { form } : {})} />;
}
