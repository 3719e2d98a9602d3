import { NavLink } from "@remix-run/react";
import type { CallGroup } from "./call-facts.ts";

/** The pages of the API documentation: the first, and one for each group of calls. */
export function GroupTabs({ groups }: { groups: readonly Pick<CallGroup, "slug" | "name">[] }) {
  return (
    <nav className="tabs" aria-label="API documentation">
      <NavLink to="/api-documentation" end>
        Overview
      </NavLink>
      {groups.map(({ slug, name }) => (
        <NavLink key={slug} to={`/api-documentation/${slug}`}>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
