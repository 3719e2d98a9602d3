import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { forgot } from "../../account/auth-calls.ts";
import { readForm, refusedForm, text } from "../../http/forms/page.ts";
import { ForgotPasswordView } from "./forgot-password-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () => pageMeta({ title: "Forgot password | Tributary", noindex: true });

export async function action({ request, context }: ActionFunctionArgs) {
  const email = text(await readForm(request), "email");
  const result = await forgot(context, email);
  return result.ok ? data({ message: result.value }) : refusedForm(result, { email });
}

export default function ForgotPassword() {
  const answer = useActionData<typeof action>();
  return <ForgotPasswordView {...answer} />;
}
