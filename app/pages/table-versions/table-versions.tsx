import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readableTable } from "../../versions/version-calls.ts";
import { versionsShown } from "../../versions/versions-shown.ts";
import { redirectWithMessage, throwNotFound, viewerOf } from "../../http/forms/page.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { TableVersionsView } from "./table-versions-view.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  pageMeta({
    title: shown ? `Versions of ${shown.tableName} | Tributary` : "Item not found | Tributary",
    noindex: true,
  });

/** /table/{name}/versions?after=&compare=&with=&key=: the versions of a connection's table. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const of = { tableName: params["table"] ?? "" };
  const found = await readableTable(context.platform, of, viewer);
  if (!found.ok && found.status !== 404) throw await redirectWithMessage.error("/manage", found.error);
  if (!found.ok) return throwNotFound();
  const { kind, itemId, connectorId, title } = found.value;
  if (kind === "dataset") throw redirect(`/dataset_profile/${itemId}/versions`);
  const page = await versionsShown(context, of, viewer, new URL(request.url).searchParams);
  if (!page.ok) return throwNotFound();
  const { status, shown } = page.value;
  return data({ ...shown, ...of, title, connectorId }, { status });
}

export default function TableVersions() {
  return <TableVersionsView {...useLoaderData<typeof loader>()} />;
}
