import { refuse } from "../../http/call-result.ts";
import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { reset } from "../../account/auth-calls.ts";
import { causeOf } from "../../http/cause.ts";
import { readForm, refusedForm, text } from "../../http/forms/page.ts";
import { ResetPasswordView } from "./reset-password-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () => [
  ...pageMeta({ title: "Reset password | Tributary", noindex: true }),
  { name: "referrer", content: "no-referrer" },
];

export async function action({ request, params, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const password = text(form, "password");
  if (password !== text(form, "confirm")) return refusedForm(refuse("passwords-differ"), {});
  const result = await reset(context, { token: params["token"] ?? "", password }, causeOf(context));
  return result.ok ? data({ done: result.value }) : refusedForm(result, {});
}

export default function ResetPassword() {
  const answer = useActionData<typeof action>();
  return <ResetPasswordView {...answer} />;
}
