import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { RejectedLink } from "../../items/rejected-link.tsx";
import { ItemBadges } from "../../ui/data/badge.tsx";
import { counted, formatPrice } from "../../ui/data/format.ts";
import { type ItemSummary, profileHref } from "../../ui/data/item.ts";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { Ago } from "../../ui/time/time.tsx";

/** The rows of a list in Manage Data. An empty list names what is missing (`empty`) and how to get it (`hint`). */
export function ManagedRows({
  empty,
  hint,
  children,
}: {
  empty: string;
  hint: ReactNode;
  children: readonly ReactNode[];
}) {
  if (children.length === 0)
    return (
      <EmptyState title={`No ${empty} yet.`}>
        <p className="quiet">{hint}</p>
      </EmptyState>
    );
  return <ul className="panel managed">{children}</ul>;
}

/** A row of Manage Data: name, description, facts below, and actions at the right. */
export function ManagedRow({
  href,
  title,
  badges,
  acts,
  children,
}: {
  href: string;
  title: string;
  badges: ReactNode;
  acts: ReactNode;
  children: ReactNode;
}) {
  return (
    <li>
      <div>
        <h3 className="name">
          <Link to={href}>{title}</Link>
        </h3>
        <p className="badges">{badges}</p>
        {children}
      </div>
      <div className="acts">{acts}</div>
    </li>
  );
}

/** A dataset or connector of the user. */
export function ManagedItem({ item, now, acts }: { item: ItemSummary; now: string; acts: ReactNode }) {
  return (
    <ManagedRow href={profileHref(item)} title={item.title} acts={acts} badges={<ItemBadges item={item} />}>
      <p className="meta row">
        {item.price !== undefined && <span>{formatPrice(item.price)}</span>}
        {typeof item.rowCount === "number" && <span>{counted(item.rowCount, "row")}</span>}
        <span>{counted(item.subscriberCount, "user")}</span>
        {item.updatedAt && <Ago prefix="updated " at={item.updatedAt} now={now} />}
      </p>
      {(item.rejected ?? 0) > 0 && (
        <p className="meta">
          <RejectedLink id={item.id} rejected={item.rejected ?? 0} about={item.title} />
        </p>
      )}
    </ManagedRow>
  );
}
