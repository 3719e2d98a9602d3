import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { cutText } from "#domain/core/text/text.ts";
import { pageWithin } from "#domain/core/lists/list-page.ts";
import { changeRole, roleNamed, usersPage } from "../../administration/user-calls.ts";
import { refuse } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { pageNumber, readForm, redirectWithMessage, text } from "../../http/forms/page.ts";
import { adminMeta } from "./admin-frame.tsx";
import { adminOf } from "./admin-page.ts";
import { type UsersPage, UsersView } from "./users-view.tsx";

export const meta = adminMeta("Users");

const PER_PAGE = 50;

/** `?q=` a part of a name or address, `?role=` one role, `?page=`. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<UsersPage> {
  const admin = await adminOf(context, request);
  const { searchParams } = new URL(request.url);
  const search = cutText((searchParams.get("q") ?? "").trim(), 200);
  const role = roleNamed(searchParams.get("role") ?? "");
  const asked = pageNumber(searchParams);
  const { platform } = context;
  const [{ items, total }, now] = await Promise.all([
    usersPage(platform, { search, role }, { limit: PER_PAGE, offset: (asked - 1) * PER_PAGE }),
    platform.ports.clock.now(),
  ]);
  return {
    ...{ search, role, total, now: now.toISOString(), viewerId: admin.id },
    ...pageWithin(asked, total, PER_PAGE),
    users: items.map(({ id, name, email, plan, roles, verified, lastLogin, createdAt }) => ({
      ...{ id, name, email, plan, verified, lastLogin, createdAt },
      roles: [...roles],
    })),
  };
}

/** Posts `intent`: give-role, remove-role (`user_id`, `name`, `role`). */
export async function action({ request, context }: ActionFunctionArgs) {
  await adminOf(context, request);
  const form = await readForm(request);
  const here = `/admin${new URL(request.url).search}`;
  const [intent, userId, name] = [text(form, "intent"), text(form, "user_id"), text(form, "name")];
  const role = roleNamed(text(form, "role"));
  if (role === null) return redirectWithMessage.error(here, refuse("role-unknown").error);
  if (intent !== "give-role" && intent !== "remove-role")
    return redirectWithMessage.error(here, refuse("form-unknown").error);
  const held = intent === "give-role";
  const changed = await changeRole(context.platform, { userId, role, held }, causeOf(context));
  if (!changed.ok) return redirectWithMessage.error(here, changed.error);
  return redirectWithMessage.success(here, held ? `${name} is now ${role}.` : `${name} is no longer ${role}.`);
}

export default function Users() {
  return <UsersView {...useLoaderData<typeof loader>()} />;
}
