import type { Loose, LooseObject } from "../../imported.ts";
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

type Path = Extract<Expression, { kind: "path" }>;

/** What a condition is about. */
export interface About {
  /** The place in a row or answer that a path means, as keys of a matcher; null for another path. */
  readonly place: (path: Path) => LooseObject | null;
  /** The text with placeholders that an expression makes of settings and slices; null if there is none. */
  readonly text: (expression: Expression) => string | null;
  /** A part of a condition in a form of its own: true if it holds anyway, or its matcher; null for the usual reading. */
  readonly special?: (part: Expression) => LooseObject | true | null;
}

/** Reads places below one name, such as `record` or `response`. */
export function placesBelow(root: string): About["place"] {
  return (path) => {
    const found = path.root === root ? pathOf(path.steps) : null;
    return found === null ? null : { path: found };
  };
}

/** A condition as matchers that must all hold, or null. */
export function matchersOf(condition: Expression, about: About): LooseObject[] | null {
  const special = about.special?.(condition) ?? null;
  if (special !== null) return special === true ? [] : [special];
  if (condition.kind === "binary" && condition.operator === "and") {
    const [first, second] = [matchersOf(condition.left, about), matchersOf(condition.right, about)];
    return first === null || second === null ? null : [...first, ...second];
  }
  const made = matcherOf(condition, about, false);
  return made === null ? null : [made];
}

/** One matcher that holds if all do. */
export function allOf(matchers: readonly LooseObject[]): LooseObject {
  const [only, ...more] = matchers;
  return only !== undefined && more.length === 0 ? only : { all: [...matchers] };
}

const NEGATED: Readonly<Record<string, string>> = {
  ...{ "==": "!=", "!=": "==", ">": "<=", "<=": ">", "<": ">=", ">=": "<" },
  ...{ in: "not in", "not in": "in", is: "is not", "is not": "is" },
};
const MIRRORED: Readonly<Record<string, string>> = {
  ">": "<",
  "<": ">",
  ">=": "<=",
  "<=": ">=",
  "==": "==",
  "!=": "!=",
};

function matcherOf(condition: Expression, about: About, isNot: boolean): LooseObject | null {
  const special = isNot ? null : (about.special?.(condition) ?? null);
  if (special !== null) return special === true ? null : special;
  if (condition.kind === "not") return matcherOf(condition.of, about, !isNot);
  if (condition.kind !== "binary") return null;
  const { operator, left, right } = condition;
  if (operator === "and" || operator === "or") {
    const [first, second] = [matcherOf(left, about, isNot), matcherOf(right, about, isNot)];
    if (first === null || second === null) return null;
    return (operator === "and") === isNot ? { any: [first, second] } : allOf([first, second]);
  }
  return comparison(isNot ? (NEGATED[operator] ?? "") : operator, left, right, about);
}

function comparison(operator: string, left: Expression, right: Expression, about: About): LooseObject | null {
  const [place, other] = [placeOf(left, about), placeOf(right, about)];
  if (place !== null) return other === null ? compared(operator, place, right, about) : null;
  if (other === null) return null;
  if (operator === "in" || operator === "not in") return held(operator === "in", other, left, about);
  const mirrored = MIRRORED[operator];
  return mirrored === undefined ? null : compared(mirrored, other, left, about);
}

function placeOf(expression: Expression, about: About): LooseObject | null {
  const of =
    expression.kind === "filter" && /^(string|int|float|trim)$/.test(expression.name) ? expression.of : expression;
  return of.kind === "path" && of.otherwise === null ? about.place(of) : null;
}

/** The right side of a comparison: a value, or a text with placeholders; undefined if it has no form. */
function sideOf(expression: Expression, about: About): Loose | undefined {
  if (expression.kind === "literal") return expression.value;
  if (expression.kind !== "list") return about.text(expression) ?? undefined;
  const values = expression.items.map((item) => (item.kind === "literal" ? item.value : about.text(item)));
  return expression.items.every((item, at) => item.kind === "literal" || values[at] !== null) ? values : undefined;
}

const MOST_VALUES = 100;

function compared(operator: string, place: LooseObject, side: Expression, about: About): LooseObject | null {
  const value = sideOf(side, about);
  if (value === undefined || (Array.isArray(value) && value.length > MOST_VALUES)) return null;
  if (operator === "is" || operator === "is not") return testOf(operator === "is", value, place);
  if (operator === "in") return Array.isArray(value) ? { ...place, in: value } : null;
  if (operator === "not in" && Array.isArray(value)) {
    const named = value.filter((each) => each !== null);
    const made: LooseObject = named.length > 0 ? { ...place, not: named } : { ...place };
    return named.length < value.length ? { ...made, exists: true } : made;
  }
  if (Array.isArray(value)) return null;
  if (operator === "==") return value === null ? { ...place, exists: false } : { ...place, equals: value };
  if (operator === "!=") return value === null ? { ...place, exists: true } : { ...place, not: value };
  if (typeof value !== "number" && typeof value !== "string") return null;
  if (operator === ">") return { ...place, gt: value };
  if (operator === "<") return { ...place, lt: value };
  if (operator === ">=" || operator === "<=")
    return {
      any: [
        { ...place, [operator === ">=" ? "gt" : "lt"]: value },
        { ...place, equals: value },
      ],
    };
  return null;
}

/** Whether a text or list at a place has a value in it. */
function held(isIn: boolean, place: LooseObject, side: Expression, about: About): LooseObject | null {
  const value = sideOf(side, about);
  if (value === undefined || value === null || Array.isArray(value) || !isIn) return null;
  if (place.path === "$")
    return typeof value === "string" && pathOf([value]) === value ? { path: value, exists: true } : null;
  return { ...place, contains: value };
}

function testOf(isPositive: boolean, test: Loose, place: LooseObject): LooseObject | null {
  if (test === "none" || test === "null") return { ...place, exists: !isPositive };
  if (test === "defined") return { ...place, exists: isPositive };
  if (isPositive && (test === "true" || test === "false")) return { ...place, equals: test === "true" };
  return null;
}
