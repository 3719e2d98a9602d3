import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { forgot } from "../../account/auth-calls.ts";
import { returnCookie } from "../../cookies.server.ts";
import { readForm, refusedForm, text } from "../../http/forms/page.ts";
import { returnPath } from "../../local-path.ts";
import { ForgotPasswordView } from "./forgot-password-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () => pageMeta({ title: "Forgot password | Tributary", noindex: true });

export function loader({ request }: LoaderFunctionArgs) {
  return { redirect: returnPath(new URL(request.url).searchParams) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const email = text(await readForm(request), "email");
  const result = await forgot(context, email);
  if (!result.ok) return refusedForm(result, { email });
  const redirect = returnPath(new URL(request.url).searchParams);
  return data({ message: result.value }, { headers: { "Set-Cookie": await returnCookie(redirect) } });
}

export default function ForgotPassword() {
  const answer = useActionData<typeof action>();
  return <ForgotPasswordView {...useLoaderData<typeof loader>()} {...answer} />;
}
