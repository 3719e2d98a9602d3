import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { cancel, runNow } from "../../runs/run-calls.ts";
import { causeOf } from "../../http/cause.ts";
import {
  redirectTo,
  redirectWithMessage,
  throwNotFound,
  pageNumber,
  readForm,
  text,
  viewerOf,
} from "../../http/forms/page.ts";
import { endOfRun } from "../../runs/describe-run.ts";
import { withError } from "../../runs/with-error.ts";
import { waitForRun } from "../../runs/follow-runs.tsx";
import { logViewOf } from "./log-view.ts";
import { runPage } from "./run-page.ts";
import { RunView, type RunViewProps } from "./run-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: data ? `Run ${data.run.number} of ${data.connector.title} | Tributary` : "Item not found | Tributary",
    noindex: true,
  });

/** /run/{id}: one run, for its owner. `?page=` of its requests, which log-view.ts chooses. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<RunViewProps> {
  const viewer = await viewerOf(context, request);
  const query = new URL(request.url).searchParams;
  const page = await runPage(context.platform, params["id"] ?? "", viewer, logViewOf(query), pageNumber(query));
  return page ? { ...page, now: new Date().toISOString() } : throwNotFound();
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const runId = params["id"] ?? "";
  const run = await context.platform.queries.instances.runDetails(runId);
  if (run?.ownerId !== viewer.id) return throwNotFound();
  const here = `/run/${runId}`;
  const { platform } = context;
  const instanceId = run.instanceId;
  switch (text(form, "intent")) {
    case "cancel": {
      const cancelled = await cancel(platform, { instanceId, runId }, viewer, causeOf(context));
      return cancelled.ok
        ? redirectTo(here, endOfRun(withError(cancelled.value)))
        : redirectWithMessage.error(here, cancelled.error);
    }
    case "restart": {
      const replaces = text(form, "how") === "replace";
      const again = await runNow(
        platform,
        { instanceId, override: replaces ? true : null, settings: null, restart: !replaces, waitMs: waitForRun(form) },
        viewer,
        causeOf(context),
      );
      return again.ok
        ? redirectTo(`/run/${again.value.id}`, endOfRun(withError(again.value)))
        : redirectWithMessage.error(here, again.error);
    }
    default:
      return redirectWithMessage.error(here, "This form is not known here.");
  }
}

export default function Run() {
  return <RunView {...useLoaderData<typeof loader>()} />;
}
