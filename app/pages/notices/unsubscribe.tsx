import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { throwNotFound } from "../../http/forms/page.ts";
import { KIND_WORDS } from "../../notices/notice-words.ts";
import type { AppContext } from "../../platform.ts";
import { Button } from "../../ui/controls/button.tsx";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";

export const meta: MetaFunction = () => [
  { title: "Unsubscribe | Tributary" },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
];

/** Asks first: mail scanners open links. */
export function loader({ params, context }: LoaderFunctionArgs) {
  return { about: KIND_WORDS[linkOf(context, params["token"]).kind].label };
}

/** Ends the mails of a kind, without a login: from the button here, or by one POST of a mail program (RFC 8058). */
export async function action({ params, context }: ActionFunctionArgs) {
  const { userId, kind } = linkOf(context, params["token"]);
  const { notices } = context.platform;
  const { page } = (await notices.choices(userId))[kind];
  await notices.choose(userId, { [kind]: { page, mail: false } });
  return { done: true };
}

function linkOf({ platform }: AppContext, token: string | undefined) {
  return platform.unsubscribe.read(token ?? "") ?? throwNotFound();
}

export default function Unsubscribe() {
  const { about } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>()?.done ?? false;
  return (
    <ReadingPage title="Unsubscribe" lead={about}>
      {done ? (
        <p role="status">
          You will get no more mails about this. You can change that under{" "}
          <Link to="/notices?tab=settings">Notices</Link>.
        </p>
      ) : (
        <Form method="post">
          <p>Stop mails about this? You will still see the notices on the page.</p>
          <Button>Unsubscribe</Button>
        </Form>
      )}
    </ReadingPage>
  );
}
