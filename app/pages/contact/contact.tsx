import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { contact } from "../../account/contact.ts";
import { readForm, refusedForm, text } from "../../http/forms/page.ts";
import { ContactView } from "./contact-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta({ title: "Contact | Tributary", description: "Write to the people who run this site." });

export function loader({ context }: LoaderFunctionArgs) {
  return { embedUrl: context.platform.site.contactFormUrl };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const sent = await contact(context, {
    name: text(form, "name"),
    email: text(form, "email").trim(),
    message: text(form, "message").replaceAll("\r\n", "\n"),
  });
  return sent.ok ? data({ sent: sent.value }) : refusedForm(sent, form);
}

export default function Contact() {
  return <ContactView {...useLoaderData<typeof loader>()} {...useActionData<typeof action>()} />;
}
