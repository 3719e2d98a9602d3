import { CircleAlert, CircleCheck, Info, TriangleAlert } from "../icons/all.ts";
import type { ReactNode } from "react";
import { classNames } from "../controls/class-names.ts";
import { Icon } from "../icons/icon.tsx";

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert };

/** A sentence that stays on the page; at most two actions. */
export function Notice({
  tone = "info",
  title,
  children,
  actions,
  role,
}: {
  tone?: keyof typeof icons;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  role?: "alert" | "status";
}) {
  return (
    <div className={classNames("notice", tone !== "info" && `notice-${tone}`)} role={role}>
      <Icon of={icons[tone]} />
      <div>
        <p>{tone === "warn" || tone === "bad" ? <strong>{title}</strong> : title}</p>
        {children && <p>{children}</p>}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}
