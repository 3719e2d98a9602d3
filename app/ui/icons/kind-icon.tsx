import { Braces, Calendar, CaseSensitive, Hash, ToggleLeft } from "./all.ts";
import { Icon } from "./icon.tsx";
import type { ColumnKind } from "../data/item.ts";
import { kindNames } from "../data/item.ts";

const icons = { text: CaseSensitive, number: Hash, date: Calendar, bool: ToggleLeft, json: Braces };

/** The icon of a column's kind; its title names the kind. */
export function KindIcon({ kind }: { kind: ColumnKind }) {
  return (
    <span className={`kind kind-${kind}`} title={kindNames[kind]}>
      <Icon of={icons[kind]} />
    </span>
  );
}
