import type { Definition, Operation } from "./definition.ts";

/** The parent operation and the path in its rows that a `for_each` source such as `projects.id` means, or null. */
export function parentOf(definition: Definition, source: string): { operation: Operation; path: string } | null {
  if (source.includes("{")) return null;
  const { byId, longest } = idsOf(definition);
  // Ids may contain dots, so the longest matching id wins.
  for (let end = source.lastIndexOf(".", longest); end > 0; end = source.lastIndexOf(".", end - 1)) {
    const operation = byId.get(source.slice(0, end));
    if (operation !== undefined) return { operation, path: source.slice(end + 1) };
  }
  return null;
}

type Ids = { readonly byId: ReadonlyMap<string, Operation>; readonly longest: number };
const known = new WeakMap<Definition, Ids>();

/** The operations by their ids, the first of each; kept, because every source of every operation is looked up. */
function idsOf(definition: Definition): Ids {
  const found = known.get(definition);
  if (found !== undefined) return found;
  const byId = new Map(definition.operations.toReversed().map((operation) => [operation.id, operation]));
  const made = { byId, longest: Math.max(...[...byId.keys()].map((id) => id.length)) };
  known.set(definition, made);
  return made;
}

/** The operations whose rows an operation goes through, each once. */
export function parentsOf(definition: Definition, { forEach }: Operation): Operation[] {
  return [...new Set(forEach.flatMap(([, source]) => parentOf(definition, source)?.operation ?? []))];
}

/** The operations sorted so that parents come before their children; otherwise in their own order. */
export function pullOrder(definition: Definition): Operation[] {
  const ordered = new Set<Operation>();
  const above = new Set<Operation>();
  const visit = (operation: Operation): void => {
    if (ordered.has(operation) || above.has(operation)) return;
    above.add(operation);
    for (const parent of parentsOf(definition, operation)) visit(parent);
    above.delete(operation);
    ordered.add(operation);
  };
  for (const operation of definition.operations) visit(operation);
  return [...ordered];
}

/**
 * The operations that wait for themselves, through whichever others; none of them can be pulled. One pass (Tarjan's):
 * operations that reach each other come off the stack together.
 */
export function operationsInCircles(definition: Definition): ReadonlySet<Operation> {
  const inCircles = new Set<Operation>();
  const numbers = new Map<Operation, number>();
  const open: Operation[] = [];
  const visit = (operation: Operation): number => {
    const own = numbers.size;
    let first = own;
    numbers.set(operation, own);
    open.push(operation);
    const parents = parentsOf(definition, operation);
    for (const parent of parents) {
      const number = numbers.get(parent);
      if (number === undefined) first = Math.min(first, visit(parent));
      else if (open.includes(parent)) first = Math.min(first, number);
    }
    if (first < own) return first;
    const together = open.splice(open.indexOf(operation));
    if (together.length > 1 || parents.includes(operation)) for (const each of together) inCircles.add(each);
    return first;
  };
  for (const operation of definition.operations) if (!numbers.has(operation)) visit(operation);
  return inCircles;
}
