import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageWithin } from "#domain/core/lists/list-page.ts";
import { restoreItem, takeItemDown } from "../../administration/takedown-calls.ts";
import { refuse } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { pageNumber, readForm, redirectWithMessage, refusedForm, text } from "../../http/forms/page.ts";
import { adminMeta } from "./admin-frame.tsx";
import { adminOf } from "./admin-page.ts";
import { type TakedownsPage, TakedownsView } from "./takedowns-view.tsx";

export const meta = adminMeta("Takedowns");

const HERE = "/admin/takedowns";
const PER_PAGE = 50;

/** `?item=` the id that the form begins with, `?page=`. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<TakedownsPage> {
  await adminOf(context, request);
  const { searchParams } = new URL(request.url);
  const asked = pageNumber(searchParams);
  const range = { limit: PER_PAGE, offset: (asked - 1) * PER_PAGE };
  const { items, total } = await context.platform.queries.catalogue.takenDownPage(range);
  return {
    asked: searchParams.get("item") ?? "",
    items: items.map(({ id, kind, profileId, author, title, reason }) => ({
      ...{ id, author, title, reason },
      href: `/${kind}_profile/${profileId}`,
    })),
    ...pageWithin(asked, total, PER_PAGE),
  };
}

/** Posts `intent`: take-down (`item`, `reason`), restore (`id`). */
export async function action({ request, context }: ActionFunctionArgs) {
  await adminOf(context, request);
  const form = await readForm(request);
  const { platform } = context;
  switch (text(form, "intent")) {
    case "take-down": {
      const asked = { about: text(form, "item"), reason: text(form, "reason") };
      const done = await takeItemDown(platform, asked, causeOf(context));
      if (done.ok) return redirectWithMessage.success(HERE, `${done.value.title} was taken down.`);
      return refusedForm({ ...done, field: done.field ?? "item" }, form);
    }
    case "restore": {
      const done = await restoreItem(platform, text(form, "id"), causeOf(context));
      return done.ok
        ? redirectWithMessage.success(HERE, `${done.value.title} is shown again.`)
        : redirectWithMessage.error(HERE, done.error);
    }
    default:
      return refusedForm(refuse("form-unknown"), form);
  }
}

export default function Takedowns() {
  const answer = useActionData<typeof action>();
  return <TakedownsView {...useLoaderData<typeof loader>()} {...(answer ? { form: answer.form } : {})} />;
}
