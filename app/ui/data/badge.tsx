import { CircleAlert, Lock, Plug, RefreshCw, Table2, X } from "../icons/all.ts";
import type { IconName } from "../icons/icon-name.ts";
import type { ReactNode } from "react";
import { Link } from "@remix-run/react";
import { classNames } from "../controls/class-names.ts";
import { Icon } from "../icons/icon.tsx";
import type { ItemSummary } from "./item.ts";

/** A label for the kind or state of a thing. At most four on a card; counts, dates and categories are not badges. */
export function Badge({
  tone,
  icon,
  children,
}: {
  tone?: "api" | "ok" | "warn" | "bad" | "info" | "line" | "draft";
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <span className={classNames("badge", tone && `badge-${tone}`)}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  );
}

/** API with its version, or Dataset. */
export function KindBadge({ kind, version }: { kind: "connector" | "dataset"; version?: number | null }) {
  return kind === "connector" ? (
    <Badge tone="api" icon={Plug}>
      API{version ? ` v${version}` : ""}
    </Badge>
  ) : (
    <Badge icon={Table2}>Dataset</Badge>
  );
}

export function PrivateBadge() {
  return <Badge icon={Lock}>Private</Badge>;
}

/** Said of an older version that somebody is connected to. */
export function NewerVersionBadge({ version }: { version: number }) {
  return <Badge tone="info">Version {version} available</Badge>;
}

/** Shows each complete pull of an instance. */
export function LiveBadge() {
  return (
    <Badge tone="ok" icon={RefreshCw}>
      Live
    </Badge>
  );
}

/** Active versions have no badge. A deprecated one reads Inactive, as one does that its owner has switched off. */
export function StatusBadge({ status }: { status: string }) {
  if (status === "active" || status === "ready") return null;
  if (status === "loading") return <Badge tone="info">Loading</Badge>;
  if (status === "failed")
    return (
      <Badge tone="bad" icon={CircleAlert}>
        Not loaded
      </Badge>
    );
  if (status === "hidden") return <Badge tone="warn">Hidden</Badge>;
  if (status === "taken-down") return <Badge tone="bad">Taken down</Badge>;
  if (status === "draft") return <Badge tone="draft">Draft</Badge>;
  return (
    <Badge tone="bad" icon={CircleAlert}>
      Inactive
    </Badge>
  );
}

/** The badges of an item in a list: kind, visibility and status. */
export function ItemBadges({
  item,
}: {
  item: Pick<ItemSummary, "kind" | "version" | "live" | "onRequest" | "isPublic"> & {
    status: ItemSummary["status"] | "deprecated";
  };
}) {
  return (
    <>
      <KindBadge kind={item.kind} version={item.version} />
      {item.live && <LiveBadge />}
      {!item.isPublic && <PrivateBadge />}
      {item.onRequest && <Badge tone="info">On request</Badge>}
      <StatusBadge status={item.status} />
    </>
  );
}

/** A filter of this view, with a link that removes it. */
export function Chip({
  children,
  removeHref,
  removeLabel,
}: {
  children: ReactNode;
  removeHref: string;
  removeLabel: string;
}) {
  return (
    <span className="chip">
      <span>{children}</span>
      <Link to={removeHref} aria-label={removeLabel} preventScrollReset>
        <Icon of={X} />
      </Link>
    </span>
  );
}
