import { Link } from "@remix-run/react";
import { Check, TriangleAlert } from "../icons/all.ts";
import type { ReactNode } from "react";
import { isStale } from "./update-frequency.ts";
import { Badge, ItemBadges } from "./badge.tsx";
import { Strip } from "./charts.tsx";
import { classNames } from "../controls/class-names.ts";
import { counted, formatDate, formatPrice } from "./format.ts";
import type { ItemSummary } from "./item.ts";
import { profileHref } from "./item.ts";
import { Ago } from "../time/time.tsx";

/** The viewer's relation to this item. */
function RelationBadge({ item }: { item: ItemSummary }) {
  if (item.connectedVersion)
    return (
      <Badge tone="warn" icon={TriangleAlert}>
        Connected to v{item.connectedVersion}
      </Badge>
    );
  if (item.relation === "owned")
    return (
      <Badge tone="ok" icon={Check}>
        Owned
      </Badge>
    );
  if (item.relation === "connected")
    return (
      <Badge tone="ok" icon={Check}>
        Connected
      </Badge>
    );
  if (item.relation === "granted")
    return (
      <Badge tone="ok" icon={Check}>
        You have access
      </Badge>
    );
  return null;
}

/** A text with the words of a search marked. */
function Marked({ text, words }: { text: string; words?: string }) {
  const terms = (words ?? "")
    .split(/\s+/)
    .filter((term) => term.length > 1)
    .map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (terms.length === 0) return text;
  return text
    .split(new RegExp(`(${terms.join("|")})`, "gi"))
    .map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part));
}

/**
 * One row of the catalogue: name, badges, description and meta at the left; size, columns and freshness at the right.
 */
export function ItemCard({ item, now, words }: { item: ItemSummary; now: string; words?: string }) {
  const yours = item.relation !== "none" || Boolean(item.connectedVersion);
  return (
    <article className={classNames("item", yours && "is-yours")}>
      <div className="item-main">
        {item.image && <img className="item-image" src={item.image} alt="" width={40} height={40} loading="lazy" />}
        <h3 className="item-name">
          <Link to={profileHref(item)} prefetch="intent">
            <Marked text={item.title} words={words} />
          </Link>
        </h3>
        <p className="badges">
          <ItemBadges item={item} />
          <RelationBadge item={item} />
          {item.license && <Badge tone="line">{item.license}</Badge>}
        </p>
        {item.description && (
          <p className="item-what line-clamp-3">
            <Marked text={item.description} words={words} />
          </p>
        )}
        <ul className="item-meta meta">
          {item.price !== undefined && <li className="price">{formatPrice(item.price)}</li>}
          <li>
            <Marked text={item.category} words={words} />
          </li>
          <li>
            by <Marked text={item.author} words={words} />
          </li>
          <li>{counted(item.subscriberCount, "user")}</li>
          <li>
            created <time dateTime={item.createdAt}>{formatDate(item.createdAt)}</time>
          </li>
        </ul>
      </div>
      <ItemShape item={item} now={now} />
    </article>
  );
}

function ItemShape({ item, now }: { item: ItemSummary; now: string }): ReactNode {
  const columns = item.shape?.length ?? 0;
  return (
    <div className="item-shape">
      {item.rowCount !== null && item.rowCount !== undefined ? (
        <p className="size">
          {counted(item.rowCount, "row")} {columns > 0 && <span>× {counted(columns, "column")}</span>}
        </p>
      ) : (
        columns > 0 && <p className="size">{counted(columns, "column")}</p>
      )}
      {columns > 0 && <Strip columns={item.shape ?? []} />}
      {item.needsKey !== undefined && (
        <p className="meta">{item.needsKey ? "Needs your credentials" : "No credentials needed"}</p>
      )}
      {item.updatedAt && (
        <p
          className={classNames(
            "status meta",
            isStale(item.updateFrequency ?? "", item.updatedAt, now) ? "status-warn" : "status-ok",
          )}
        >
          {item.kind === "dataset" ? (
            <Ago prefix="updated " at={item.updatedAt} now={now} />
          ) : (
            <Ago prefix={`version ${item.version ?? 1}, `} at={item.updatedAt} now={now} />
          )}
        </p>
      )}
    </div>
  );
}
