import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { cancel, CANCEL_FAILED, runNow } from "../../runs/run-calls.ts";
import { causeOf } from "../../http/cause.ts";
import {
  redirectTo,
  redirectWithMessage,
  refusedButton,
  throwNotFound,
  pageNumber,
  readForm,
  text,
  viewerOf,
} from "../../http/forms/page.ts";
import { orFault } from "../../http/or-fault.ts";
import { ownsRun } from "../../waiting/status-calls.ts";
import { endOfRun } from "../../runs/describe-run.ts";
import { withSentences } from "../../runs/with-sentences.ts";
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
  const { platform } = context;
  const run = await platform.queries.instances.run(runId);
  if (!run || !(await ownsRun(platform, runId, viewer))) return throwNotFound();
  const here = `/run/${runId}`;
  const instanceId = run.instanceId;
  switch (text(form, "intent")) {
    case "cancel": {
      const cancelled = await orFault(context, CANCEL_FAILED, () =>
        cancel(platform, { instanceId, runId }, viewer, causeOf(context)),
      );
      return cancelled.ok ? redirectTo(here, endOfRun(withSentences(cancelled.value))) : refusedButton(cancelled, here);
    }
    case "restart": {
      const replaces = text(form, "how") === "replace";
      const asked = { instanceId, override: replaces ? true : null, settings: null, restart: !replaces };
      const again = await orFault(context, "Failed to trigger run.", () =>
        runNow(platform, { ...asked, waitMs: waitForRun(form) }, viewer, causeOf(context)),
      );
      return again.ok
        ? redirectTo(`/run/${again.value.id}`, endOfRun(withSentences(again.value)))
        : refusedButton(again, here);
    }
    default:
      return redirectWithMessage.error(here, "This form is not known here.");
  }
}

export default function Run() {
  const answer = useActionData<typeof action>();
  return <RunView {...useLoaderData<typeof loader>()} {...(answer ? { form: answer.form } : {})} />;
}
