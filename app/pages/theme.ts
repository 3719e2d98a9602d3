import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { themeCookie } from "../cookies.server.ts";
import { readForm } from "../http/forms/page.ts";
import { localPath } from "../local-path.ts";

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const theme = form.get("theme");
  return redirect(localPath(form.get("redirect"), "/"), {
    headers: { "Set-Cookie": await themeCookie(theme === "light" || theme === "dark" ? theme : "system") },
  });
}

export function loader() {
  return redirect("/");
}
