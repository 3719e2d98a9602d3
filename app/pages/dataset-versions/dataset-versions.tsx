import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { numberOf, versionsShown } from "../../versions/versions-shown.ts";
import { restore } from "../../versions/version-calls.ts";
import { causeOf } from "../../http/cause.ts";
import { readForm, redirectWithMessage, refusedButton, text, throwNotFound, viewerOf } from "../../http/forms/page.ts";
import { orFault } from "../../http/or-fault.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { DatasetVersionsView } from "./dataset-versions-view.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  pageMeta({ title: shown ? `Versions of ${shown.title} | Tributary` : "Item not found | Tributary", noindex: true });

/** /dataset_profile/{id}/versions?after=&compare=&with=&key=: the versions, and what is different between two. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const id = params["id"] ?? "";
  const query = new URL(request.url).searchParams;
  const item = await context.platform.queries.catalogue.dataset(id, viewer.id);
  if (!item) return throwNotFound();
  const found = await versionsShown(context, { datasetId: id }, viewer, query);
  if (!found.ok) {
    if (found.status === 404) return throwNotFound();
    throw await redirectWithMessage.error(`/dataset_profile/${id}`, found.error);
  }
  const { status, shown } = found.value;
  const mayRestore = item.owned && item.source.kind === "upload";
  return data({ ...shown, id, title: item.title, mayRestore }, { status });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const id = params["id"] ?? "";
  const form = await readForm(request);
  if (!(await context.platform.queries.catalogue.dataset(id, viewer.id))) return throwNotFound();
  const here = `/dataset_profile/${id}/versions`;
  const version = numberOf(text(form, "version"));
  if (text(form, "intent") !== "restore-version" || version === null)
    return redirectWithMessage.error(here, "This form is not known here.");
  const asked = { version, onlyAfter: null };
  const restored = await orFault(context, "Restore failed", () =>
    restore(context.platform, id, viewer, asked, causeOf(context)),
  );
  if (!restored.ok) return restored.status === 404 ? throwNotFound() : refusedButton(restored, here);
  const said = restored.value.isNew
    ? `Version ${version} was restored.`
    : `These are the rows of version ${version} already.`;
  return redirectWithMessage.success(here, said);
}

export default function DatasetVersions() {
  return <DatasetVersionsView {...useLoaderData<typeof loader>()} />;
}
