import type { ReactNode } from "react";
import { classNames } from "../controls/class-names.ts";

/** The header of a column: its text, also right-aligned for numbers or for screen readers only. */
export type ColumnHead = string | { label: string; num?: boolean; hidden?: boolean };

/**
 * A table that scrolls sideways if it is too wide, also by keyboard, and whose rows stack on a phone. `label` names the
 * region; `panel`: with a frame of its own. `children`: the rows, whose cells have `data-head` if they need their
 * header on a phone.
 */
export function ScrollTable({
  label,
  heads,
  panel,
  className,
  children,
}: {
  label: string;
  heads: readonly ColumnHead[];
  panel?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={classNames(panel && "panel", "table-scroll")} role="region" aria-label={label} tabIndex={0}>
      <table className={classNames("table table-folds", className)}>
        <thead>
          <tr>
            {heads.map((head) => (
              <Head key={typeof head === "string" ? head : head.label} head={head} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Head({ head }: { head: ColumnHead }) {
  const { label, num, hidden } = typeof head === "string" ? { label: head } : head;
  return (
    <th scope="col" className={num ? "num" : undefined}>
      {hidden ? <span className="visually-hidden">{label}</span> : label}
    </th>
  );
}
