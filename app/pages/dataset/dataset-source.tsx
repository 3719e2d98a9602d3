import { Link } from "@remix-run/react";
import { ExternalLink } from "../../ui/icons/all.ts";
import type { DatasetItemSource } from "#projections/catalogue/dataset-queries.ts";
import { formatDate, formatInterval } from "../../ui/data/format.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Ago } from "../../ui/time/time.tsx";

/** Where a dataset's rows come from, as far as the viewer may know. */
export type DatasetSourceShown =
  { kind: "upload"; fileName: string | null } | Extract<DatasetItemSource, { kind: "connection" }>;

export function isLive(source: DatasetSourceShown): boolean {
  return source.kind === "connection" && source.live;
}

/** The file, or the connector behind an instance, and where its data come from as the owner says. */
export function DatasetSource({ source, url }: { source: DatasetSourceShown; url: string }) {
  const host = URL.parse(url)?.host;
  if (!host) return <RowsFrom source={source} />;
  return (
    <>
      <RowsFrom source={source} />,{" "}
      <a href={url} rel="nofollow ugc noreferrer">
        {host} <Icon of={ExternalLink} size="sm" />
      </a>
    </>
  );
}

function RowsFrom({ source }: { source: DatasetSourceShown }) {
  if (source.kind === "upload") return source.fileName ?? "CSV upload";
  const { connector } = source;
  return connector ? (
    <Link to={`/connector_profile/${connector.id}`}>
      {connector.title} v{connector.version}
    </Link>
  ) : (
    "API connection"
  );
}

/** How old its rows are, and how they are updated. */
export function Freshness({ source, at, now }: { source: DatasetSourceShown; at: string; now: string }) {
  if (source.kind === "upload" || !source.live) return <Ago at={at} now={now} />;
  const interval = source.refreshInterval ?? 0;
  return (
    <>
      <Ago at={at} now={now} />, {interval > 0 ? formatInterval(interval).toLowerCase() : "refreshed manually"}
    </>
  );
}

export function License({ label, url }: { label: string; url: string | null }) {
  return url === null ? (
    label
  ) : (
    <a href={url} rel="license noreferrer">
      {label} <Icon of={ExternalLink} size="sm" />
    </a>
  );
}

/** Says that there are no updates any more, and why. */
export function Stopped({ source, isVisible }: { source: DatasetSourceShown; isVisible: boolean }) {
  if (source.kind === "upload" || source.stoppedAt === null) return null;
  return (
    <Notice tone="warn" title={`No longer updated since ${formatDate(source.stoppedAt)}.`}>
      {isVisible
        ? "The connection that it came from was removed. Its last rows stay."
        : "Its owner has deleted it. Those who have access keep its last rows."}
    </Notice>
  );
}
