import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { Link, useSubmit } from "@remix-run/react";
import { Icon } from "../../icons/icon.tsx";
import { LogOut } from "../../icons/all.ts";
import { AccountFace, type AccountMenuProps } from "./account-menu-without-script.tsx";

/** The account menu by mouse and arrow keys. It is loaded after the page, and only for a user. */
export default function AccountMenu({ name, links }: AccountMenuProps) {
  const submit = useSubmit();
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
