import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readForm, text, viewerOf } from "../../http/forms/page.ts";
import { waitForRun } from "../../runs/follow-runs.tsx";
import { actOnManage } from "./manage-actions.ts";
import { managePage } from "./manage-page.ts";
import { ManageView, tabLabels, tabNames } from "./manage-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: `${data ? tabLabels[data.tab] : "Manage Data"} | Tributary`, noindex: true });

function tabOf(request: Request) {
  const asked = new URL(request.url).searchParams.get("tab");
  return tabNames.find((tab) => tab === asked) ?? "active";
}

/** `?tab=` one of the tabs, and what that tab reads of the address. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await viewerOf(context, request);
  return managePage(context.platform, viewer, tabOf(request), new URL(request.url).searchParams);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const { search } = new URL(request.url);
  return actOnManage({
    context,
    viewer,
    intent: text(form, "intent"),
    id: (field) => text(form, field),
    here: `/manage${search}`,
    waitMs: waitForRun(form),
  });
}

export default function Manage() {
  const done = useActionData<typeof action>();
  const form = done && "form" in done ? done.form : undefined;
  const outcome = done && "outcome" in done ? done.outcome : undefined;
  return <ManageView {...useLoaderData<typeof loader>()} form={form} outcome={outcome} />;
}
