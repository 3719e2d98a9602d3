import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { throwNotFound } from "../../http/forms/page.ts";
import { outboxIsOpen } from "../../account/may-read-outbox.ts";
import { type OutboxMail, OutboxView, type OutboxViewProps } from "./outbox-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () => pageMeta({ title: "Outbox | Tributary", noindex: true });

/** The mails stored as files; 404 for viewers who may not read them. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<OutboxViewProps> {
  const { outbox } = context.platform;
  if (!outboxIsOpen(context)) return throwNotFound();
  const asked = new URL(request.url).searchParams.get("mail");
  const open = asked === null ? null : await outbox.read(asked);
  return { mails: (await outbox.list()).map(listed), open: open && { ...listed(open), text: open.text } };
}

function listed({
  id,
  to,
  subject,
  date,
}: {
  id: string;
  to: string;
  subject: string;
  date: Date;
}): Omit<OutboxMail, "text"> {
  return { id, to, subject, sentAt: date.toISOString() };
}

export default function Outbox() {
  return <OutboxView {...useLoaderData<typeof loader>()} />;
}
