import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { isCurlCommand } from "#domain/connector-import/import-document.ts";
import type { ImportSource } from "#domain/connector-import/import-reader.ts";
import { choicesOf, importAsDraft, MAX_IMPORT_BYTES } from "../../drafts/import-calls.ts";
import { refuse } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { orFault } from "../../http/or-fault.ts";
import { redirectWithMessage, readForm, refusedForm, text, viewerOf } from "../../http/forms/page.ts";
import type { FormState } from "../../ui/form/form-state.ts";
import type { ChoiceOfOperations } from "./import-choice.tsx";
import { ImportView } from "./import-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () => pageMeta({ title: "Import a connector | Tributary", noindex: true });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await viewerOf(context, request);
  return null;
}

type Answer = { form?: FormState; choice?: ChoiceOfOperations };

/**
 * The first post contains a document or a curl command; for a document of several operations the answer is a form to
 * choose them, which contains the document and posts it again.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const source = await sourceOf(form);
  if (source === null) return refusedForm(refuse("import-too-large"), {});
  const typed: Record<string, string> = source.length <= 200_000 ? { text: source } : {};
  const chosen = form.has("chosen") ? form.getAll("operation").map(String) : null;
  if (!isCurlCommand(source) && chosen === null) {
    const asked = await choicesOf(context.platform, source, viewer);
    if (!asked.ok) return refusedForm(asked, typed);
    if (asked.value.choices.length > 1) return data<Answer>({ choice: { ...asked.value, text: source } });
  }
  return importedDraft(context, { kind: null, text: source, operations: chosen }, typed, viewer);
}

async function importedDraft(
  context: ActionFunctionArgs["context"],
  request: ImportSource,
  typed: Record<string, string>,
  viewer: Awaited<ReturnType<typeof viewerOf>>,
) {
  const imported = await orFault(context, "Failed to create draft", () =>
    importAsDraft(context.platform, request, viewer, causeOf(context)),
  );
  if (imported.ok)
    return redirectWithMessage.success(
      `/upload?edit=${encodeURIComponent(imported.value.id)}`,
      "Draft made. Check it, then publish it.",
    );
  if (request.operations === null) return refusedForm(imported, typed);
  const asked = await choicesOf(context.platform, request.text, viewer);
  if (!asked.ok) return refusedForm(asked, typed);
  const choices = asked.value.choices.map((each) => ({
    ...each,
    usual: request.operations?.includes(each.key) ?? false,
  }));
  return data<Answer>(
    {
      choice: { ...asked.value, choices, text: request.text },
      form: { message: imported.error, ...(imported.status === 500 ? { fault: true, values: {} } : {}) },
    },
    { status: imported.status },
  );
}

/** The chosen file, else the pasted text; null if it is too large. */
async function sourceOf(form: FormData): Promise<string | null> {
  const file = form.get("file");
  if (file instanceof File && file.size > 0) {
    if (file.size > MAX_IMPORT_BYTES) return null;
    return (await file.text()).toWellFormed().replaceAll("\0", "");
  }
  return text(form, "text").replaceAll("\r\n", "\n");
}

export default function Import() {
  return <ImportView {...useActionData<Answer>()} />;
}
