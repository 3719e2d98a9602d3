import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { cutText } from "#domain/core/text/text.ts";
import { pick } from "#domain/core/values/pick.ts";
import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { edit, erase, grant, leave, share, sharesOf, unshare } from "../../datasets/dataset-calls.ts";
import { answerRequest, ask, openRequests, withdraw } from "../../datasets/request-calls.ts";
import { previewOf } from "../../datasets/preview-calls.ts";
import { tableAsked, versionAsked } from "../../versions/version-asked.ts";
import { licenseOptions } from "../../datasets/license-options.ts";
import type { CallResult } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { failedLoad } from "../../datasets/loads/failed-load.ts";
import {
  redirectWithMessage,
  throwNotFound,
  readForm,
  refusedButton,
  refusedForm,
  text,
  viewerOf,
} from "../../http/forms/page.ts";
import { orFault } from "../../http/or-fault.ts";
import type { AppContext, Platform } from "../../platform.ts";
import { removeImageFromForm, setImageFromForm } from "../../images/image-action.ts";
import { imageHref } from "../../images/image-href.ts";
import { shapeOf } from "../../items/item-summary.ts";
import { LOAD_FAILED, ProfileFailed } from "../../ui/frames/load-failed.tsx";
import { withStatistics } from "../../items/with-statistics.ts";
import { rightsFault } from "../../items/rights-fault.ts";
import { cardFromForm } from "../../items/card-from-form.ts";
import { DatasetProfileView } from "./dataset-profile-view.tsx";
import { DATASET_SHOWN, type DatasetProfileViewProps } from "./dataset-shown.ts";
import { refreshFromForm, setIntervalFromForm } from "./address/address-actions.ts";
import { addressShown } from "./address/address-shown.ts";
import { columnsPage } from "./card/columns-page.ts";
import { describeFromForm } from "./card/describe-columns.ts";
import { factsOf } from "../../metadata/dataset-facts.ts";
import { descriptionLinks } from "../../metadata/description-links.ts";
import { headDescription, isOpen } from "../../metadata/head-description.ts";
import { parseMarkdown } from "../../markdown/parse-markdown.ts";
import { versionNamed, withRowsForm } from "../../rows/rows-asked.ts";
import { rowsPage } from "../../rows/rows-page.ts";
import { typedColumns } from "../../streaming/snippet.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";

const REQUESTS_SHOWN = 50;

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  ...pageMeta({
    title: shown ? `${shown.dataset.title} | Tributary` : "Item not found | Tributary",
    description: cutText(shown?.dataset.description ?? "", 200),
    noindex: shown?.dataset.isPublic === false,
  }),
  ...(shown ? descriptionLinks(shown.dataset.id) : []),
  ...(shown?.jsonLd ? [{ "script:ld+json": shown.jsonLd }] : []),
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { platform, viewer } = context;
  const item = await platform.queries.catalogue.dataset(params["id"] ?? "", viewer?.id ?? null);
  if (!item) return throwNotFound();
  const hasAccess = item.owned || item.granted;
  const url = new URL(request.url);
  const asked = withRowsForm(url);
  if (asked !== null) throw redirect(asked);
  const found = await orFault(context, LOAD_FAILED, () => rowsFound(context, item, url.searchParams));
  const shownRows = found.ok ? found.value.preview : null;
  const shares = item.owned && viewer ? await sharesOf(platform, item.id, viewer) : null;
  const requests = await requestsShown(platform, item, viewer);
  const texts = await platform.queries.catalogue.datasetTexts(item.id);
  const statistics = hasAccess && viewer ? await statisticsOf(platform, item, viewer, url) : null;
  const shown: DatasetProfileViewProps = {
    now: new Date().toISOString(),
    dataset: {
      ...pick(item, DATASET_SHOWN),
      image: imageHref(item.id, item.image),
      isVisible: item.status !== "hidden",
      updatedAt: item.rowsAt ?? item.updatedAt,
    },
    source: item.source.kind === "upload" ? { kind: "upload", fileName: item.fileName } : item.source,
    signedIn: viewer !== null,
    owned: item.owned,
    hasAccess,
    shape: shapeOf(item.columns, new Map(statistics?.columns.map(({ name, nullShare }) => [name, nullShare]))),
    preview: shownRows && withStatistics(shownRows, statistics),
    ...(found.ok ? pick(found.value, ["rows"]) : { previewFault: found.error }),
    ...(item.status === "loading" || (item.owned && item.loadingVersion !== null)
      ? { loadingJobHref: `/upload/job/${item.id}` }
      : {}),
    ...failedLoad(item, new Date().getTime()),
    ...(await addressShown(platform, item, viewer)),
    ...(shares?.ok ? { shares: shares.value } : {}),
    ...requests,
    rejected: item.rejected,
    jsonLd: isOpen(item) ? headDescription(factsOf(item, texts, platform.site.appUrl)) : null,
    readMe: parseMarkdown(texts.readMe),
    columnTypes: typedColumns(item.columns).map((column) => pick(column, ["name", "type"])),
    columns: columnsPage(item.columns, texts, url.searchParams, item.owned),
    origin: platform.site.appUrl,
    ...(item.owned && item.source.kind === "upload" && url.searchParams.has("new-version") ? { newVersion: true } : {}),
    ...(item.owned && url.searchParams.has("edit")
      ? {
          edit: {
            categories: [...(await platform.categories.known())],
            licenses: licenseOptions(item.license),
            ...pick(texts, ["readMe"]),
          },
        }
      : {}),
  };
  return data(shown, { status: found.ok ? found.value.status : 200 });
}

type Found = Pick<DatasetProfileViewProps, "preview" | "rows"> & { readonly status: number };

/** The rows that the URL asks for, to who may read them; a sample to others; none while they load. */
async function rowsFound(context: AppContext, item: DatasetItem, params: URLSearchParams): Promise<CallResult<Found>> {
  const { viewer } = context;
  if (item.status === "loading" || item.status === "failed") return { ok: true, value: { preview: null, status: 200 } };
  if (viewer && (item.owned || item.granted)) return rowsPage(context, item.id, viewer, params);
  const sample = await previewOf(context, item.id, viewer);
  return sample.ok ? { ok: true, value: { preview: sample.value, status: 200 } } : sample;
}

/** The open requests for the owner, and to who has no access their own. */
async function requestsShown(
  platform: Platform,
  item: DatasetItem,
  viewer: UserRow | null,
): Promise<Pick<DatasetProfileViewProps, "openRequests" | "ownRequest">> {
  if (viewer === null || (item.granted && !item.owned)) return {};
  if (item.owned) {
    const open = await openRequests(platform, item.id, viewer, { limit: REQUESTS_SHOWN, offset: 0 });
    return open.ok ? { openRequests: open.value } : {};
  }
  const own = item.onRequest ? await platform.queries.requests.requestOf(item.id, viewer.id) : null;
  return own ? { ownRequest: pick(own, ["status", "reason", "note", "requestedAt"]) } : {};
}

/** Of the version that is shown. */
async function statisticsOf(platform: Platform, item: DatasetItem, viewer: UserRow, { searchParams }: URL) {
  const asked = versionAsked(versionNamed(searchParams));
  const found = asked.ok ? await tableAsked(platform, item.id, viewer.id, asked.value) : asked;
  if (!found.ok || found.value.access !== "full") return null;
  const { current } = found.value.table;
  return current ? platform.statistics.of(current) : null;
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const item = await context.platform.queries.catalogue.dataset(params["id"] ?? "", viewer.id);
  if (!item) return throwNotFound();
  return act(context, viewer, item, form);
}

const NOT_REMOVED = "Failed to remove access";

async function act(context: AppContext, viewer: UserRow, item: DatasetItem, form: FormData) {
  const { platform } = context;
  const cause = causeOf(context);
  const here = `/dataset_profile/${item.id}`;
  switch (text(form, "intent")) {
    case "connect": {
      const granted = await orFault(context, "Grant failed", () => grant(platform, item.id, viewer, cause));
      return granted.ok ? redirectWithMessage.success(here, "Access granted!") : refusedButton(granted, here);
    }
    case "remove": {
      const left = await orFault(context, NOT_REMOVED, () => leave(platform, item.id, viewer, cause));
      if (!left.ok)
        return refusedButton(left.status < 500 ? { ...left, error: `${NOT_REMOVED}: ${left.error}` } : left, here);
      const stillThere = await platform.queries.catalogue.dataset(item.id, viewer.id);
      return redirectWithMessage.success(stillThere ? here : "/datastore", left.value.message);
    }
    case "delete": {
      const gone = await orFault(context, "Delete failed", () => erase(platform, item.id, viewer, cause));
      return gone.ok ? redirectWithMessage.success("/datastore", gone.value.message) : refusedButton(gone, here);
    }
    case "share": {
      const unconfirmed = rightsFault(form);
      if (unconfirmed) return refusedForm(unconfirmed, form);
      const asked = {
        datasetId: item.id,
        email: text(form, "email"),
        until: text(form, "until"),
        rightsConfirmed: true,
      };
      const shared = await orFault(context, "Grant failed", () => share(platform, asked, viewer, cause));
      return shared.ok ? redirectWithMessage.success(here, "Access granted!") : refusedForm(shared, form);
    }
    case "unshare": {
      const ended = await orFault(context, NOT_REMOVED, () =>
        unshare(platform, item.id, text(form, "email"), viewer, cause),
      );
      return ended.ok ? redirectWithMessage.success(here, "The access was removed.") : refusedButton(ended, here);
    }
    case "ask":
    case "withdraw":
    case "approve":
    case "refuse":
      return actOnRequest(context, viewer, item, form);
    case "refresh":
      return refreshFromForm(context, viewer, item.id, form);
    case "set-interval":
      return setIntervalFromForm(context, viewer, item.id, form);
    case "set-image":
      return setImageFromForm({ context, viewer, item, form, here });
    case "remove-image":
      return removeImageFromForm({ context, viewer, item, form, here });
    case "describe-columns":
      return describeFromForm(context, viewer, item, form);
    case "update":
      return update(context, viewer, item, form);
    default:
      return redirectWithMessage.error(here, "This form is not known here.");
  }
}

async function actOnRequest(context: AppContext, viewer: UserRow, item: DatasetItem, form: FormData) {
  const { platform } = context;
  const cause = causeOf(context);
  const intent = text(form, "intent");
  const here = `/dataset_profile/${item.id}`;
  const answered = { datasetId: item.id, email: text(form, "email") };
  if (intent === "ask") {
    const asked = await ask(platform, { datasetId: item.id, reason: text(form, "reason") }, viewer, cause);
    return asked.ok ? redirectWithMessage.success(here, "Request sent.") : refusedForm(asked, form);
  }
  if (intent === "withdraw") {
    const taken = await withdraw(platform, item.id, viewer, cause);
    return taken.ok
      ? redirectWithMessage.success(here, "Your request was withdrawn.")
      : redirectWithMessage.error(here, taken.error);
  }
  const approves = intent === "approve";
  const done = await answerRequest(
    platform,
    approves
      ? { ...answered, answer: "approve", until: text(form, "until") }
      : { ...answered, answer: "refuse", note: text(form, "note") },
    viewer,
    cause,
  );
  return done.ok
    ? redirectWithMessage.success(here, approves ? "Access granted!" : "The request was refused.")
    : refusedForm(done, form);
}

async function update(context: AppContext, viewer: UserRow, item: DatasetItem, form: FormData) {
  const edited = await orFault(context, "Update failed", () =>
    edit(context.platform, item.id, cardFromForm(form), viewer, causeOf(context)),
  );
  return edited.ok
    ? redirectWithMessage.success(`/dataset_profile/${item.id}`, "Changes saved.")
    : refusedForm(edited, form);
}

export { ProfileFailed as ErrorBoundary };

export default function DatasetProfile() {
  const answer = useActionData<typeof action>();
  return <DatasetProfileView {...useLoaderData<typeof loader>()} {...(answer ? { form: answer.form } : {})} />;
}
