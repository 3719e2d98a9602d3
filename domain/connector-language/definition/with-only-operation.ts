import type { Definition, Operation } from "./definition.ts";
import { parentOf } from "./parents.ts";

/** A definition with one operation and its parents, in their own order. */
export function withOnlyOperation(definition: Definition, operation: Operation): Definition {
  const wanted = new Set<Operation>();
  const visit = (each: Operation): void => {
    if (wanted.has(each)) return;
    wanted.add(each);
    for (const [, source] of each.forEach) {
      const parent = parentOf(definition, source);
      if (parent !== null) visit(parent.operation);
    }
  };
  visit(operation);
  return { ...definition, operations: definition.operations.filter((each) => wanted.has(each)) };
}
