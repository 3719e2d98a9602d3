import { refuse } from "../../http/call-result.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { reset, userOfResetLink } from "../../account/auth-calls.ts";
import { readReturn } from "../../cookies.server.ts";
import { causeOf } from "../../http/cause.ts";
import { readForm, refusedForm, text } from "../../http/forms/page.ts";
import { programsOf } from "../../programs/programs-of.ts";
import { ResetPasswordView } from "./reset-password-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () => [
  ...pageMeta({ title: "Reset password | Tributary", noindex: true }),
  { name: "referrer", content: "no-referrer" },
];

export async function loader({ params, context }: LoaderFunctionArgs) {
  const user = await userOfResetLink(context, params["token"] ?? "");
  const redirect = await readReturn(context.facts.cookies);
  return { now: new Date().toISOString(), programs: user && (await programsOf(context.platform, user)), redirect };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const password = text(form, "password");
  const keepKeys = text(form, "keep_keys") !== "";
  const typed: Record<string, string> = keepKeys ? { keep_keys: "yes" } : {};
  if (password !== text(form, "confirm")) return refusedForm(refuse("passwords-differ"), typed);
  const result = await reset(context, { token: params["token"] ?? "", password, keepKeys }, causeOf(context));
  return result.ok ? data({ done: result.value }) : refusedForm(result, typed);
}

export default function ResetPassword() {
  const answer = useActionData<typeof action>();
  return <ResetPasswordView {...useLoaderData<typeof loader>()} {...answer} />;
}
