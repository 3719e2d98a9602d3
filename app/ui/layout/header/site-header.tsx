import { Form, Link, NavLink, useLocation } from "@remix-run/react";
import {
  Bell as BellIcon,
  Database,
  ListChecks,
  Menu as MenuIcon,
  Search,
  ShieldCheck,
  Upload,
  User,
} from "../../icons/all.ts";
import { useEffect, useRef, useState } from "react";
import { ButtonLink } from "../../controls/button.tsx";
import { useClosingMenus } from "../../controls/closing-menus.ts";
import { Icon } from "../../icons/icon.tsx";
import { type AccountLink, AccountMenuWithoutScript } from "./account-menu-without-script.tsx";
import type AccountMenuWithScript from "./account-menu.tsx";
import { Logo } from "../logo.tsx";

/** The viewer. */
export type Viewer = { name: string; isAdmin?: boolean; unread?: number } | null;

const shrinksAfter = 50;

const accountLinks: readonly AccountLink[] = [
  { to: "/datastore", label: "Data Store", icon: Database },
  { to: "/manage", label: "Manage Data", icon: ListChecks },
  { to: "/upload", label: "Upload & Create", icon: Upload },
  { to: "/account", label: "Profile", icon: User },
];
const adminLinks: readonly AccountLink[] = [{ to: "/admin", label: "Admin", icon: ShieldCheck }];

export function SiteHeader({ viewer }: { viewer: Viewer }) {
  const [shrunk, setShrunk] = useState(false);
  const { pathname } = useLocation();
  useClosingMenus();
  useEffect(() => {
    const follow = () => setShrunk(window.scrollY > shrinksAfter);
    follow();
    window.addEventListener("scroll", follow, { passive: true });
    return () => window.removeEventListener("scroll", follow);
  }, []);
  return (
    <header className="site-header" data-shrunk={shrunk || undefined}>
      <div className="wrap">
        <Logo />
        <nav className="site-nav" aria-label="Main">
          <MainLinks viewer={viewer} />
        </nav>
        {pathname !== "/" && pathname !== "/datastore" && <HeaderSearch />}
        {viewer ? (
          <>
            <Bell unread={viewer.unread ?? 0} />
            <AccountMenu viewer={viewer} />
          </>
        ) : (
          <nav className="account row" aria-label="Account">
            <ButtonLink kind="quiet" to="/register">
              Register
            </ButtonLink>
            <ButtonLink to="/login">Login</ButtonLink>
          </nav>
        )}
        <details className="menu nav-menu" key={pathname}>
          <summary className="btn btn-quiet" aria-label="Menu">
            <Icon of={MenuIcon} size="lg" />
          </summary>
          <nav className="pop" aria-label="Main, small screen">
            <MainLinks viewer={viewer} />
          </nav>
        </details>
      </div>
    </header>
  );
}

/** Leads to the notices, with the number of unread ones. */
function Bell({ unread }: { unread: number }) {
  const shown = unread > 99 ? "99+" : String(unread);
  return (
    <Link className="btn btn-quiet bell" to="/notices" aria-label={unread > 0 ? `Notices, ${shown} unread` : "Notices"}>
      <Icon of={BellIcon} />
      {unread > 0 && <span className="bell-count">{shown}</span>}
    </Link>
  );
}

function MainLinks({ viewer }: { viewer: Viewer }) {
  return (
    <>
      <NavLink to="/datastore">DataStore</NavLink>
      {viewer && <NavLink to="/manage">Manage Data</NavLink>}
      <NavLink to="/dataapps">Data apps</NavLink>
      <NavLink to="/documentation">Documentation</NavLink>
      <NavLink to="/blog">Blog</NavLink>
      <NavLink to="/jump" title="Ctrl+K" aria-keyshortcuts="Control+K">
        Jump to
      </NavLink>
    </>
  );
}

function HeaderSearch() {
  return (
    <Form className="search" role="search" aria-label="Site" action="/datastore">
      <label className="visually-hidden" htmlFor="header-search">
        Search the DataStore
      </label>
      <input className="input" id="header-search" name="q" type="search" placeholder="Search the DataStore" />
      <button className="btn btn-quiet" aria-label="Search">
        <Icon of={Search} />
      </button>
    </Form>
  );
}

/** The menu without script, until the one with script is loaded. An open menu stays until it is closed. */
function AccountMenu({ viewer }: { viewer: NonNullable<Viewer> }) {
  const first = useRef<HTMLDetailsElement>(null);
  const [WithScript, setWithScript] = useState<typeof AccountMenuWithScript>();
  useEffect(() => {
    const menu = first.current;
    const left = new AbortController();
    const use = (loaded: { default: typeof AccountMenuWithScript }) => {
      const replace = () => {
        if (left.signal.aborted || menu?.open || menu?.contains(document.activeElement)) return;
        left.abort();
        setWithScript(() => loaded.default);
      };
      for (const event of ["toggle", "focusout"]) menu?.addEventListener(event, replace, { signal: left.signal });
      replace();
    };
    // Where it cannot be loaded, the first menu stays.
    import("./account-menu.tsx").then(use, () => undefined);
    return () => left.abort();
  }, []);
  const links = viewer.isAdmin ? [...accountLinks, ...adminLinks] : accountLinks;
  const name = `Account menu of ${viewer.name}`;
  if (WithScript) return <WithScript name={name} links={links} />;
  return <AccountMenuWithoutScript details={first} name={name} links={links} />;
}
