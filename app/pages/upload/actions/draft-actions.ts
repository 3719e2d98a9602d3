import { z } from "zod";
import type { WrittenDraft } from "#domain/use-cases/authoring/draft-text.ts";
import type { UserRow } from "#projections/users/queries.ts";
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
} from "../../../drafts/draft-calls.ts";
import { draftContent, draftFields } from "../../../drafts/draft-fields.ts";
import { refuse, type Refused } from "../../../http/call-result.ts";
import { causeOf } from "../../../http/cause.ts";
import { redirectWithMessage, refusedButton, refusedForm, text } from "../../../http/forms/page.ts";
import { orFault } from "../../../http/or-fault.ts";
import type { AppContext } from "../../../platform.ts";
import { typedInto } from "../../../ui/form/form-state.ts";
import { refusedDefinition } from "../refused-definition.ts";
import { schemaFault } from "../../../http/forms/schema-fault.ts";

const draftForm = z.object(draftFields);

/** The first draft of a new connector. A second press on the same page saves into the same draft. */
export async function saveNewDraft(context: AppContext, viewer: UserRow, form: FormData) {
  const { platform } = context;
  const read = draftForm.safeParse(fieldsOf(form));
  if (!read.success) return refusedForm(schemaFault(read.error), form);
  const content = draftContent(read.data);
  const key = text(form, "draft_key");
  const once = key === "" ? causeOf(context) : causeOf(context, platform.ports.ids.derive(viewer.id, "new-draft", key));
  const made = await orFault(context, "Failed to create draft", async () => {
    const opened = await newDraft(platform, { ...BLANK_DRAFT, ...content }, viewer, once);
    const saved = opened.ok ? await save(platform, opened.value.draftId, content, viewer, causeOf(context)) : opened;
    return saved.ok ? opened : saved;
  });
  if (!made.ok) return refusedForm(made, form);
  return redirectWithMessage.success(`/upload?edit=${encodeURIComponent(made.value.draftId)}`, "Draft saved");
}

/** Saves a draft, and publishes it if asked to. */
export async function actOnDraft(
  context: AppContext,
  viewer: UserRow,
  form: FormData,
  intent: "save-draft" | "publish-draft",
) {
  const draftId = text(form, "draft_id");
  if (draftId === "") return redirectWithMessage.error("/upload?tab=connector", "Draft ID missing");
  const read = draftForm.safeParse(fieldsOf(form));
  if (!read.success) return refusedForm(schemaFault(read.error), form);
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
  const saved = await orFault(context, "Save failed.", () =>
    save(context.platform, draftId, content, viewer, causeOf(context)),
  );
  if (!saved.ok) return refusedForm(withReason("Error", saved), form);
  if (intent === "save-draft")
    return redirectWithMessage.success(`/upload?edit=${encodeURIComponent(draftId)}`, "Draft saved");
  const published = await orFault(context, "Failed to publish draft.", () =>
    publishTheDraft(context.platform, draftId, viewer, causeOf(context)),
  );
  if (published.ok) return shownPublished(published.value.id);
  // The draft was saved before the refusal, so this page has seen it.
  if (before) form.set("seen", contentMark({ ...before, ...content }));
  return refusedDefinition(withReason("Failed to publish", published), form);
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

/** The fault of a field is shown at the field, any other refusal above the form with what was refused. */
function withReason(what: string, refused: Refused): Refused {
  return refused.field === null && refused.status < 500
    ? { ...refused, error: `${what}: ${refused.error.replace(/\.$/, "")}.` }
    : refused;
}

/** The author discards the draft. */
export async function discardShown(context: AppContext, viewer: UserRow, draftId: string) {
  if (draftId === "") return redirectWithMessage.error("/upload?tab=connector", "Draft ID missing");
  const gone = await orFault(context, "Delete failed", () =>
    discard(context.platform, draftId, viewer, causeOf(context)),
  );
  return gone.ok
    ? redirectWithMessage.success("/manage?tab=uploaded", "The draft was discarded.")
    : refusedButton(gone, "/manage?tab=uploaded");
}

/** The posted fields with the names of the API's calls, with the line ends of the author's editor. */
export function fieldsOf(form: FormData) {
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
