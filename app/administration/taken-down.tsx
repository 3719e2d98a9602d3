import { Link, useRouteLoaderData } from "@remix-run/react";
import { Notice } from "../ui/feedback/notice.tsx";

/**
 * On a profile: that an admin has hidden the item, and why, for its owner and for admins; for admins also the way to do
 * so. `reason` null: nobody has.
 */
export function TakenDown({ id, reason }: { id: string; reason: string | null }) {
  const root = useRouteLoaderData<{ viewer: { isAdmin?: boolean } | null }>("root");
  if (reason !== null)
    return (
      <Notice tone="bad" title="An admin has taken this down. Only its owner and admins see it.">
        Reason: {reason}
      </Notice>
    );
  return root?.viewer?.isAdmin ? (
    <p className="meta my-3">
      <Link to={`/admin/takedowns?item=${encodeURIComponent(id)}`}>Take down</Link>
    </p>
  ) : null;
}
