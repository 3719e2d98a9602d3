import { refuse } from "../../http/call-result.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { register } from "../../account/auth-calls.ts";
import { returnCookie } from "../../cookies.server.ts";
import { causeOf } from "../../http/cause.ts";
import { orFault } from "../../http/or-fault.ts";
import { redirectTo, readForm, refusedForm, text } from "../../http/forms/page.ts";
import { returnPath } from "../../local-path.ts";
import { outboxIsOpen } from "../../account/may-read-outbox.ts";
import { RegisterView } from "./register-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Register | Tributary",
    description: "Register to connect datasets and APIs, upload tables and open them in your tools.",
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const redirect = returnPath(new URL(request.url).searchParams);
  return context.viewer ? redirectTo(redirect ?? "/manage") : data({ redirect });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const [name, email] = [text(form, "name"), text(form, "email")];
  if (text(form, "terms") === "") {
    return refusedForm(refuse("terms-not-accepted"), { name, email });
  }
  const result = await orFault(context, "Error registering.", () =>
    register(context, { name, email, password: text(form, "password") }, causeOf(context)),
  );
  if (!result.ok) return refusedForm(result, { name, email });
  return data(
    { sentTo: email, outbox: outboxIsOpen(context) },
    { headers: { "Set-Cookie": await returnCookie(returnPath(new URL(request.url).searchParams)) } },
  );
}

export default function Register() {
  const answer = useActionData<typeof action>();
  const { redirect } = useLoaderData<typeof loader>();
  const way = redirect === undefined ? {} : { redirect };
  if (answer && "sentTo" in answer) return <RegisterView {...way} sentTo={answer.sentTo} outbox={answer.outbox} />;
  return <RegisterView {...way} {...(answer ? { form: answer.form } : {})} />;
}
