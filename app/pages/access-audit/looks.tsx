import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ShownLook } from "../../access-audit/access-looks.ts";
import { Moment } from "../../history/moment.tsx";
import { counted } from "../../ui/data/format.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { Block } from "../../ui/layout/block.tsx";

/** Who looked at what somebody sees; `children`: the way to more of them. */
export function Looks({ items, total, children }: { items: readonly ShownLook[]; total: number; children: ReactNode }) {
  return (
    <Block id="looks" title="Who looked at this access" meta={`${counted(total, "look")}, the latest first`}>
      <ScrollTable panel label="Who looked at this access" heads={["Time", "By", "Access of", "To", "As of"]}>
        {items.map(({ at, viewer, person, itemId, asOf }) => (
          <tr key={`${at} ${viewer.id} ${person.id} ${itemId} ${asOf ?? ""}`}>
            <td data-head="Time">
              <Moment at={at} />
            </td>
            <td data-head="By">{viewer.name}</td>
            <td data-head="Access of">
              <Link to={`/history/user/${encodeURIComponent(person.id)}`}>{person.name}</Link>
            </td>
            <td data-head="To">
              <code>{itemId}</code>
            </td>
            <td data-head="As of">{asOf === null ? "now" : <Moment at={asOf} />}</td>
          </tr>
        ))}
      </ScrollTable>
      <div className="table-foot">{children}</div>
    </Block>
  );
}
