import type { LooseObject } from "../../imported.ts";
import type { Expression } from "./expression.ts";

/** A path of the connector language, for members that the language can name; null for others. */
export function pathOf(steps: readonly (string | number)[]): string | string[] | null {
  if (steps.length === 0) return "$";
  if (steps.every((step) => typeof step === "number" || /^[^.[\]$]+$/.test(step))) {
    const text = steps.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
    return text.replace(/^\./, "");
  }
  const keys = steps.filter((step) => typeof step === "string");
  return keys.length === steps.length ? keys : null;
}

/**
 * A condition about the members of `root` as matchers that must all hold, or null. `isHeld` says of a part that it holds
 * anyway.
 */
export function matchersOf(
  condition: Expression,
  root: string,
  isHeld: (part: Expression) => boolean = () => false,
): LooseObject[] | null {
  if (isHeld(condition)) return [];
  if (condition.kind !== "binary") return null;
  const { operator, left, right } = condition;
  if (operator === "and") {
    const [first, second] = [matchersOf(left, root, isHeld), matchersOf(right, root, isHeld)];
    return first === null || second === null ? null : [...first, ...second];
  }
  const named = left.kind === "path" ? left : right;
  const other = named === left ? right : left;
  if (named.kind !== "path" || named.root !== root || named.otherwise !== null) return null;
  const path = pathOf(named.steps);
  if (path === null) return null;
  return matcherOf(operator, other, named === left, path);
}

function matcherOf(
  operator: string,
  other: Expression,
  isRight: boolean,
  path: string | string[],
): LooseObject[] | null {
  if (operator === "in" && isRight && other.kind === "list") {
    const values = other.items.flatMap((item) => (item.kind === "literal" ? [item.value] : []));
    return values.length === other.items.length && values.length <= 1_000 ? [{ path, in: values }] : null;
  }
  if (other.kind !== "literal") return null;
  if (operator === "is" || operator === "is not") return testOf(operator === "is", other.value, path);
  if (operator === "!=") return other.value === null ? [{ path, exists: true }] : null;
  if (operator !== "==") return null;
  return [other.value === null ? { path, exists: false } : { path, equals: other.value }];
}

function testOf(isPositive: boolean, test: unknown, path: string | string[]): LooseObject[] | null {
  if (test === "none" || test === "null") return [{ path, exists: !isPositive }];
  if (test === "defined") return [{ path, exists: isPositive }];
  if (isPositive && (test === "true" || test === "false")) return [{ path, equals: test === "true" }];
  return null;
}
