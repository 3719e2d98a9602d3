import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { throwNotFound } from "../../http/forms/page.ts";

/** /datastore/{id}: the way to the item's profile. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { catalogue } = context.platform.queries;
  const id = params["id"] ?? "";
  const viewer = context.viewer?.id ?? null;
  if (await catalogue.connector(id, viewer)) return redirect(`/connector_profile/${id}`);
  if (await catalogue.dataset(id, viewer)) return redirect(`/dataset_profile/${id}`);
  return throwNotFound();
}

/** Never rendered; with it a missing item is answered with a page. */
export default function Item() {
  return null;
}
