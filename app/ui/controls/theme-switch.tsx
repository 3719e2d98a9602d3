import { Form, useLocation } from "@remix-run/react";
import { Monitor, Moon, Sun } from "../icons/all.ts";
import { Icon } from "../icons/icon.tsx";

export type Theme = "system" | "light" | "dark";

const themes = [
  { value: "system", label: "System", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const;

/** Posts the choice to /theme, which stores it in a cookie and redirects back. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/theme" preventScrollReset className="theme-switch">
      <input type="hidden" name="redirect" value={pathname + search} />
      <div className="seg seg-sm" role="group" aria-label="Colour scheme">
        {themes.map(({ value, label, icon }) => (
          <button key={value} name="theme" value={value} aria-pressed={theme === value}>
            <Icon of={icon} size="sm" />
            {label}
          </button>
        ))}
      </div>
    </Form>
  );
}
