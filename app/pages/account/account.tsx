import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PLANS } from "#domain/user/plan.ts";
import { choosePlan } from "../../account/choose-plan.ts";
import { usageOf } from "../../account/usage.ts";
import { causeOf } from "../../http/cause.ts";
import { redirectWithMessage, readForm, refusedForm, text, viewerOf } from "../../http/forms/page.ts";
import { AccountView, type AccountViewProps } from "./account-view.tsx";

export const meta: MetaFunction = () => [{ title: "Account | Tributary" }];

export async function loader({ request, context }: LoaderFunctionArgs): Promise<AccountViewProps> {
  const viewer = await viewerOf(context, request);
  const used = await usageOf(context.platform, viewer.id);
  return {
    name: viewer.name,
    email: viewer.email,
    plan: viewer.plan,
    plans: Object.values(PLANS).map((plan) => ({ ...plan })),
    usage: {
      connectors: used.connectors,
      datasets: used.datasets,
      runs: used.runsThisWeek,
      scheduled: used.scheduledRuns,
      resetsAt: used.resetsAt,
    },
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const chosen = await choosePlan(context.platform, Number(text(form, "plan")), viewer, causeOf(context));
  if (!chosen.ok) return refusedForm(chosen, form);
  return redirectWithMessage.success(
    "/account",
    `${PLANS[chosen.value].name} plan activated. We hope you enjoy your benefits!`,
  );
}

export default function Account() {
  const answer = useActionData<typeof action>();
  return <AccountView {...useLoaderData<typeof loader>()} {...(answer ? { form: answer.form } : {})} />;
}
