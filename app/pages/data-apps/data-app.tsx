import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pick } from "#domain/core/values/pick.ts";
import { deleteDataApp, shownDataApp } from "../../data-apps/data-app-calls.ts";
import { causeOf } from "../../http/cause.ts";
import { readForm, redirectWithMessage, refusedButton, text, throwNotFound, viewerOf } from "../../http/forms/page.ts";
import { orFault } from "../../http/or-fault.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { DataAppView, type DataAppProps } from "./data-app-view.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  pageMeta({ title: shown ? `${shown.app.title} | Tributary` : "Item not found | Tributary", noindex: true });

/** A saved chart, for who may see its dataset; drawn for who may read the rows. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { viewer } = context;
  const found = await shownDataApp(context, params["id"] ?? "", viewer);
  if (!found.ok) return throwNotFound();
  const { app, mayRead, drawn } = found.value;
  const shown: DataAppProps = {
    app: pick(app, ["id", "title", "author", "datasetId", "datasetTitle", "chart", "filters", "createdAt"]),
    owned: viewer?.id === app.ownerId,
    mayRead,
    drawn: drawn?.ok ? drawn.value : null,
    ...(drawn?.ok === false ? { fault: drawn.error } : {}),
  };
  return data(shown, { status: drawn?.ok === false ? drawn.status : 200 });
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const id = params["id"] ?? "";
  const here = `/dataapps/${id}`;
  if (!(await context.platform.queries.catalogue.dataApp(id, viewer.id))) return throwNotFound();
  if (text(form, "intent") !== "delete-chart") return redirectWithMessage.error(here, "This form is not known here.");
  const gone = await orFault(context, "Delete failed", () =>
    deleteDataApp(context.platform, id, viewer, causeOf(context)),
  );
  return gone.ok ? redirectWithMessage.success("/dataapps", "The chart was deleted.") : refusedButton(gone, here);
}

export default function DataApp() {
  const answer = useActionData<typeof action>();
  return <DataAppView {...useLoaderData<typeof loader>()} {...(answer ? { form: answer.form } : {})} />;
}
