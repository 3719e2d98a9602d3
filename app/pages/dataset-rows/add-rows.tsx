import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type Paste, previewPaste } from "../../versions/paste-calls.ts";
import { readForm, redirectWithMessage, refusedForm, text, throwNotFound, viewerOf } from "../../http/forms/page.ts";
import { refuse } from "../../http/call-result.ts";
import { orFault } from "../../http/or-fault.ts";
import type { AppContext } from "../../platform.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { AddRowsView, type AddRowsViewProps } from "./add-rows-view.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  pageMeta({ title: shown ? `Add rows to ${shown.title} | Tributary` : "Item not found | Tributary", noindex: true });

/** /dataset_profile/{id}/rows: the owner pastes rows, sees what they would do, and stores them. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<AddRowsViewProps> {
  const { item } = await ownDataset(context, request, params["id"] ?? "");
  return {
    ...{ id: item.id, title: item.title, version: item.version },
    columns: item.columns.map(({ name, label, type }) => ({ name, label, type })),
    columnKey: [...(await context.platform.queries.tables.keyOf(item.id))],
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { item, viewer } = await ownDataset(context, request, params["id"] ?? "");
  const form = await readForm(request);
  if (text(form, "intent") !== "preview-rows")
    return redirectWithMessage.error(`/dataset_profile/${item.id}/rows`, "This form is not known here.");
  const paste: Paste = {
    ...{ text: text(form, "rows"), key: text(form, "key"), hasHeader: form.has("header") },
    mode: text(form, "mode") === "upsert" ? "upsert" : "append",
  };
  const preview = await orFault(context, "Preview failed", () => previewPaste(context, item.id, viewer, paste));
  if (!preview.ok) return refusedForm(preview, form);
  const { mode, key } = paste;
  return data({ form: undefined, preview: { ...preview.value, mode, key } });
}

const FROM_CONNECTION = refuse("dataset-from-connection").error;
const NO_ROWS_YET = refuse("rows-loading").error;

/** The dataset, for its owner: others are told why not. */
async function ownDataset(context: AppContext, request: Request, id: string) {
  const viewer = await viewerOf(context, request);
  const item = await context.platform.queries.catalogue.dataset(id, viewer.id);
  if (!item) return throwNotFound();
  if (!item.owned) throw await redirectWithMessage.error(`/dataset_profile/${id}`, "Only the owner can add rows.");
  if (item.source.kind !== "upload") throw await redirectWithMessage.error(`/dataset_profile/${id}`, FROM_CONNECTION);
  if (item.version === 0) throw await redirectWithMessage.error(`/dataset_profile/${id}`, NO_ROWS_YET);
  return { item, viewer };
}

export default function AddRows() {
  const answer = useActionData<typeof action>();
  const said = answer && "form" in answer ? answer : undefined;
  return (
    <AddRowsView
      {...useLoaderData<typeof loader>()}
      {...(said?.form ? { form: said.form } : {})}
      {...(said && "preview" in said ? { preview: said.preview } : {})}
    />
  );
}
