import { Link } from "@remix-run/react";
import { classNames } from "./class-names.ts";
import { formatCount } from "../data/format.ts";

export type Tab = { label: string; href: string; current: boolean; count?: number | string };

/** Tabs are links with URLs of their own, so they can be shared and work without JavaScript. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.href} to={tab.href} aria-current={tab.current ? "page" : undefined} preventScrollReset>
          {tab.label} <Count of={tab.count} />
        </Link>
      ))}
    </nav>
  );
}

function Count({ of: count }: { of: Tab["count"] }) {
  return (
    count !== undefined &&
    count !== "" && <span className="count">{typeof count === "number" ? formatCount(count) : count}</span>
  );
}

/** A choice of two to four, as links. `stacks`: their labels are long, so on a phone they are stacked. */
export function Segments({
  label,
  options,
  small,
  stacks,
}: {
  label: string;
  options: Tab[];
  small?: boolean;
  stacks?: boolean;
}) {
  return (
    <div className={classNames("seg", small && "seg-sm", stacks && "seg-stacks")} role="group" aria-label={label}>
      {options.map((option) => (
        <Link key={option.label} to={option.href} aria-current={option.current ? "true" : undefined} preventScrollReset>
          {option.label} <Count of={option.count} />
        </Link>
      ))}
    </div>
  );
}
