import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { cutText } from "#domain/core/text/text.ts";
import { pick } from "#domain/core/values/pick.ts";
import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { CATEGORIES } from "../../connectors/categories.ts";
import { edit, erase, grant, leave, share, sharesOf, unshare } from "../../datasets/dataset-calls.ts";
import { previewOf } from "../../datasets/preview-calls.ts";
import { licenseOptions } from "../../datasets/license-options.ts";
import { causeOf } from "../../http/cause.ts";
import { loadFailureSentence } from "../../http/refusals/load-failures.ts";
import { redirectWithMessage, throwNotFound, readForm, refusedForm, text, viewerOf } from "../../http/forms/page.ts";
import type { AppContext, Platform } from "../../platform.ts";
import { shapeOf } from "../../items/item-summary.ts";
import { withStatistics } from "../../items/with-statistics.ts";
import { rightsFault } from "../../items/rights-fault.ts";
import { cardFromForm } from "../../items/card-from-form.ts";
import { DatasetProfileView } from "./dataset-profile-view.tsx";
import { DATASET_SHOWN, type DatasetProfileViewProps } from "./dataset-shown.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.dataset.title} | Tributary` : "Item not found | Tributary" },
  { name: "description", content: cutText(data?.dataset.description ?? "", 200) },
];

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<DatasetProfileViewProps> {
  const { platform, viewer } = context;
  const item = await platform.queries.catalogue.dataset(params["id"] ?? "", viewer?.id ?? null);
  if (!item) return throwNotFound();
  const hasAccess = item.owned || item.granted;
  const preview =
    item.status === "loading" || item.status === "failed" ? null : await previewOf(context, item.id, viewer);
  const shares = item.owned && viewer ? await sharesOf(platform, item.id, viewer) : null;
  const statistics = hasAccess && viewer ? await statisticsOf(platform, item, viewer) : null;
  return {
    now: new Date().toISOString(),
    dataset: {
      ...pick(item, DATASET_SHOWN),
      isVisible: item.status !== "hidden",
      updatedAt: item.rowsAt ?? item.updatedAt,
    },
    source: item.source.kind === "upload" ? { kind: "upload", fileName: item.fileName } : item.source,
    signedIn: viewer !== null,
    owned: item.owned,
    hasAccess,
    shape: shapeOf(item.columns, new Map(statistics?.columns.map(({ name, nullShare }) => [name, nullShare]))),
    preview: preview?.ok ? withStatistics(preview.value, statistics) : null,
    ...(preview?.ok === false ? { previewFault: preview.error } : {}),
    ...(item.status === "loading" ? { loadingJobHref: `/upload/job/${item.id}` } : {}),
    ...(item.owned && item.loadFailure !== null ? { loadError: loadFailureSentence(item.loadFailure) } : {}),
    ...(shares?.ok ? { shares: shares.value } : {}),
    rejected: item.rejected,
    origin: platform.site.appUrl,
    ...(item.owned && new URL(request.url).searchParams.has("edit")
      ? { edit: { categories: [...CATEGORIES], licenses: licenseOptions() } }
      : {}),
  };
}

async function statisticsOf(platform: Platform, item: DatasetItem, viewer: UserRow) {
  const found = await platform.queries.tables.find(item.id, viewer.id);
  return found?.access === "full" && found.table.current ? platform.statistics.of(found.table.current) : null;
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const item = await context.platform.queries.catalogue.dataset(params["id"] ?? "", viewer.id);
  if (!item) return throwNotFound();
  return act(context, viewer, item, form);
}

async function act(context: AppContext, viewer: UserRow, item: DatasetItem, form: FormData) {
  const { platform } = context;
  const cause = causeOf(context);
  const here = `/dataset_profile/${item.id}`;
  switch (text(form, "intent")) {
    case "connect": {
      const granted = await grant(platform, item.id, viewer, cause);
      return granted.ok
        ? redirectWithMessage.success(here, "Access granted!")
        : redirectWithMessage.error(here, granted.status < 500 ? granted.error : "Grant failed");
    }
    case "remove": {
      const left = await leave(platform, item.id, viewer, cause);
      if (!left.ok) return redirectWithMessage.error(here, "Failed to remove access");
      const stillThere = await platform.queries.catalogue.dataset(item.id, viewer.id);
      return redirectWithMessage.success(stillThere ? here : "/datastore", left.value.message);
    }
    case "delete": {
      const gone = await erase(platform, item.id, viewer, cause);
      return gone.ok
        ? redirectWithMessage.success("/datastore", gone.value.message)
        : redirectWithMessage.error(here, gone.status < 500 ? gone.error : "Delete failed");
    }
    case "share": {
      const unconfirmed = rightsFault(form);
      if (unconfirmed) return refusedForm(unconfirmed, form);
      const shared = await share(
        platform,
        { datasetId: item.id, email: text(form, "email"), rightsConfirmed: true },
        viewer,
        cause,
      );
      return shared.ok ? redirectWithMessage.success(here, "Access granted!") : refusedForm(shared, form);
    }
    case "unshare": {
      const ended = await unshare(platform, item.id, text(form, "email"), viewer, cause);
      return ended.ok
        ? redirectWithMessage.success(here, "The access was removed.")
        : redirectWithMessage.error(here, ended.status < 500 ? ended.error : "Failed to remove access");
    }
    case "update":
      return update(context, viewer, item, form);
    default:
      return redirectWithMessage.error(here, "This form is not known here.");
  }
}

async function update(context: AppContext, viewer: UserRow, item: DatasetItem, form: FormData) {
  const edited = await edit(context.platform, item.id, cardFromForm(form), viewer, causeOf(context));
  return edited.ok
    ? redirectWithMessage.success(`/dataset_profile/${item.id}`, "Changes saved.")
    : refusedForm(edited, form);
}

export default function DatasetProfile() {
  const answer = useActionData<typeof action>();
  return <DatasetProfileView {...useLoaderData<typeof loader>()} {...(answer ? { form: answer.form } : {})} />;
}
