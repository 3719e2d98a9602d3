import type { ActionFunctionArgs } from "@remix-run/node";
import { goOn } from "../../http/forms/page.ts";

export async function action({ context }: ActionFunctionArgs) {
  return goOn("/login", undefined, [await context.platform.sessionDoor.close(context.session?.sid ?? null)]);
}

export function loader() {
  return goOn("/");
}
