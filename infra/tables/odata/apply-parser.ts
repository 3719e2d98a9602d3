import type {
  ODataAggregate,
  ODataAggregateMethod,
  ODataCondition,
  ODataGroups,
} from "#domain/core/odata/odata-query.ts";
import type { Column, ColumnType } from "#domain/core/values/table.ts";
import { ConditionParser } from "./filter-parser.ts";
import { TokenReader } from "./filter-tokens.ts";
import { familyOf } from "./literal.ts";
import { QueryFault, quoted } from "./query-fault.ts";

const MAX_GROUPED = 20;
const MAX_AGGREGATES = 50;
/** Each sorts the rows of every group once more. */
const MAX_DISTINCT_COUNTS = 5;
/** Postgres cuts longer names. */
const MAX_NAME_BYTES = 63;
const METHODS: readonly string[] = [
  "sum",
  "min",
  "max",
  "average",
  "countdistinct",
] satisfies readonly ODataAggregateMethod[];

/** What `$apply` says, and the columns of its result. */
export type ParsedApply = Pick<ODataGroups, "filter" | "by" | "aggregates"> & { readonly result: readonly Column[] };

/**
 * Parses an `$apply`: filter, then groupby with aggregate, or one of the two. `columns`: by the names of their
 * properties. Throws a QueryFault with one sentence.
 */
export function parseApply(text: string, columns: ReadonlyMap<string, Column>): ParsedApply {
  const reader = new TokenReader("$apply", text);
  const conditions = new ConditionParser(reader, columns);
  const filters: ODataCondition[] = [];
  while (reader.next.text === "filter" && reader.isCall) {
    reader.take();
    reader.expect("(");
    filters.push(conditions.read());
    reader.expect(")");
    if (!reader.takeIf("mark", "/"))
      throw new QueryFault("$apply with a filter alone is the same as $filter: use that.", "unsupported");
  }
  const filter = filters.length > 1 ? { kind: "and" as const, parts: filters } : (filters[0] ?? null);
  const { by, aggregates } = transformation(reader, columns);
  if (reader.next.kind !== "end") {
    if (reader.next.text === "/")
      throw new QueryFault("$apply cannot go on after groupby or aggregate.", "unsupported");
    throw reader.unexpected("the end");
  }
  return { filter, by: by.map(({ name, column }) => ({ name, column: column.name })), ...named(by, aggregates) };
}

type Grouped = { readonly name: string; readonly column: Column };
type Read = {
  readonly by: readonly Grouped[];
  readonly aggregates: readonly (ODataAggregate & { readonly type: ColumnType })[];
};

function named(by: readonly Grouped[], read: Read["aggregates"]): Pick<ParsedApply, "aggregates" | "result"> {
  const result = [
    ...by.map(({ name, column: { type } }) => ({ name, label: name, type })),
    ...read.map(({ name, type }) => ({ name, label: name, type })),
  ];
  const twice = result.find(({ name }, at) => result.findIndex((other) => other.name === name) !== at);
  if (twice) throw new QueryFault(`$apply names ${quoted(twice.name)} twice.`);
  return { aggregates: read.map(({ type: _, ...aggregate }) => aggregate), result };
}

function transformation(reader: TokenReader, columns: ReadonlyMap<string, Column>): Read {
  const name = reader.take();
  if (name.kind === "name" && name.text === "aggregate") return { by: [], aggregates: aggregatesIn(reader, columns) };
  if (name.kind !== "name" || name.text !== "groupby")
    throw new QueryFault(`$apply cannot use the transformation ${quoted(name.text)} here.`, "unsupported");
  reader.expect("(");
  reader.expect("(");
  const by: Grouped[] = [];
  do {
    if (reader.isCall) throw new QueryFault(`$apply cannot group by ${quoted(reader.next.text)}.`, "unsupported");
    const property = reader.next.text;
    by.push({ name: property, column: columnIn(reader, columns) });
    if (by.length > MAX_GROUPED) throw new QueryFault("groupby takes 20 properties at most.");
  } while (reader.takeIf("mark", ","));
  reader.expect(")");
  let aggregates: Read["aggregates"] = [];
  if (reader.takeIf("mark", ",")) {
    if (!reader.takeIf("name", "aggregate"))
      throw new QueryFault("$apply takes aggregate alone within groupby.", "unsupported");
    aggregates = aggregatesIn(reader, columns);
  }
  reader.expect(")");
  return { by, aggregates };
}

function aggregatesIn(reader: TokenReader, columns: ReadonlyMap<string, Column>): Read["aggregates"] {
  reader.expect("(");
  const found: (ODataAggregate & { readonly type: ColumnType })[] = [];
  do {
    found.push(aggregateIn(reader, columns));
    if (found.length > MAX_AGGREGATES) throw new QueryFault("aggregate takes 50 values at most.");
  } while (reader.takeIf("mark", ","));
  reader.expect(")");
  if (found.filter(({ method }) => method === "countdistinct").length > MAX_DISTINCT_COUNTS)
    throw new QueryFault("aggregate takes countdistinct 5 times at most.");
  return found;
}

function aggregateIn(
  reader: TokenReader,
  columns: ReadonlyMap<string, Column>,
): ODataAggregate & { readonly type: ColumnType } {
  if (reader.takeIf("mark", "$count")) return { method: "count", name: aliasIn(reader), type: "bigint" };
  const property = reader.next.text;
  const { name: column, type } = columnIn(reader, columns);
  if (!reader.takeIf("name", "with")) throw reader.unexpected("with");
  const method = reader.take().text as ODataAggregateMethod;
  if (!METHODS.includes(method))
    throw new QueryFault(`$apply cannot use the method ${quoted(method)} here.`, "unsupported");
  const isOfNumbers = method === "sum" || method === "average";
  if (isOfNumbers && familyOf(type) !== "number")
    throw new QueryFault(`${method} works on numbers, and ${quoted(property)} is none.`);
  if ((method === "min" || method === "max") && (type === "boolean" || type === "jsonb"))
    throw new QueryFault(`${method} works on what can be ordered, and ${quoted(property)} cannot.`);
  return { method, column, name: aliasIn(reader), type: aggregateType(method, type) };
}

function aggregateType(method: ODataAggregateMethod, type: ColumnType): ColumnType {
  if (method === "countdistinct") return "bigint";
  if (method === "min" || method === "max") return type;
  return type === "double precision" ? type : "numeric";
}

function columnIn(reader: TokenReader, columns: ReadonlyMap<string, Column>): Column {
  if (reader.next.kind !== "name") throw reader.unexpected("a property");
  const { text } = reader.take();
  const column = columns.get(text);
  if (!column) throw new QueryFault(`There is no property ${quoted(text)}.`);
  return column;
}

function aliasIn(reader: TokenReader): string {
  if (!reader.takeIf("name", "as")) throw reader.unexpected("as");
  if (reader.next.kind !== "name") throw reader.unexpected("a name");
  const { text } = reader.take();
  if (Buffer.byteLength(text) > MAX_NAME_BYTES) throw new QueryFault(`The name ${quoted(text)} is too long.`);
  return text;
}
