import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { register } from "../../account/auth-calls.ts";
import { causeOf } from "../../http/cause.ts";
import { goOn, readForm, refusedForm, text } from "../../http/page.ts";
import { RegisterView } from "./register-view.tsx";

export const meta: MetaFunction = () => [{ title: "Register | Tributary" }];

export async function loader({ context }: LoaderFunctionArgs) {
  return context.viewer ? goOn("/manage") : null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const [name, email] = [text(form, "name"), text(form, "email")];
  if (text(form, "terms") === "") {
    return data({ form: { errors: { terms: "Accept the terms to register." }, values: { name, email } } }, { status: 400 });
  }
  const result = await register(context, { name, email, password: text(form, "password") }, causeOf(context));
  return result.ok ? data({ sentTo: email }) : refusedForm(result, { name, email });
}

export default function Register() {
  const answer = useActionData<typeof action>();
  if (answer && "sentTo" in answer) return <RegisterView sentTo={answer.sentTo} />;
  return <RegisterView {...(answer ? { form: answer.form } : {})} />;
}
