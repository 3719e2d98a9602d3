import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { Form, Link, NavLink, useLocation, useSubmit } from "@remix-run/react";
import {
  ChevronDown,
  Database,
  Layers,
  ListChecks,
  LogOut,
  Menu as MenuIcon,
  Search,
  Upload,
  User,
} from "lucide-react";
import { useEffect, useState } from "react";
import { ButtonLink } from "../controls/button.tsx";
import { useClosingMenus } from "../controls/closing-menus.ts";
import { useHydrated } from "./hydrated.ts";
import { Icon } from "../controls/icon.tsx";
import { Logo } from "./logo.tsx";

/** The viewer. */
export type Viewer = { name: string; isAdmin?: boolean } | null;

const shrinksAfter = 50;

const accountLinks = [
  { to: "/datastore", label: "Data Store", icon: Database },
  { to: "/manage", label: "Manage Data", icon: ListChecks },
  { to: "/upload", label: "Upload & Create", icon: Upload },
  { to: "/account", label: "Profile", icon: User },
];
const adminLinks = [{ to: "/admin/read-models", label: "Read models", icon: Layers }];

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
          <AccountMenu viewer={viewer} />
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

function MainLinks({ viewer }: { viewer: Viewer }) {
  return (
    <>
      <NavLink to="/datastore">DataStore</NavLink>
      {viewer && <NavLink to="/manage">Manage Data</NavLink>}
      <NavLink to="/dataapps">Data apps</NavLink>
      <NavLink to="/documentation">Documentation</NavLink>
      <NavLink to="/blog">Blog</NavLink>
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

function AccountMenu({ viewer }: { viewer: NonNullable<Viewer> }) {
  const links = viewer.isAdmin ? [...accountLinks, ...adminLinks] : accountLinks;
  const hydrated = useHydrated();
  const submit = useSubmit();
  const name = `Account menu of ${viewer.name}`;
  if (!hydrated) return <AccountMenuWithoutScript name={name} links={links} />;
  return (
    <Menu as="div" className="menu account">
      <MenuButton className="btn btn-quiet" aria-label={name}>
        <AccountFace />
      </MenuButton>
      <MenuItems className="pop" modal={false}>
        {links.map(({ to, label, icon }) => (
          <MenuItem key={to}>
            <Link to={to}>
              <Icon of={icon} />
              {label}
            </Link>
          </MenuItem>
        ))}
        <hr role="none" />
        <MenuItem>
          <button type="button" onClick={() => submit(null, { method: "post", action: "/logout" })}>
            <Icon of={LogOut} />
            Logout
          </button>
        </MenuItem>
      </MenuItems>
    </Menu>
  );
}

function AccountMenuWithoutScript({ name, links }: { name: string; links: typeof accountLinks }) {
  return (
    <details className="menu account">
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

function AccountFace() {
  return (
    <>
      <Icon of={User} />
      <span className="word">Account</span>
      <Icon of={ChevronDown} size="sm" />
    </>
  );
}
