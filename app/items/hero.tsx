import { Link } from "@remix-run/react";
import { ChevronDown } from "../ui/icons/all.ts";
import type { ReactNode } from "react";
import type { ListedConnector } from "#projections/catalogue/connector-queries.ts";
import type { DatasetItem } from "#projections/catalogue/queries.ts";
import type { Fact } from "../ui/layout/facts.tsx";
import { Facts } from "../ui/layout/facts.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { Day } from "../ui/time/time.tsx";
import { PageHead } from "../ui/frames/page-head.tsx";

/** What the profiles of datasets and of connectors both show: a field that is added here is on both. */
export const HERO_SHOWN = ["title", "description", "category"] as const;
type HeroItem = Pick<DatasetItem, (typeof HERO_SHOWN)[number]>;

/** Path, name, badges, description, facts; `state` holds what the viewer may do. */
export function Hero({
  item: { title, description, category },
  image,
  badges,
  facts,
  state,
}: {
  item: HeroItem;
  /** The address of its image. */
  image: string | null;
  badges: ReactNode;
  facts: Fact[];
  state: ReactNode;
}) {
  return (
    <PageHead
      picture={image !== null && <img className="hero-image" src={image} alt="" />}
      above={[
        { to: "/datastore", label: "DataStore" },
        { to: `/datastore?category=${encodeURIComponent(category)}`, label: category },
      ]}
      title={title}
      beside={badges}
      lead={description}
    >
      <div className="state">{state}</div>
      <Facts facts={facts} />
    </PageHead>
  );
}

export const VERSION_FIELDS = ["id", "version", "isLatest", "createdAt"] as const;
export type VersionRow = Pick<ListedConnector, (typeof VERSION_FIELDS)[number]> & {
  status: ListedConnector["status"] | "draft";
};

/** The state of a version as a label. */
export function versionWord(version: VersionRow): string {
  if (version.status === "draft") return "Draft";
  if (version.status === "inactive") return "Inactive";
  return version.isLatest ? "Latest" : "Deprecated";
}

/** The version shown, and a menu of all that the viewer may see. A draft opens in its editor. */
export function VersionMenu({
  versions,
  shownId,
  connectedId,
}: {
  versions: VersionRow[];
  shownId: string;
  connectedId: string | null;
}) {
  const shown = versions.find((one) => one.id === shownId);
  const name = shown && shown.status !== "draft" ? `v${shown.version}` : "Draft";
  return (
    <details className="menu versions" key={shownId}>
      <summary className="badge badge-line" aria-label={`${name}, choose another of ${versions.length}`}>
        {name}
        <Icon of={ChevronDown} />
      </summary>
      <div className="pop pop-left">
        {versions.map((one) => (
          <Link
            key={one.id}
            to={one.status === "draft" ? `/upload?edit=${one.id}` : `/connector_profile/${one.id}`}
            aria-current={one.id === shownId ? "true" : undefined}
          >
            <strong>{one.status === "draft" ? "–" : `v${one.version}`}</strong>
            <span>
              {versionWord(one)}
              {one.id === connectedId && ", you are connected"}
            </span>
            <span className="end">
              <Day at={one.createdAt} />
            </span>
          </Link>
        ))}
      </div>
    </details>
  );
}
