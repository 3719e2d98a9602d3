import {
  functionNamed,
  type ODataComparison,
  type ODataCondition,
  type ODataExpression,
  type ODataFamily,
  type ODataTextTest,
  textTestNamed,
} from "#domain/core/odata/odata-query.ts";
import type { Column, ColumnType } from "#domain/core/values/table.ts";
import { said, type Token, TokenReader } from "./filter-tokens.ts";
import { FUNCTIONS } from "./functions.ts";
import { familyOf, literalFor, readLiteral, WORDS } from "./literal.ts";
import { QueryFault, quoted } from "./query-fault.ts";

/** Brackets, functions and `not` within each other. */
const MAX_DEPTH = 50;
const MAX_COMPARISONS = 200;
const MAX_FUNCTIONS = 50;
/** Values of all lists of `in` together. */
const MAX_LIST_VALUES = 1_000;
/** Characters that contains, startswith, endswith and indexof look for, together: see stream-query.ts. */
const MAX_PATTERN_CHARS = 100;

const COMPARISONS: readonly string[] = ["eq", "ne", "gt", "ge", "lt", "le"] satisfies readonly ODataComparison[];
/** What OData has besides, and this service has not. */
const UNSUPPORTED_OPERATORS = ["has", "add", "sub", "mul", "div", "divby", "mod"];
/** The type by which literals are checked beside a value of a function, and within one unless they are numbers. */
const TYPES: Readonly<Record<ODataFamily, ColumnType>> = {
  ...{ text: "text", number: "numeric", boolean: "boolean" },
  ...{ moment: "timestamptz", time: "time" },
};

/** A column or a value of a function; `isFixed`: it is the same for each row. */
type Value = {
  readonly words: string;
  readonly type: ColumnType;
  readonly expression: ODataExpression;
  readonly isFixed: boolean;
};
/** A value, or the literal as it was written: what is beside it decides how it is read. */
type Operand = Value | { readonly literal: Token };

/**
 * Parses a `$filter`: eq ne gt ge lt le in, and or not, brackets, and functions of dates, times, texts and numbers.
 * `columns`: by the names of their properties. Throws a QueryFault with one sentence.
 */
export function parseFilter(filter: string, columns: ReadonlyMap<string, Column>): ODataCondition {
  const reader = new TokenReader("$filter", filter);
  const condition = new ConditionParser(reader, columns).read();
  if (reader.next.kind !== "end") throw reader.unexpected("and, or, or the end");
  return condition;
}

/** Reads a condition from where a reader stands. One parser bounds all conditions of a request. */
export class ConditionParser {
  private depth = 0;
  private comparisons = 0;
  private functions = 0;
  private listed = 0;
  private pattern = 0;
  private readonly reader: TokenReader;
  private readonly columns: ReadonlyMap<string, Column>;

  constructor(reader: TokenReader, columns: ReadonlyMap<string, Column>) {
    this.reader = reader;
    this.columns = columns;
  }

  read(): ODataCondition {
    return this.chain("or", () => this.chain("and", () => this.unary()));
  }

  private chain(kind: "and" | "or", read: () => ODataCondition): ODataCondition {
    const parts = [read()];
    while (this.reader.takeIf("name", kind)) parts.push(read());
    return parts.length === 1 ? (parts[0] as ODataCondition) : { kind, parts };
  }

  private within<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > MAX_DEPTH)
      throw new QueryFault(`${this.reader.option} has more than 50 brackets within each other.`);
    const found = read();
    this.depth -= 1;
    return found;
  }

  private unary(): ODataCondition {
    return this.within(() => (this.reader.takeIf("name", "not") ? { kind: "not", of: this.unary() } : this.primary()));
  }

  private primary(): ODataCondition {
    const { reader } = this;
    this.comparisons += 1;
    if (this.comparisons > MAX_COMPARISONS) throw new QueryFault(`${reader.option} may have 200 comparisons.`);
    if (reader.takeIf("mark", "(")) {
      const condition = this.read();
      reader.expect(")");
      return this.comparedWithTruth(condition);
    }
    const test = reader.isCall ? textTestNamed(reader.next.text) : undefined;
    if (test) return this.comparedWithTruth(this.textTest(test));
    return this.comparison(this.operand());
  }

  /** Some clients write `contains(name,'a') eq true`. */
  private comparedWithTruth(condition: ODataCondition): ODataCondition {
    const { reader } = this;
    const equal = reader.takeIf("name", "eq");
    if (!equal && !reader.takeIf("name", "ne")) return condition;
    const isTrue = reader.takeIf("name", "true");
    if (!isTrue && !reader.takeIf("name", "false")) throw reader.unexpected("true or false");
    return equal === isTrue ? condition : { kind: "not", of: condition };
  }

  private textTest(test: ODataTextTest): ODataCondition {
    const { reader } = this;
    reader.take();
    reader.expect("(");
    const left = this.operand();
    reader.expect(",");
    const place = reader.place;
    const wanted = this.operand();
    const isText = "literal" in wanted ? wanted.literal.kind === "string" : wanted.isFixed;
    if ("literal" in left || !isText) throw new QueryFault(`${test} takes a property and a text in quotes.`);
    if (familyOf(left.type) !== "text")
      throw new QueryFault(`${test} works on text, and ${quoted(left.words)} is none.`);
    this.boundPattern(place);
    reader.expect(")");
    return { kind: "text", test, left: left.expression, wanted: this.valueOf(wanted, test, ["text"]) };
  }

  private boundPattern(place: number): void {
    this.pattern += this.reader.textsSince(place);
    if (this.pattern > MAX_PATTERN_CHARS)
      throw new QueryFault("contains, startswith, endswith and indexof may look for 100 characters together.");
  }

  private operand(): Operand {
    const { reader } = this;
    const { next: token } = reader;
    if (token.kind === "mark" || token.kind === "end") throw reader.unexpected("a property or a value");
    if (reader.isCall && token.text !== "in") return this.within(() => this.call());
    reader.take();
    if (token.kind !== "name" || ["true", "false", "null"].includes(token.text)) return { literal: token };
    const column = this.columns.get(token.text);
    if (column) {
      const { name, type } = column;
      return { words: token.text, type, expression: { kind: "column", column: name }, isFixed: false };
    }
    if (["INF", "NaN"].includes(token.text)) return { literal: token };
    throw new QueryFault(`There is no property ${quoted(token.text)}.`);
  }

  private call(): Value {
    const { reader } = this;
    const name = functionNamed(reader.next.text);
    if (name === undefined)
      throw new QueryFault(`${reader.option} cannot use the function ${quoted(reader.next.text)} here.`, "unsupported");
    this.functions += 1;
    if (this.functions > MAX_FUNCTIONS) throw new QueryFault(`${reader.option} may have 50 functions.`);
    reader.take();
    reader.expect("(");
    const { takes, optional = 0, gives } = FUNCTIONS[name];
    const of: ODataExpression[] = [];
    let isFixed = true;
    for (const [at, families] of takes.entries()) {
      if (at >= takes.length - optional && reader.next.text === ")") break;
      if (at > 0) reader.expect(",");
      const place = reader.place;
      const argument = this.operand();
      if (at > 0 && !("literal" in argument) && !argument.isFixed)
        throw new QueryFault(`${name} takes ${WORDS[families[0] ?? "text"]} after the first value.`);
      if (at > 0 && families.includes("text")) this.boundPattern(place);
      if (!("literal" in argument)) isFixed &&= argument.isFixed;
      of.push(this.valueOf(argument, name, families));
    }
    reader.expect(")");
    return { words: `${name}(…)`, type: TYPES[gives], expression: { kind: "call", name, of }, isFixed };
  }

  /** A value of one of these families, which a literal is read for. */
  private valueOf(operand: Operand, words: string, families: readonly ODataFamily[]): ODataExpression {
    const [family = "text"] = families;
    if ("literal" in operand) {
      // What the function gives may be compared with a double, which has to hold it.
      const value = readLiteral(family === "number" ? "double precision" : TYPES[family], operand.literal);
      if (value === null) throw new QueryFault(`${words} takes ${WORDS[family]}, not ${said(operand.literal)}.`);
      return { kind: "value", value, family };
    }
    if (!families.includes(familyOf(operand.type)))
      throw new QueryFault(`${words} takes ${WORDS[family]}, and ${quoted(operand.words)} is none.`);
    return operand.expression;
  }

  private literal(token: Token, words: string, type: ColumnType): ODataExpression {
    return { kind: "value", value: literalFor(words, type, token), family: familyOf(type) };
  }

  private comparison(left: Operand): ODataCondition {
    const { reader } = this;
    const word = reader.next.kind === "name" ? reader.next.text : "";
    if (UNSUPPORTED_OPERATORS.includes(word))
      throw new QueryFault(`${reader.option} cannot use the operator ${word} here.`, "unsupported");
    if (word === "in") return this.list(left);
    if (!COMPARISONS.includes(word)) return this.alone(left);
    reader.take();
    const operator = word as ODataComparison;
    const right = this.operand();
    if (!("literal" in left))
      return { kind: "compare", left: left.expression, operator, right: this.beside(left, right) };
    if ("literal" in right)
      throw new QueryFault(
        `${reader.option} compares ${said(left.literal)} with ${said(right.literal)}: name a property.`,
      );
    return { kind: "compare", left: right.expression, operator: TURNED[operator], right: this.beside(right, left) };
  }

  /** The other side of a comparison with a value; null for the literal null. */
  private beside(value: Value, other: Operand): ODataExpression | null {
    if ("literal" in other) {
      const { literal } = other;
      return literal.kind === "name" && literal.text === "null" ? null : this.literal(literal, value.words, value.type);
    }
    if (familyOf(value.type) !== familyOf(other.type))
      throw new QueryFault(`${quoted(value.words)} and ${quoted(other.words)} have types that cannot be compared.`);
    return other.expression;
  }

  private list(left: Operand): ODataCondition {
    const { reader } = this;
    reader.take();
    if ("literal" in left) throw new QueryFault("in needs a property before it.");
    reader.expect("(");
    const values: ODataExpression[] = [];
    do {
      values.push(this.literal(reader.take(), left.words, left.type));
      this.listed += 1;
      if (this.listed > MAX_LIST_VALUES) throw new QueryFault("in takes at most 1,000 values in a query.");
    } while (reader.takeIf("mark", ","));
    reader.expect(")");
    return { kind: "in", left: left.expression, values };
  }

  /** `true`, `false`, or a property that is one of them. */
  private alone(operand: Operand): ODataCondition {
    if (!("literal" in operand)) {
      if (operand.type !== "boolean" || operand.expression.kind !== "column")
        throw this.reader.unexpected("a comparison");
      return { kind: "is-true", column: operand.expression.column };
    }
    const { kind, text } = operand.literal;
    if (kind !== "name" || (text !== "true" && text !== "false")) throw this.reader.unexpected("a comparison");
    return { kind: "constant", value: text === "true" };
  }
}

const TURNED: Readonly<Record<ODataComparison, ODataComparison>> = {
  ...{ eq: "eq", ne: "ne" },
  ...{ gt: "lt", ge: "le", lt: "gt", le: "ge" },
};
