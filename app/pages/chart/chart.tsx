import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pick } from "#domain/core/values/pick.ts";
import { chartOf } from "../../charts/chart-calls.ts";
import { filtersIn } from "../../charts/chart-filters.ts";
import { chartAsked } from "../../charts/choose-chart.ts";
import { saveDataApp } from "../../data-apps/data-app-calls.ts";
import { causeOf } from "../../http/cause.ts";
import { readForm, redirectWithMessage, refusedForm, text, throwNotFound, viewerOf } from "../../http/forms/page.ts";
import { orFault } from "../../http/or-fault.ts";
import { hrefWithReturn } from "../../local-path.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { ChartPageView, type ChartPageProps } from "./chart-view.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  pageMeta({
    title: shown ? `Chart of ${shown.dataset.title} | Tributary` : "Item not found | Tributary",
    noindex: true,
  });

/** `?kind=&x=&y=&aggregate=` and `where.<column>=`: a chart of the rows of a dataset that the viewer may read. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { platform, viewer } = context;
  const item = await platform.queries.catalogue.dataset(params["id"] ?? "", viewer?.id ?? null);
  if (!item) return throwNotFound();
  const { pathname, search, searchParams } = new URL(request.url);
  if (!viewer) throw redirect(hrefWithReturn("/login", pathname + search));
  if (!item.owned && !item.granted) throw redirect(`/dataset_profile/${item.id}`);
  const chart = chartAsked(searchParams, item.columns);
  const filters = filtersIn(searchParams);
  const drawn = chart && (await chartOf(context, item.id, viewer, { chart, filters }));
  const shown: ChartPageProps = {
    dataset: pick(item, ["id", "title"]),
    columns: item.columns.map((column) => pick(column, ["name", "type"])),
    chart,
    filters: [...filters],
    drawn: drawn?.ok ? drawn.value : null,
    ...(drawn?.ok === false ? { fault: drawn.error } : {}),
  };
  return data(shown, { status: drawn?.ok === false ? drawn.status : 200 });
}

/** `intent` save-chart with `title`: the chart of the address becomes a data app. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const { platform } = context;
  const item = await platform.queries.catalogue.dataset(params["id"] ?? "", viewer.id);
  const asked = new URLSearchParams(text(form, "chart"));
  const chart = item && chartAsked(asked, item.columns);
  if (!item || !chart) return throwNotFound();
  if (text(form, "intent") !== "save-chart")
    return redirectWithMessage.error(`/dataset_profile/${item.id}`, "This form is not known here.");
  const saved = await orFault(context, "Save failed.", () =>
    saveDataApp(
      platform,
      { datasetId: item.id, title: text(form, "title"), chart, filters: String(filtersIn(asked)) },
      viewer,
      causeOf(context),
    ),
  );
  return saved.ok
    ? redirectWithMessage.success(`/dataapps/${saved.value.id}`, "Chart saved.")
    : refusedForm(saved, form);
}

export default function ChartPage() {
  const answer = useActionData<typeof action>();
  return <ChartPageView {...useLoaderData<typeof loader>()} {...(answer ? { form: answer.form } : {})} />;
}
