import { Link } from "@remix-run/react";
import type { Ref } from "react";
import { Icon } from "../../icons/icon.tsx";
import { ChevronDown, LogOut, User } from "../../icons/all.ts";
import type { IconName } from "../../icons/icon-name.ts";

export type AccountLink = { readonly to: string; readonly label: string; readonly icon: IconName };
export type AccountMenuProps = { readonly name: string; readonly links: readonly AccountLink[] };

/** The account menu until its script is there. */
export function AccountMenuWithoutScript({
  name,
  links,
  details,
}: AccountMenuProps & { details: Ref<HTMLDetailsElement> }) {
  return (
    <details className="menu account" ref={details}>
      <summary className="btn btn-quiet" aria-label={name}>
        <AccountFace />
      </summary>
      <nav className="pop" aria-label="Account">
        {links.map(({ to, label, icon }) => (
          <Link key={to} to={to}>
            <Icon of={icon} />
            {label}
          </Link>
        ))}
        <hr />
        <form method="post" action="/logout">
          <button>
            <Icon of={LogOut} />
            Logout
          </button>
        </form>
      </nav>
    </details>
  );
}

export function AccountFace() {
  return (
    <>
      <Icon of={User} />
      <span className="word">Account</span>
      <Icon of={ChevronDown} size="sm" />
    </>
  );
}
