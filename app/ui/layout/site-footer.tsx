import { Link } from "@remix-run/react";
import type { Theme } from "../controls/theme-switch.tsx";
import { ThemeSwitch } from "../controls/theme-switch.tsx";

const links = [
  ["/about", "About"],
  ["/datastore", "DataStore"],
  ["/dataapps", "Data apps"],
  ["/api-documentation", "API documentation"],
  ["/use-cases", "Use cases"],
  ["/blog", "Blog"],
  ["/documentation", "Documentation"],
  ["/log", "Transparency log"],
  ["/contact", "Contact"],
  ["/terms", "Terms"],
  ["/imprint", "Imprint and privacy"],
] as const;

export function SiteFooter({ theme, year }: { theme: Theme; year: number }) {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <ul>
          {links.map(([to, label]) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
        <ThemeSwitch theme={theme} />
        <p>© {year} Tributary · Beta 1.03</p>
      </div>
    </footer>
  );
}
