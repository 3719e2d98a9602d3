import { plural } from "../ui/data/format.ts";
import { TableNames } from "../ui/data/table-names.tsx";

/** What is deleted when an instance is removed. */
export function RemovalEffect({ tables }: { tables: readonly string[] }) {
  const one = tables.length === 1;
  return (
    <p>
      Its output {plural(tables.length, "table")} <TableNames names={tables} />, its rows and its stored secrets are
      deleted, and every stream that reads {one ? "it" : "them"} stops. Datasets made of {one ? "it" : "them"} keep
      their last complete pull.
    </p>
  );
}
