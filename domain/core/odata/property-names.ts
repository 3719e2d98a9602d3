import type { Column } from "../values/table.ts";

/** The property that identifies a row. */
export const ROW_KEY = "_row_id";

/** A column under its name in OData. */
export type NamedProperty = { readonly name: string; readonly column: Column };

/**
 * The OData names of columns: identifiers of at most 128 characters that differ in more than their case. Most are the
 * names of the columns; a name that begins with a digit gets a `_` before it.
 */
export function propertiesOf(columns: readonly Column[]): readonly NamedProperty[] {
  const used = new Set([ROW_KEY]);
  // A column that is a valid name keeps it, even if one that has to be changed comes before it.
  const own = new Set(columns.map(({ name }) => name).filter((name) => identifier(name) === name));
  return columns.map((column) => {
    const wished = identifier(column.name);
    let name = wished;
    for (let n = 2; used.has(name.toLowerCase()) || (name !== column.name && own.has(name)); n += 1)
      name = `${wished}_${n}`;
    used.add(name.toLowerCase());
    return { name, column };
  });
}

/** Column names have at most 63 bytes, so that there is room for a prefix and a number. */
function identifier(name: string): string {
  const safe = name.replace(/[^\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}_]/gu, "_");
  return /^[\p{L}\p{Nl}_]/u.test(safe) ? safe : `_${safe}`;
}
