import type { Definition, Operation } from "./definition.ts";

/** The parent operation and the path in its rows that a `for_each` source such as `projects.id` means, or null. */
export function parentOf(definition: Definition, source: string): { operation: Operation; path: string } | null {
  if (source.includes("{")) return null;
  // Ids may contain dots, so the longest matching id wins.
  const fits = definition.operations.filter((operation) => source.startsWith(`${operation.id}.`));
  const operation = fits.sort((a, b) => b.id.length - a.id.length)[0];
  return operation === undefined ? null : { operation, path: source.slice(operation.id.length + 1) };
}

/** The operations sorted so that parents come before their children; otherwise in their own order. */
export function pullOrder(definition: Definition): Operation[] {
  const ordered = new Set<Operation>();
  const visit = (operation: Operation, above: ReadonlySet<Operation>): void => {
    if (ordered.has(operation) || above.has(operation)) return;
    for (const [, source] of operation.forEach) {
      const parent = parentOf(definition, source);
      if (parent !== null) visit(parent.operation, new Set([...above, operation]));
    }
    ordered.add(operation);
  };
  for (const operation of definition.operations) visit(operation, new Set());
  return [...ordered];
}
