import type { ComponentProps, ReactNode } from "react";
import { Tabs } from "../controls/tabs.tsx";

/**
 * A page with its heading and tabs, and one of these open. `notice`: a fault above the tab; `className`: how the parts of
 * the tab are laid out, if it does not say so itself.
 */
export function TabbedPage({
  title,
  tabs,
  notice,
  className,
  children,
}: {
  title: string;
  tabs: ComponentProps<typeof Tabs>["tabs"];
  notice?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className="wrap">
      <div className="top">
        <h1>{title}</h1>
        <Tabs label={title} tabs={tabs} />
      </div>
      {notice}
      {className === undefined ? children : <div className={className}>{children}</div>}
    </div>
  );
}
