import type { Definition } from "../../connector-language/definition/definition.ts";

/**
 * Public table names by operation id: the first operation has the instance's own name, others append their id. Ids that
 * differ only in punctuation are numbered, so that no two operations share a table.
 */
export function outputNames(
  tableName: string,
  { operations }: Pick<Definition, "operations">,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id } of operations) {
    const wished = names.size === 0 ? tableName : `${tableName}_${id.toLowerCase().replace(/[^a-z0-9]+/g, "_")}`;
    let name = wished;
    for (let number = 2; taken.has(name); number += 1) name = `${wished}_${number}`;
    taken.add(name);
    names.set(id, name);
  }
  return names;
}
