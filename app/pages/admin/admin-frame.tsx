import type { MetaFunction } from "@remix-run/node";
import type { ReactNode } from "react";
import { TabbedPage } from "../../ui/frames/tabbed-page.tsx";

const TABS = {
  "/admin": "Users",
  "/admin/categories": "Categories",
  "/admin/takedowns": "Takedowns",
  "/admin/credentials": "Credentials",
  "/admin/searches": "Searches",
  "/admin/jobs": "Jobs",
  "/admin/read-models": "Read models",
  "/admin/operations": "Operations",
} as const;

/** The heading and the tabs of the administration around one of them. */
export function AdminFrame({ tab, lead, children }: { tab: keyof typeof TABS; lead: string; children: ReactNode }) {
  return (
    <TabbedPage
      title="Admin"
      tabs={Object.entries(TABS).map(([href, label]) => ({ label, href, current: href === tab }))}
      className="page"
    >
      <div className="grid gap-2">
        <h2>{TABS[tab]}</h2>
        <p className="lead">{lead}</p>
      </div>
      {children}
    </TabbedPage>
  );
}

/** Title of a tab of the administration; no search engine lists it. */
export function adminMeta(title: string): MetaFunction {
  return () => [{ title: `${title} | Tributary` }, { name: "robots", content: "noindex" }];
}
