import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  beginSignIn,
  redirectUriOf,
  setupPageOf,
  signInOf,
  signInPageOf,
  signOut,
} from "../../instances/api-sign-in-calls.ts";
import { causeOf } from "../../http/cause.ts";
import { redirectTo, redirectWithMessage, throwNotFound, readForm, text, viewerOf } from "../../http/forms/page.ts";
import type { AppContext } from "../../platform.ts";
import { SignInView, type SignInViewProps } from "./sign-in-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () => pageMeta({ title: "Sign in to an API | Tributary", noindex: true });

const sidOf = (context: AppContext) => context.session?.sid ?? "";

/** /oauth/sign-in/{instanceId}: says where the way leads before it leads there; `?state=` once a sign-in has begun. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<SignInViewProps> {
  const viewer = await viewerOf(context, request);
  const { platform } = context;
  const instanceId = params["instanceId"] ?? "";
  const shown = await signInOf(platform, instanceId, viewer.id);
  const item = shown && (await platform.queries.catalogue.connector(shown.connectorId, viewer.id));
  if (!shown || !item) return throwNotFound();
  const state = new URL(request.url).searchParams.get("state");
  const page =
    state === null ? null : await signInPageOf(platform, instanceId, state, { by: viewer.id, sid: sidOf(context) });
  return {
    signIn: shown,
    title: item.title,
    profileHref: setupPageOf(item.id),
    redirectUri: redirectUriOf(platform),
    page: page?.ok ? page.value : null,
    ...(page && !page.ok ? { failed: page.error } : {}),
  };
}

/** Begins a sign-in, or removes its tokens. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const { platform } = context;
  const instanceId = params["instanceId"] ?? "";
  const shown = await signInOf(platform, instanceId, viewer.id);
  if (!shown) return throwNotFound();
  const profile = setupPageOf(shown.connectorId);
  if (text(form, "intent") === "sign-out") {
    const out = await signOut(platform, instanceId, viewer.id, causeOf(context));
    return out.ok
      ? redirectWithMessage.success(profile, `Signed out of ${shown.host}.`)
      : redirectWithMessage.error(profile, out.error);
  }
  const begun = await beginSignIn(platform, instanceId, { by: viewer.id, sid: sidOf(context) });
  return begun.ok ? redirectTo(begun.value.goOn) : redirectWithMessage.error(profile, begun.error);
}

export default function SignIn() {
  return <SignInView {...useLoaderData<typeof loader>()} />;
}
