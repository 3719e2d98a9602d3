import { Database, Globe, KeyRound, ShieldCheck } from "../ui/icons/all.ts";
import { formatCount, plural } from "../ui/data/format.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { TableNames } from "../ui/data/table-names.tsx";
import { CodeList } from "../ui/data/code-list.tsx";

/**
 * What an instance may do, line by line. `secrets` begins the sentence about them: "Your secrets go there". `tables`:
 * their names, or how many there will be.
 */
export function ConsentList({
  hosts,
  places,
  secrets,
  tables,
}: {
  hosts: readonly string[];
  places: readonly string[];
  secrets: string;
  tables: readonly string[] | number;
}) {
  const count = typeof tables === "number" ? tables : tables.length;
  return (
    <ul className="panel-body consent">
      <li>
        <Icon of={Globe} />
        <span>
          It calls <CodeList names={hosts} /> and no other host.
        </span>
      </li>
      <li>
        <Icon of={KeyRound} />
        <span>
          {places.length
            ? `${secrets} in ${places.join(", ")}, nowhere else. They are kept encrypted; the connector's author never sees them.`
            : "No credentials needed."}
        </span>
      </li>
      <li>
        <Icon of={Database} />
        <span>
          It writes{" "}
          {typeof tables === "number" ? (
            count === 1 ? (
              "a table of your own"
            ) : (
              `${formatCount(count)} tables of your own`
            )
          ) : (
            <>
              the {plural(count, "table")} <TableNames names={tables} />
            </>
          )}
          , which only you can read unless you publish {plural(count, "it", "them")}.
        </span>
      </li>
      <li>
        <Icon of={ShieldCheck} />
        <span>If a new version needs more than this, your runs stop until you agree.</span>
      </li>
    </ul>
  );
}
