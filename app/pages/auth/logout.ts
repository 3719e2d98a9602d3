import type { ActionFunctionArgs } from "@remix-run/node";
import { redirectTo } from "../../http/forms/page.ts";

export async function action({ context }: ActionFunctionArgs) {
  return redirectTo("/login", { kind: "success", text: "You are logged out." }, [
    await context.platform.sessionDoor.close(context.session?.sid ?? null),
  ]);
}

export function loader() {
  return redirectTo("/");
}
