import type { Definition, Operation } from "./definition.ts";
import { parentsOf } from "./parents.ts";

/** A definition with one operation and its parents, in their own order. */
export function withOnlyOperation(definition: Definition, operation: Operation): Definition {
  const wanted = new Set<Operation>();
  const visit = (each: Operation): void => {
    if (wanted.has(each)) return;
    wanted.add(each);
    for (const parent of parentsOf(definition, each)) visit(parent);
  };
  visit(operation);
  return { ...definition, operations: definition.operations.filter((each) => wanted.has(each)) };
}
