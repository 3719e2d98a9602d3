import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { logIn, resend } from "../../account/auth-calls.ts";
import { orFault } from "../../http/or-fault.ts";
import { redirectTo, readForm, refusedForm, text } from "../../http/forms/page.ts";
import { hrefWithReturn, returnPath } from "../../local-path.ts";
import { LoginView } from "./login-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () => pageMeta({ title: "Login | Tributary", noindex: true });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const redirect = returnPath(query);
  if (context.viewer) return redirectTo(redirect ?? "/manage");
  return data({ redirect, verified: query.get("verified") === "true" });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const email = text(form, "email");
  const redirect = returnPath(new URL(request.url).searchParams);
  if (text(form, "intent") === "resend") {
    const sent = await resend(context, email);
    return sent.ok
      ? redirectTo(hrefWithReturn("/login", redirect), { kind: "success", text: sent.value })
      : refusedForm(sent, { email });
  }
  const result = await orFault(context, "Error logging in.", () =>
    logIn(context, { email, password: text(form, "password") }),
  );
  if (result.ok) return redirectTo(redirect ?? "/manage", undefined, [result.value.cookie]);
  if (result.code === "login-failed") {
    const errors = { password: "E-mail or password is wrong." };
    return data({ form: { message: result.error, errors, values: { email } } }, { status: result.status });
  }
  if (result.status !== 403) return refusedForm(result, { email });
  return data({ form: { message: result.error, values: { email } }, unverified: email }, { status: result.status });
}

export default function Login() {
  const { redirect, verified } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const unverified = answer && "unverified" in answer ? answer.unverified : undefined;
  return (
    <LoginView
      {...(answer ? { form: answer.form } : {})}
      {...(redirect ? { redirect } : {})}
      {...(unverified ? { unverified } : {})}
      verified={verified}
    />
  );
}
