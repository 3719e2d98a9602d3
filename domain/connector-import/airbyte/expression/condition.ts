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

/** Reads places below one name, such as `record` or `response`. `fields`: the paths of places that have moved. */
export function placesBelow(root: string, fields: { readonly pathOf: typeof pathOf } = { pathOf }): About["place"] {
  return (path) => {
    const found = path.root === root ? fields.pathOf(path.steps) : null;
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
  const [found, other] = [locate(left, about), locate(right, about)];
  if (found !== null) return other === null ? comparedAs(operator, found, right, about) : null;
  if (other === null) return null;
  if (operator === "in" || operator === "not in") return held(operator === "in", other, left, about);
  const mirrored = MIRRORED[operator];
  return mirrored === undefined ? null : comparedAs(mirrored, other, left, about);
}

/** A place, and the cast that the source puts on its value before it compares. */
type Located = { readonly place: LooseObject; readonly path: Path; readonly cast: string | null };

function locate(expression: Expression, about: About): Located | null {
  const cast = expression.kind === "filter" && CASTS.has(expression.name) ? expression.name : null;
  const path = expression.kind === "filter" && cast !== null ? expression.of : expression;
  const place = path.kind === "path" && path.otherwise === null ? about.place(path) : null;
  return path.kind !== "path" || place === null ? null : { place, path, cast };
}

const CASTS = new Set(["string", "int", "float"]);

function comparedAs(operator: string, { place, cast }: Located, side: Expression, about: About): LooseObject | null {
  if (cast === null) return compared(operator, place, sideOf(side, about));
  if (cast !== "string") return comparedNumber(operator, place, sideOf(side, about), cast === "int");
  const isEqual = operator === "==" || operator === "in";
  const isOrder = MIRRORED[operator] !== undefined && !isEqual && operator !== "!=";
  const value = sideOf(side, about);
  if (isOrder) return typeof value === "string" ? compared(operator, place, value) : null;
  const forms = value === undefined ? [] : [value].flat().map(formsOf);
  if (forms.length === 0 || forms.includes(null) || operator.startsWith("is")) return null;
  return compared(
    isEqual ? "in" : "not in",
    place,
    forms.flatMap((each) => each ?? []),
  );
}

/** The values that a cast writes as a text; null if there are others than these. */
function formsOf(text: Loose): Loose[] | null {
  if (typeof text !== "string" || text === "None") return null;
  if (text === "True" || text === "False") return [text, text === "True"];
  return text !== "" && String(Number(text)) === text && Number.isFinite(Number(text)) ? [text, Number(text)] : [text];
}

/** The order of a value that is cast to a number: a missing one counts as 0, and a whole one is cut off towards 0. */
function comparedNumber(
  operator: string,
  place: LooseObject,
  side: Loose | undefined,
  isWhole: boolean,
): LooseObject | null {
  if (typeof side !== "number" || !/^[<>]=?$/.test(operator)) return null;
  // Cut off, above 3 is 4 or more, and up to 3 is below 4.
  const isShifted = isWhole && (operator === ">" || operator === "<=");
  const than = isShifted ? side + 1 : side;
  const isBelow = operator.startsWith("<");
  const takesEqual = isShifted ? !isBelow : operator.endsWith("=");
  if (isWhole ? !Number.isInteger(than) || than <= 0 : than < 0 || (than === 0 && takesEqual)) return null;
  const made: LooseObject[] = [{ ...place, [isBelow ? "lt" : "gt"]: than }];
  if (takesEqual) made.push({ ...place, in: [than, String(than)] });
  if (isBelow && than > 0) made.push({ ...place, exists: false });
  return anyOf(made);
}

function anyOf(matchers: LooseObject[]): LooseObject {
  const [only, ...more] = matchers;
  return only !== undefined && more.length === 0 ? only : { any: matchers };
}

/** The right side of a comparison: a value, or a text with placeholders; undefined if it has no form. */
function sideOf(expression: Expression, about: About): Loose | undefined {
  if (expression.kind === "literal") return expression.value;
  if (expression.kind !== "list") return about.text(expression) ?? undefined;
  const values = expression.items.map((item) => (item.kind === "literal" ? item.value : about.text(item)));
  return expression.items.every((item, at) => item.kind === "literal" || values[at] !== null) ? values : undefined;
}

const MOST_VALUES = 100;

function compared(operator: string, place: LooseObject, value: Loose | undefined): LooseObject | null {
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

/** Whether a text or list at a place has a value in it, or an object a member of that name. */
function held(isIn: boolean, { place, path, cast }: Located, side: Expression, about: About): LooseObject | null {
  const value = sideOf(side, about);
  if (value === undefined || value === null || Array.isArray(value) || !isIn || cast !== null) return null;
  const isName = typeof value === "string" && value !== "" && !value.includes("{");
  const member = isName ? about.place({ ...path, steps: [...path.steps, value] }) : null;
  const isThere = member === null ? [] : [{ ...member, exists: true }];
  if (path.steps.length === 0) return isThere[0] ?? null;
  return anyOf([{ ...place, contains: value }, ...isThere]);
}

function testOf(isPositive: boolean, test: Loose, place: LooseObject): LooseObject | null {
  if (test === "none" || test === "null") return { ...place, exists: !isPositive };
  if (test === "defined") return { ...place, exists: isPositive };
  if (isPositive && (test === "true" || test === "false")) return { ...place, equals: test === "true" };
  return null;
}
