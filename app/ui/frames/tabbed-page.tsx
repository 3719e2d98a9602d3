import type { ComponentProps, ReactNode } from "react";
import { Tabs } from "../controls/tabs.tsx";

/** A page with its heading and tabs, and one of these open. `className`: how the parts of the tab are laid out. */
export function TabbedPage({
  title,
  tabs,
  className,
  children,
}: {
  title: string;
  tabs: ComponentProps<typeof Tabs>["tabs"];
  className: string;
  children: ReactNode;
}) {
  return (
    <div className="wrap">
      <div className="top">
        <h1>{title}</h1>
        <Tabs label={title} tabs={tabs} />
      </div>
      <div className={className}>{children}</div>
    </div>
  );
}
