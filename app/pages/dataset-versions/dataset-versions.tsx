import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listCursorText, readListCursor } from "#domain/core/lists/list-order.ts";
import { NEWEST_TABLE_VERSIONS } from "#projections/tables/version-queries.ts";
import { keyOf } from "../../versions/rows-to-csv.ts";
import { compareVersions, restore, versionsPage } from "../../versions/version-calls.ts";
import { causeOf } from "../../http/cause.ts";
import { readForm, redirectWithMessage, refusedButton, text, throwNotFound, viewerOf } from "../../http/forms/page.ts";
import { orFault } from "../../http/or-fault.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { DatasetVersionsView, type DatasetVersionsViewProps } from "./dataset-versions-view.tsx";

const VERSIONS_PER_PAGE = 20;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  pageMeta({ title: shown ? `Versions of ${shown.title} | Tributary` : "Item not found | Tributary", noindex: true });

/** /dataset_profile/{id}/versions?after=&compare=&with=&key=: the versions, and what is different between two. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const id = params["id"] ?? "";
  const query = new URL(request.url).searchParams;
  const item = await context.platform.queries.catalogue.dataset(id, viewer.id);
  if (!item) return throwNotFound();
  const from = readListCursor(query.get("after") ?? "", NEWEST_TABLE_VERSIONS);
  const range = { limit: VERSIONS_PER_PAGE, offset: 0, after: from };
  const page = await versionsPage(context.platform, id, viewer, range);
  if (!page.ok) {
    if (page.status === 404) return throwNotFound();
    throw await redirectWithMessage.error(`/dataset_profile/${id}`, page.error);
  }
  const shown: DatasetVersionsViewProps = {
    ...{ id, title: item.title, now: new Date().toISOString() },
    versions: page.value.items,
    total: page.value.total,
    next: page.value.next && listCursorText(page.value.next),
    mayRestore: item.owned && item.source.kind === "upload",
  };
  const after = numberOf(query.get("compare"));
  if (after === null) return data(shown);
  const asked = { before: numberOf(query.get("with")) ?? after - 1, after, key: keyOf(query.get("key") ?? "") };
  const compared = await compareVersions(context, id, viewer, asked);
  const facts = { before: asked.before, after };
  return compared.ok
    ? data({ ...shown, compared: { ...facts, comparison: compared.value } })
    : data({ ...shown, compared: { ...facts, fault: compared.error } }, { status: compared.status });
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

function numberOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

export default function DatasetVersions() {
  return <DatasetVersionsView {...useLoaderData<typeof loader>()} />;
}
