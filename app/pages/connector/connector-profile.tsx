import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { cutText } from "#domain/core/text/text.ts";
import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import { changesSince } from "../../connectors/changes/change-calls.ts";
import { versionsOf } from "../../connectors/connector-calls.ts";
import type { AppContext } from "../../platform.ts";
import { withRowsForm } from "../../rows/rows-asked.ts";
import { useKeptForm } from "../../ui/form/kept-form.ts";
import { throwNotFound, pageNumber, readForm, text, viewerOf } from "../../http/forms/page.ts";
import { actOnConnector } from "./connector-actions.ts";
import { ProfileFailed } from "../../ui/frames/load-failed.tsx";
import { connectorPage, historyOf } from "./connector-page.ts";
import { ConnectorProfileView } from "./connector-profile-view.tsx";
import { type ConnectorTab, connectorTabs, type ConnectorProfileViewProps } from "./connector-page-model.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";

/** What the title says before that of the connector. */
const TAB_WORDS: Readonly<Record<ConnectorTab, string>> = {
  ...{ setup: "", output: "Output of ", runs: "Runs of ", definition: "Definition of ", versions: "Versions of " },
};

export const meta: MetaFunction<typeof loader> = ({ data: shown }) =>
  pageMeta({
    title: shown ? `${TAB_WORDS[shown.tab]}${shown.connector.title} | Tributary` : "Item not found | Tributary",
    description: cutText(shown?.connector.description ?? "", 200),
    noindex: shown?.connector.isPublic === false,
  });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { platform, viewer } = context;
  const item = await platform.queries.catalogue.connector(params["id"] ?? "", viewer?.id ?? null);
  if (!item) return throwNotFound();
  const url = new URL(request.url);
  const { searchParams } = url;
  const asked = withRowsForm(url, "latest");
  if (asked !== null) throw redirect(asked);
  const tab = connectorTabs.find((each) => each === searchParams.get("tab")) ?? "setup";
  const { status, ...page } = await connectorPage(context, item, viewer, searchParams);
  const shown: ConnectorProfileViewProps = {
    ...page,
    now: new Date().toISOString(),
    tab,
    changes: tab === "versions" ? await changesOf(context, item, searchParams.get("since")) : null,
    history: tab === "runs" ? await historyOf(platform, item.rootId, viewer, pageNumber(searchParams)) : null,
  };
  return data(shown, { status });
}

/** An address that names no version to compare with is answered with the one before. */
async function changesOf({ platform, viewer }: AppContext, item: ConnectorItem, asked: string | null) {
  const viewerId = viewer?.id ?? null;
  const versions = await versionsOf(platform, item.rootId, viewer);
  const since = /^[1-9]\d{0,8}$/.test(asked ?? "") ? Number(asked) : null;
  const found = await changesSince(platform, item, viewerId, { versions, since });
  return found.ok ? found.value : throwNotFound();
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const item = await context.platform.queries.catalogue.connector(params["id"] ?? "", viewer.id);
  if (!item) return throwNotFound();
  return actOnConnector({ context, viewer, item, form, intent: text(form, "intent") });
}

export { ProfileFailed as ErrorBoundary };

export default function ConnectorProfile() {
  const kept = useKeptForm("setup-form");
  const form = useActionData<typeof action>()?.form ?? kept;
  return <ConnectorProfileView {...useLoaderData<typeof loader>()} {...(form ? { form } : {})} />;
}
