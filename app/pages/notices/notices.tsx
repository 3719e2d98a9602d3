import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type NoticeChoices, noticeKindsOf, type NoticeKind } from "#domain/core/notices.ts";
import { pageNumber, readForm, redirectTo, redirectWithMessage, text, viewerOf } from "../../http/forms/page.ts";
import { noticesPage } from "../../notices/notice-calls.ts";
import { cameFromUs } from "../../http/security/same-origin.ts";
import { localPath } from "../../local-path.ts";
import { NoticesView, OPENED, type NoticesViewProps } from "./notices-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({ title: `${data?.tab === "settings" ? "Settings of notices" : "Notices"} | Tributary`, noindex: true });

const PER_PAGE = 20;

/** `?tab=settings`: what to be told of; `?open=` a notice, read from now on, `&to=` its page; else a page of the notices, `?page=`. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<NoticesViewProps> {
  const viewer = await viewerOf(context, request);
  const { searchParams } = new URL(request.url);
  if (searchParams.get("tab") === "settings")
    return {
      tab: "settings",
      choices: await context.platform.notices.choices(viewer.id),
      kinds: noticeKindsOf(viewer.roles),
    };
  const opened = searchParams.get(OPENED.notice);
  if (opened !== null) {
    if (cameFromUs(context.facts)) await context.platform.notices.markRead(viewer.id, opened);
    throw redirect(localPath(searchParams.get(OPENED.to), "/notices"));
  }
  const page = pageNumber(searchParams);
  const found = await noticesPage(context.platform, viewer, { limit: PER_PAGE, offset: (page - 1) * PER_PAGE });
  return {
    tab: "all",
    now: new Date().toISOString(),
    notices: found.items,
    unread: context.unreadNotices,
    page,
    pages: Math.max(1, Math.ceil(found.total / PER_PAGE)),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const form = await readForm(request);
  const { notices } = context.platform;
  const { search } = new URL(request.url);
  switch (text(form, "intent")) {
    case "read":
      await notices.markRead(viewer.id, text(form, "id"));
      return redirectTo(`/notices${search}`);
    case "read-all":
      await notices.markAllRead(viewer.id, text(form, "position"));
      return redirectWithMessage.success("/notices", "All notices are marked as read.");
    case "choose":
      await notices.choose(viewer.id, choicesFrom(form, noticeKindsOf(viewer.roles)));
      return redirectWithMessage.success("/notices?tab=settings", "Changes saved.");
    default:
      return redirectWithMessage.error("/notices", "This form is not known here.");
  }
}

function choicesFrom(form: FormData, kinds: readonly NoticeKind[]): Partial<NoticeChoices> {
  const chosen = kinds.map((kind) => [kind, { page: form.has(`page-${kind}`), mail: form.has(`mail-${kind}`) }]);
  return Object.fromEntries(chosen) as Partial<NoticeChoices>;
}

export default function Notices() {
  return <NoticesView {...useLoaderData<typeof loader>()} />;
}
