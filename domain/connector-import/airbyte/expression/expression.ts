import { type Token, tokensOf } from "./tokens.ts";

/** What an expression between `{{` and `}}` says. An empty object or list is null. */
export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  /** A name with members. `otherwise`: the default of the last `get`. */
  | {
      readonly kind: "path";
      readonly root: string;
      readonly steps: readonly (string | number)[];
      readonly otherwise: Expression | null;
    }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly of: Expression | null;
      readonly given: readonly Expression[];
    }
  | { readonly kind: "filter"; readonly name: string; readonly of: Expression; readonly given: readonly Expression[] }
  | { readonly kind: "not"; readonly of: Expression }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: "choice";
      readonly then: Expression;
      readonly test: Expression;
      readonly otherwise: Expression | null;
    };

const MAX_CHARACTERS = 4_000;
const MAX_DEPTH = 30;
const NONE: Expression = { kind: "literal", value: null };
const WORDS: Readonly<Record<string, Expression>> = {
  true: { kind: "literal", value: true },
  True: { kind: "literal", value: true },
  false: { kind: "literal", value: false },
  False: { kind: "literal", value: false },
  none: NONE,
  None: NONE,
  null: NONE,
};
const COMPARISONS = ["==", "!=", ">=", "<=", ">", "<"];

/** Reads an expression; null for one that is not understood. */
export function readExpression(text: string): Expression | null {
  const tokens = text.length > MAX_CHARACTERS ? null : tokensOf(text);
  if (tokens === null) return null;
  try {
    const reader = new Reader(tokens);
    const read = reader.choice();
    return reader.isAtEnd ? read : null;
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
}

class NotUnderstood extends Error {}

/** A recursive descent over the tokens, each method one level of precedence. */
class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  choice(): Expression {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new NotUnderstood();
    const then = this.#or();
    const made: Expression = this.#takes("if")
      ? { kind: "choice", then, test: this.#or(), otherwise: this.#takes("else") ? this.choice() : null }
      : then;
    this.#depth -= 1;
    return made;
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#takes("or")) left = withDefault(left, this.#and());
    return left;
  }

  #and(): Expression {
    let left = this.#not();
    while (this.#takes("and")) left = { kind: "binary", operator: "and", left, right: this.#not() };
    return left;
  }

  #not(): Expression {
    let times = 0;
    while (this.#takes("not")) times += 1;
    const of = this.#comparison();
    return times % 2 === 0 ? of : { kind: "not", of };
  }

  #comparison(): Expression {
    const left = this.#sum();
    const operator = COMPARISONS.find((each) => this.#takes(each));
    if (operator !== undefined) return { kind: "binary", operator, left, right: this.#sum() };
    if (this.#takes("in")) return { kind: "binary", operator: "in", left, right: this.#sum() };
    if (this.#takes("not")) {
      if (!this.#takes("in")) throw new NotUnderstood();
      return { kind: "binary", operator: "not in", left, right: this.#sum() };
    }
    if (!this.#takes("is")) return left;
    const isNot = this.#takes("not");
    const test = this.#name().toLowerCase();
    return { kind: "binary", operator: isNot ? "is not" : "is", left, right: { kind: "literal", value: test } };
  }

  #sum(): Expression {
    let left = this.#value();
    for (;;) {
      const operator = ["+", "-", "~", "*", "/", "//", "%"].find((each) => this.#takes(each));
      if (operator === undefined) return left;
      left = { kind: "binary", operator, left, right: this.#value() };
    }
  }

  /** A value with its members, calls and filters. */
  #value(): Expression {
    let value = this.#plain();
    for (;;) {
      if (this.#takes(".")) value = this.#member(value, this.#name());
      else if (this.#takes("[")) value = this.#element(value);
      else if (this.#takes("|")) value = this.#filter(value);
      else return value;
    }
  }

  #plain(): Expression {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new NotUnderstood();
    this.#at += 1;
    if (token.kind === "text" || token.kind === "number") return { kind: "literal", value: token.value };
    if (token.kind === "name") {
      const word = Object.hasOwn(WORDS, token.value) ? WORDS[token.value] : undefined;
      if (word !== undefined) return word;
      return this.#takes("(")
        ? { kind: "call", name: token.value, of: null, given: this.#until(")") }
        : { kind: "path", root: token.value, steps: [], otherwise: null };
    }
    return this.#bracketed(token.value);
  }

  #bracketed(operator: string): Expression {
    if (operator === "(") {
      const inner = this.choice();
      this.#expect(")");
      return inner;
    }
    if (operator === "[") {
      const items = this.#until("]");
      return items.length === 0 ? NONE : { kind: "list", items };
    }
    if (operator === "{" && this.#takes("}")) return NONE;
    const number = operator === "-" ? this.#tokens[this.#at] : undefined;
    if (number?.kind !== "number") throw new NotUnderstood();
    this.#at += 1;
    return { kind: "literal", value: -number.value };
  }

  #member(of: Expression, name: string): Expression {
    if (!this.#takes("(")) return stepInto(of, name);
    const given = this.#until(")");
    const [key, otherwise] = given;
    if (name !== "get" || key?.kind !== "literal" || typeof key.value !== "string")
      return { kind: "call", name, of, given };
    const found = stepInto(of, key.value);
    const isEmpty = otherwise === undefined || (otherwise.kind === "literal" && isFalse(otherwise.value));
    return found.kind === "path" && !isEmpty ? { ...found, otherwise: otherwise ?? null } : found;
  }

  #element(of: Expression): Expression {
    const key = this.#takes(":") ? null : this.choice();
    if (key?.kind !== "literal" || !this.#takes("]")) throw new NotUnderstood();
    if (typeof key.value !== "string" && typeof key.value !== "number") throw new NotUnderstood();
    return stepInto(of, key.value);
  }

  #filter(of: Expression): Expression {
    const name = this.#name();
    return { kind: "filter", name, of, given: this.#takes("(") ? this.#until(")") : [] };
  }

  #until(end: string): Expression[] {
    const items: Expression[] = [];
    while (!this.#takes(end)) {
      if (items.length > 0) this.#expect(",");
      if (this.#takes(end)) break;
      const item = this.choice();
      // A named argument counts as its value.
      items.push(item.kind === "path" && item.steps.length === 0 && this.#takes("=") ? this.choice() : item);
    }
    return items;
  }

  #takes(word: string): boolean {
    const token = this.#tokens[this.#at];
    if (token === undefined || token.value !== word || (token.kind !== "name" && token.kind !== "operator"))
      return false;
    this.#at += 1;
    return true;
  }

  #expect(word: string): void {
    if (!this.#takes(word)) throw new NotUnderstood();
  }

  #name(): string {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "name") throw new NotUnderstood();
    this.#at += 1;
    return token.value;
  }
}

function stepInto(of: Expression, key: string | number): Expression {
  if (of.kind === "path") return { ...of, steps: [...of.steps, key], otherwise: null };
  return { kind: "call", name: "member", of, given: [{ kind: "literal", value: key }] };
}

/**
 * `a or b`; a default that is empty changes nothing of a path. A field of a row stays apart from its default, which also
 * stands for an empty text.
 */
function withDefault(left: Expression, right: Expression): Expression {
  if (left.kind !== "path" || left.otherwise !== null || right.kind !== "literal")
    return { kind: "binary", operator: "or", left, right };
  if (isFalse(right.value)) return left;
  return left.root === "record" ? { kind: "binary", operator: "or", left, right } : { ...left, otherwise: right };
}

function isFalse(value: string | number | boolean | null): boolean {
  return value === null || value === "" || value === false || value === 0;
}
