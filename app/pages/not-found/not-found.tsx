import { refuse } from "../../http/call-result.ts";
import type { MetaFunction } from "@remix-run/node";
import { NotFoundView } from "../../ui/frames/not-found-view.tsx";

export const meta: MetaFunction = () => [{ title: "Item not found | Tributary" }];

/** The last of the routes: any other path. */
export function loader(): never {
  const { status, error } = refuse("no-such-address");
  throw new Response(error, { status, statusText: "Not found" });
}

export default function NotFound() {
  return <NotFoundView />;
}

export function ErrorBoundary() {
  return <NotFoundView />;
}
