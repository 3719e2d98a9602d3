import type { MetaFunction } from "@remix-run/node";
import { NotFoundView } from "../../ui/frames/not-found-view.tsx";

export const meta: MetaFunction = () => [{ title: "Item not found | Tributary" }];

/** The last row of the table of routes: any address that no other row knows. */
export function loader(): never {
  throw new Response("Not found", { status: 404, statusText: "Not found" });
}

export default function NotFound() {
  return <NotFoundView />;
}

export function ErrorBoundary() {
  return <NotFoundView />;
}
