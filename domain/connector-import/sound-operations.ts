import { type Finding, finding } from "../core/findings/finding.ts";
import { reviewDefinition } from "../connector-language/validation/review-definition.ts";
import { type ImportLoss, isObject, type LooseObject, lossAt } from "./imported.ts";
import { storedName } from "./stored-texts.ts";

/** How often the rest is looked at again; what is faulty then is refused as a whole. */
const MAX_ROUNDS = 20;

/**
 * Takes out operations that the language refuses, and those that go through them, and says why. A fault elsewhere stays,
 * for the check of the whole. `placeOf`: where the operation with this id is in the source.
 */
export function withSoundOperations(
  definition: LooseObject,
  placeOf: (id: string) => string,
): { definition: LooseObject; lost: ImportLoss[] } {
  const lost: ImportLoss[] = [];
  let operations = operationsIn(definition);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const parsed = operations.length === 0 ? null : reviewDefinition({ ...definition, operations });
    if (parsed === null || parsed.ok) break;
    const reasons = new Map<LooseObject, Finding>();
    for (const { path, finding: found } of parsed.faults) {
      const [, at, key] = /^operations\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
      const operation = at === undefined ? undefined : operations[Number(at)];
      if (operation !== undefined && !reasons.has(operation))
        reasons.set(operation, finding("operation-faulty", { key: storedName(key ?? ""), fault: found ?? null }));
    }
    if (reasons.size === 0) break;
    addChildren(operations, reasons);
    for (const [operation, reason] of reasons) lost.push(lossAt(placeOf(String(operation.id)), "definition", reason));
    operations = operations.filter((each) => !reasons.has(each));
  }
  return { definition: { ...definition, operations }, lost };
}

function operationsIn({ operations }: LooseObject): LooseObject[] {
  return Array.isArray(operations) ? operations.filter(isObject) : [];
}

/** Adds the operations that go through one that is taken out. */
function addChildren(operations: readonly LooseObject[], reasons: Map<LooseObject, Finding>): void {
  for (const parent of reasons.keys()) {
    for (const child of operations) {
      const sources = isObject(child.for_each) ? Object.values(child.for_each) : [];
      if (reasons.has(child) || !sources.some((source) => String(source).startsWith(`${String(parent.id)}.`))) continue;
      reasons.set(child, finding("parent-not-carried", { parent: String(parent.id) }));
    }
  }
}
