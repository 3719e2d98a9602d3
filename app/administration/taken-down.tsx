import { Link, useRouteLoaderData } from "@remix-run/react";
import { Notice } from "../ui/feedback/notice.tsx";

/** On a profile: that an admin has hidden the item, and why, for its owner and for admins. `reason` null: nobody has. */
export function TakenDown({ reason }: { reason: string | null }) {
  return reason === null ? null : (
    <Notice tone="bad" title="An admin has taken this down. Only its owner and admins see it.">
      Reason: {reason}
    </Notice>
  );
}

/** For admins: the way to hide an item that nobody has hidden. */
export function TakeDownLink({ id, reason }: { id: string; reason: string | null }) {
  const root = useRouteLoaderData<{ viewer: { isAdmin?: boolean } | null }>("root");
  return reason === null && root?.viewer?.isAdmin ? (
    <Link to={`/admin/takedowns?item=${encodeURIComponent(id)}`}>Take down</Link>
  ) : null;
}
