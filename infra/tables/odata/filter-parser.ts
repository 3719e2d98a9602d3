import type { ODataComparison, ODataCondition, ODataOperand, ODataTextTest } from "#domain/core/odata/odata-query.ts";
import type { Column } from "#domain/core/values/table.ts";
import { type Token, tokensOf } from "./filter-tokens.ts";
import { familyOf, literalFor, said } from "./literal.ts";
import { QueryFault, quoted } from "./query-fault.ts";

const MAX_CHARS = 10_000;
/** Brackets and `not` within each other. */
const MAX_DEPTH = 50;
const MAX_COMPARISONS = 200;
/** Values of all lists of `in` together. */
const MAX_LIST_VALUES = 1_000;
/** Characters that contains, startswith and endswith look for, together: see stream-query.ts. */
const MAX_PATTERN_CHARS = 100;

const COMPARISONS: readonly string[] = ["eq", "ne", "gt", "ge", "lt", "le"] satisfies readonly ODataComparison[];
const TEXT_TESTS: readonly string[] = ["contains", "startswith", "endswith"] satisfies readonly ODataTextTest[];
/** What OData has besides, and this service has not. */
const UNSUPPORTED_OPERATORS = ["has", "add", "sub", "mul", "div", "divby", "mod"];
const TURNED: Readonly<Record<ODataComparison, ODataComparison>> = {
  ...{ eq: "eq", ne: "ne" },
  ...{ gt: "lt", ge: "le", lt: "gt", le: "ge" },
};

/** A column, or the literal as it was written. */
type Operand = { readonly property: string; readonly column: Column } | { readonly literal: Token };

/**
 * Parses a `$filter`: eq ne gt ge lt le in, and or not, brackets, contains, startswith, endswith. `columns`: by the
 * names of their properties. Throws a QueryFault with one sentence.
 */
export function parseFilter(filter: string, columns: ReadonlyMap<string, Column>): ODataCondition {
  if (filter.length > MAX_CHARS) throw new QueryFault("$filter is longer than 10,000 characters.");
  const parser = new FilterParser(tokensOf(filter), columns);
  return parser.whole();
}

class FilterParser {
  private at = 0;
  private depth = 0;
  private comparisons = 0;
  private listed = 0;
  private pattern = 0;
  private readonly tokens: readonly Token[];
  private readonly columns: ReadonlyMap<string, Column>;

  constructor(tokens: readonly Token[], columns: ReadonlyMap<string, Column>) {
    this.tokens = tokens;
    this.columns = columns;
  }

  whole(): ODataCondition {
    const condition = this.or();
    if (this.next.kind !== "end") throw this.unexpected("and, or, or the end");
    return condition;
  }

  private get next(): Token {
    return this.tokens[this.at] as Token;
  }

  private take(): Token {
    const token = this.next;
    this.at += 1;
    return token;
  }

  private takeIf(kind: Token["kind"], text: string): boolean {
    const found = this.next.kind === kind && this.next.text === text;
    if (found) this.at += 1;
    return found;
  }

  private expect(mark: string): void {
    if (!this.takeIf("mark", mark)) throw this.unexpected(mark);
  }

  private unexpected(wanted: string): QueryFault {
    return new QueryFault(`$filter has ${said(this.next)} at character ${this.next.at}, where ${wanted} should be.`);
  }

  private or(): ODataCondition {
    return this.chain("or", () => this.chain("and", () => this.unary()));
  }

  private chain(kind: "and" | "or", read: () => ODataCondition): ODataCondition {
    const parts = [read()];
    while (this.takeIf("name", kind)) parts.push(read());
    return parts.length === 1 ? (parts[0] as ODataCondition) : { kind, parts };
  }

  private unary(): ODataCondition {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new QueryFault("$filter has more than 50 brackets within each other.");
    const condition: ODataCondition = this.takeIf("name", "not") ? { kind: "not", of: this.unary() } : this.primary();
    this.depth -= 1;
    return condition;
  }

  private primary(): ODataCondition {
    this.comparisons += 1;
    if (this.comparisons > MAX_COMPARISONS) throw new QueryFault("$filter may have 200 comparisons.");
    if (this.takeIf("mark", "(")) {
      const condition = this.or();
      this.expect(")");
      return this.comparedWithTruth(condition);
    }
    const call = this.tokens[this.at + 1];
    if (this.next.kind === "name" && call?.kind === "mark" && call.text === "(" && this.next.text !== "in")
      return this.comparedWithTruth(this.textTest());
    return this.comparison(this.operand());
  }

  /** Some clients write `contains(name,'a') eq true`. */
  private comparedWithTruth(condition: ODataCondition): ODataCondition {
    const equal = this.takeIf("name", "eq");
    if (!equal && !this.takeIf("name", "ne")) return condition;
    const isTrue = this.takeIf("name", "true");
    if (!isTrue && !this.takeIf("name", "false")) throw this.unexpected("true or false");
    return equal === isTrue ? condition : { kind: "not", of: condition };
  }

  private textTest(): ODataCondition {
    const name = this.take().text;
    if (!TEXT_TESTS.includes(name))
      throw new QueryFault(`$filter cannot use the function ${quoted(name)} here.`, "unsupported");
    this.expect("(");
    const subject = this.operand();
    this.expect(",");
    const wanted = this.take();
    if (!("column" in subject) || wanted.kind !== "string")
      throw new QueryFault(`${name} takes a property and a text in quotes.`);
    if (familyOf(subject.column.type) !== "text")
      throw new QueryFault(`${name} works on text, and ${quoted(subject.property)} is none.`);
    this.pattern += wanted.text.length;
    if (this.pattern > MAX_PATTERN_CHARS)
      throw new QueryFault("contains, startswith and endswith may look for 100 characters together.");
    this.expect(")");
    const value = literalFor(subject.property, "text", wanted);
    return { kind: "text", test: name as ODataTextTest, column: subject.column.name, value };
  }

  private operand(): Operand {
    const token = this.next;
    if (token.kind === "mark" || token.kind === "end") throw this.unexpected("a property or a value");
    this.at += 1;
    if (token.kind !== "name" || ["true", "false", "null"].includes(token.text)) return { literal: token };
    const column = this.columns.get(token.text);
    if (!column) throw new QueryFault(`There is no property ${quoted(token.text)}.`);
    return { property: token.text, column };
  }

  private comparison(left: Operand): ODataCondition {
    const word = this.next.kind === "name" ? this.next.text : "";
    if (UNSUPPORTED_OPERATORS.includes(word))
      throw new QueryFault(`$filter cannot use the operator ${word} here.`, "unsupported");
    if (word === "in") return this.list(left);
    if (!COMPARISONS.includes(word)) return this.alone(left);
    this.at += 1;
    const operator = word as ODataComparison;
    const right = this.operand();
    if ("column" in left)
      return { kind: "compare", column: left.column.name, operator, to: this.rightSide(left, right) };
    if ("column" in right)
      return {
        kind: "compare",
        column: right.column.name,
        operator: TURNED[operator],
        to: this.rightSide(right, left),
      };
    throw new QueryFault(`$filter compares ${said(left.literal)} with ${said(right.literal)}: name a property.`);
  }

  private rightSide(left: Extract<Operand, { property: string }>, right: Operand): ODataOperand {
    if ("literal" in right) {
      const { literal } = right;
      if (literal.kind === "name" && literal.text === "null") return null;
      return { value: literalFor(left.property, left.column.type, literal) };
    }
    if (familyOf(left.column.type) !== familyOf(right.column.type))
      throw new QueryFault(
        `${quoted(left.property)} and ${quoted(right.property)} have types that cannot be compared.`,
      );
    return { column: right.column.name };
  }

  private list(left: Operand): ODataCondition {
    this.at += 1;
    if (!("column" in left)) throw new QueryFault("in needs a property before it.");
    this.expect("(");
    const values: string[] = [];
    do {
      values.push(literalFor(left.property, left.column.type, this.take()));
      this.listed += 1;
      if (this.listed > MAX_LIST_VALUES) throw new QueryFault("in takes at most 1,000 values in a query.");
    } while (this.takeIf("mark", ","));
    this.expect(")");
    return { kind: "in", column: left.column.name, values };
  }

  /** `true`, `false`, or a property that is one of them. */
  private alone(operand: Operand): ODataCondition {
    if ("column" in operand) {
      if (operand.column.type !== "boolean") throw this.unexpected("a comparison");
      return { kind: "is-true", column: operand.column.name };
    }
    const { kind, text } = operand.literal;
    if (kind !== "name" || text === "null") throw this.unexpected("a comparison");
    return { kind: "constant", value: text === "true" };
  }
}
