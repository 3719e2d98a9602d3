import { Link } from "@remix-run/react";
import { classNames } from "./class-names.ts";
import { formatCount } from "../data/format.ts";

export type Tab = { label: string; href: string; current: boolean; count?: number };

/** Tabs are links with URLs of their own, so they can be shared and work without JavaScript. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.href} to={tab.href} aria-current={tab.current ? "page" : undefined} preventScrollReset>
          {tab.label} {tab.count !== undefined && <span className="count">{formatCount(tab.count)}</span>}
        </Link>
      ))}
    </nav>
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
          {option.label} {option.count !== undefined && <span className="count">{formatCount(option.count)}</span>}
        </Link>
      ))}
    </div>
  );
}
