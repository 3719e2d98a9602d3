import type { MetaFunction } from "@remix-run/node";
import { ReadingPage } from "../../ui/frames/reading-page.tsx";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Cookie settings | Tributary",
    description: "The cookies of this site, why each is needed, and how long it stays. None is for tracking.",
  });

const cookies = [
  {
    name: "token",
    why: "Keeps you logged in. Scripts cannot read it.",
    stays: "Until you log out or the session ends",
  },
  { name: "theme", why: "The colour scheme you chose; not set while the site follows your system.", stays: "One year" },
  { name: "flash", why: "Carries one message to the next page, then is removed.", stays: "At most a minute" },
  {
    name: "return",
    why: "Remembers the page you registered from, to take you back there once your e-mail is verified.",
    stays: "Until you have verified it, at most a day",
  },
];

export default function CookieSettings() {
  return (
    <ReadingPage
      title="Cookie settings"
      lead="Four cookies, all needed for the site to work. None tracks you, so there is nothing to switch off."
    >
      <div className="panel">
        <ScrollTable label="Cookies" heads={["Cookie", "Why", "How long"]}>
          {cookies.map(({ name, why, stays }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td className="wrap-cell">{why}</td>
              <td className="wrap-cell">{stays}</td>
            </tr>
          ))}
        </ScrollTable>
      </div>
    </ReadingPage>
  );
}
