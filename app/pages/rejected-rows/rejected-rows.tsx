import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { rejectedPage } from "../../datasets/rejected-calls.ts";
import { redirectWithMessage, throwNotFound, throwRefusal, pageNumber, viewerOf } from "../../http/forms/page.ts";
import { RejectedRowsView, type RejectedRowsViewProps } from "./rejected-rows-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: data ? `Rows that were not loaded: ${data.title} | Tributary` : "Item not found | Tributary",
    noindex: true,
  });

/** /dataset_profile/{id}/rejected?page=: the rows of the file that did not fit its table. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<RejectedRowsViewProps> {
  const viewer = await viewerOf(context, request);
  const id = params["id"] ?? "";
  const found = await rejectedPage(context, id, viewer, pageNumber(new URL(request.url).searchParams));
  if (found.ok) return found.value;
  if (found.status === 404) return throwNotFound();
  if (found.status === 403) throw await redirectWithMessage.error(`/dataset_profile/${id}`, found.error);
  return throwRefusal(found);
}

export default function RejectedRows() {
  return <RejectedRowsView {...useLoaderData<typeof loader>()} />;
}
