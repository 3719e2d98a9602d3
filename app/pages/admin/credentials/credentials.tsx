import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageWithin } from "#domain/core/lists/list-page.ts";
import { answerExposure, exposedConnections } from "../../../administration/exposed-calls.ts";
import { EXPOSURE_WORDS } from "../../../administration/exposure-words.ts";
import { refuse } from "../../../http/call-result.ts";
import { causeOf } from "../../../http/cause.ts";
import { pageNumber, readForm, redirectWithMessage, text } from "../../../http/forms/page.ts";
import { adminMeta } from "../admin-frame.tsx";
import { adminOf } from "../admin-page.ts";
import { type CredentialsPage, CredentialsView } from "./credentials-view.tsx";

export const meta = adminMeta("Credentials");

const PER_PAGE = 50;

/** `?page=`. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<CredentialsPage> {
  await adminOf(context, request);
  const asked = pageNumber(new URL(request.url).searchParams);
  const [{ items, total }, now] = await Promise.all([
    exposedConnections(context.platform, { limit: PER_PAGE, offset: (asked - 1) * PER_PAGE }),
    context.platform.ports.clock.now(),
  ]);
  return {
    connections: items.map(({ why, stopped, ...each }) => ({
      ...each,
      why: EXPOSURE_WORDS[why],
      isStopped: stopped !== null,
    })),
    now: now.toISOString(),
    ...pageWithin(asked, total, PER_PAGE),
  };
}

/** Posts `intent`: remind, stop (`id`). */
export async function action({ request, context }: ActionFunctionArgs) {
  await adminOf(context, request);
  const form = await readForm(request);
  const here = `/admin/credentials${new URL(request.url).search}`;
  const intent = text(form, "intent");
  if (intent !== "remind" && intent !== "stop") return redirectWithMessage.error(here, refuse("form-unknown").error);
  const done = await answerExposure(context.platform, { id: text(form, "id"), answer: intent }, causeOf(context));
  if (!done.ok) return redirectWithMessage.error(here, done.error);
  return redirectWithMessage.success(
    here,
    intent === "stop" ? "The connection is stopped, and its owner was told." : "The owner was told again.",
  );
}

export default function Credentials() {
  return <CredentialsView {...useLoaderData<typeof loader>()} />;
}
