import { Link } from "@remix-run/react";
import { Fragment } from "react";

/** The path to this page: the pages above it, the outermost first. */
export function Crumbs({ above }: { above: readonly { to: string; label: string }[] }) {
  return (
    <nav className="crumbs" aria-label="You are here">
      {above.map(({ to, label }, at) => (
        <Fragment key={to}>
          {at > 0 && <span aria-hidden="true">/</span>}
          <Link to={to}>{label}</Link>
        </Fragment>
      ))}
    </nav>
  );
}
