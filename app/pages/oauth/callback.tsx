import { refuse } from "../../http/call-result.ts";
import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { finishSignIn } from "../../instances/api-sign-in-calls.ts";
import { causeOf } from "../../http/cause.ts";
import { redirectWithMessage } from "../../http/forms/page.ts";
import { CallbackView, type CallbackViewProps } from "./callback-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () => [
  ...pageMeta({ title: "Sign in to an API | Tributary", noindex: true }),
  { name: "referrer", content: "no-referrer" },
];

/**
 * The page to which an API redirects people. Its URL contains a code, so it always redirects or shows a page without
 * it.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer, session, platform } = context;
  // The code in the URL works once, and HEAD must not use it up.
  if (context.method === "HEAD")
    throw new Response(null, {
      status: refuse("method-not-allowed", { method: "HEAD" }).status,
      headers: { Allow: "GET" },
    });
  const elsewhere = session ? null : ownAddress(new URL(request.url), context.facts.host);
  if (elsewhere) return redirect(elsewhere.href);
  if (!viewer || !session)
    return redirectWithMessage.error(
      "/login?redirect=%2Fmanage",
      "Log in, then sign in to the API once more. Nothing was kept.",
    );
  const finished = await finishSignIn(
    platform,
    new URL(request.url).searchParams,
    { by: viewer.id, sid: session.sid },
    causeOf(context),
  );
  if (finished.page === null)
    return data<CallbackViewProps>({ sentence: finished.sentence }, { status: refuse("sign-in-not-ours").status });
  return finished.ok
    ? redirectWithMessage.success(finished.page, finished.sentence)
    : redirectWithMessage.error(finished.page, finished.sentence);
}

/**
 * This machine has two names, and a session under one: APIs redirect to APP_URL's, but the user may have come by the
 * other.
 */
function ownAddress(here: URL, askedHost: string): URL | null {
  const other = { localhost: "127.0.0.1", "127.0.0.1": "localhost" }[here.hostname];
  if (other === undefined || here.host !== askedHost) return null;
  const there = new URL(here);
  there.hostname = other;
  return there;
}

export default function Callback() {
  return <CallbackView {...useLoaderData<typeof loader>()} />;
}
