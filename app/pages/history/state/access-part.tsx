import { Link } from "@remix-run/react";
import type { AccessThen } from "#domain/use-cases/history/access-then.ts";
import { counted } from "../../../ui/data/format.ts";
import { ScrollTable } from "../../../ui/data/scroll-table.tsx";
import { Moment, Part } from "../../../history/moment.tsx";

/** Who had access, or was connected: how many, and those whom the viewer may know. */
export function AccessPart({
  title,
  access: { total, people: some },
  names,
  href,
}: {
  title: string;
  access: AccessThen;
  names: Readonly<Record<string, string>>;
  href: string;
}) {
  return (
    <Part id="access" title={title} meta={total === 0 ? "nobody" : counted(total, "person", "people")}>
      {some.length > 0 && (
        <ScrollTable label={title} heads={["Person", "Since", "Until", "Given by"]}>
          {some.map(({ userId, since, until, by }) => (
            <tr key={`${userId} ${since}`}>
              <td data-head="Person">{names[userId]}</td>
              <td data-head="Since">
                <Moment at={since} />
              </td>
              <td data-head="Until">{until === null ? "no end" : <Moment at={until} />}</td>
              <td data-head="Given by">{by === null ? "" : by === userId ? "themselves" : names[by]}</td>
            </tr>
          ))}
        </ScrollTable>
      )}
      <p className="panel-foot">
        <Link to={href}>{total > some.length && some.length > 0 ? `All ${total}, and why` : "Access, and why"}</Link>
      </p>
    </Part>
  );
}
