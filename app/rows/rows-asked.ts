import { ANY_COLUMN } from "#domain/core/ports/stream-query.ts";

/** A filter of the rows: `condition` in the notation of streams, such as `gte.2`. */
export type RowFilter = { readonly column: string; readonly condition: string };

/** All rows a page at a time, in their order or sorted, or the latest 100. */
export type RowsView = "all" | "latest";

/** What the URL asks of the rows of a table: `?sort=-level&where.station=eq.Weir&rows_page=2&columns=station,level`. */
export type RowsAsked = {
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
  readonly filters: readonly RowFilter[];
  readonly page: number;
  /** An older version, as the URL names it. */
  readonly of: VersionNamed;
  readonly view: RowsView;
  /** The view of a URL that asks for none. */
  readonly usual: RowsView;
  /** The columns that are shown, in the order of the table; null: all. */
  readonly columns: readonly string[] | null;
  /** Those of them whose cells are shown whole. */
  readonly wide: readonly string[];
  /** How many of the first ones stay in place while the others scroll. */
  readonly frozen: number;
  /** Parameters of the page around the rows: the tab and the table of a connector. */
  readonly around: readonly (readonly [string, string])[];
};

/** The first rows of a table as it is, with all columns. */
export const FIRST_ROWS: RowsAsked = {
  ...{ sort: null, filters: [], page: 1, of: {}, view: "all", usual: "all" },
  ...{ columns: null, wide: [], frozen: 0, around: [] },
};

/** `version`: a number, `as_of`: a time. */
export type VersionNamed = { readonly version?: string; readonly as_of?: string };

const WHERE = "where.";
export const ROWS_PREFIX = "rows_";
const PAGE = `${ROWS_PREFIX}page`;
const VIEW = "rows";
const AROUND: ReadonlySet<string> = new Set(["tab", "table"]);
/** The fields of the forms that add a filter. */
export const NEW_FILTER = { column: "filter_column", operator: "filter_operator", value: "filter_value" } as const;
/** The fields of the form that chooses columns; the first two occur once for each. */
export const NEW_COLUMNS = { show: "show", wide: "widen", frozen: "freeze", sent: "choose_columns" } as const;
export const MAX_FROZEN_COLUMNS = 3;

/** What a filter can say, as the form names it; `value` of those that need none. "is not" keeps rows without a value. */
export const OPERATORS: readonly { readonly value: string; readonly label: string }[] = [
  { value: "eq", label: "is" },
  { value: "isdistinct", label: "is not" },
  { value: "contains", label: "contains" },
  { value: "gt", label: "is more than" },
  { value: "gte", label: "is at least" },
  { value: "lt", label: "is less than" },
  { value: "lte", label: "is at most" },
  { value: "is.null", label: "is empty" },
  { value: "is.not_null", label: "is not empty" },
];

/** In addresses of older links and of programs; the form does not offer it. */
const NOT_EQUAL = { value: "neq", label: "has a value other than" } as const;

/** What is asked. `usual`: the view of a URL that asks for none. */
export function rowsAsked(params: URLSearchParams, usual: RowsView = "all"): RowsAsked {
  const [sort, page] = [params.get("sort"), Number(params.get(PAGE))];
  const filters = [...params].flatMap(([name, condition]) =>
    name.startsWith(WHERE) ? [{ column: name.slice(WHERE.length), condition }] : [],
  );
  const asksForPage = Boolean(sort) || filters.length > 0 || params.has(PAGE);
  const named = params.get(VIEW);
  return {
    sort: sort ? { column: sort.replace(/^-/, ""), descending: sort.startsWith("-") } : null,
    filters,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    of: versionNamed(params),
    view: asksForPage ? "all" : named === "all" || named === "latest" ? named : usual,
    usual,
    columns: params.get("columns")?.split(",") ?? null,
    wide: params.get("wide")?.split(",") ?? [],
    frozen: frozenOf(params),
    around: [...params].filter(([name]) => AROUND.has(name)),
  };
}

function frozenOf(params: URLSearchParams): number {
  const asked = Number(params.get(NEW_COLUMNS.frozen));
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, MAX_FROZEN_COLUMNS) : 0;
}

/** Whether the URL asks for other rows than the usual ones: these cannot be shown for a reason of its own. */
export function asksForRows({ sort, filters, page, of }: RowsAsked): boolean {
  return sort !== null || filters.length > 0 || page > 1 || Object.keys(of).length > 0;
}

/** Filters of a page, and their characters together: each is in the link of every column. Streams take more. */
const MOST_FILTERS = 50;
const MOST_FILTER_CHARS = 2_000;
/** Characters of the names of chosen columns, which are in these links too. */
const MOST_COLUMN_CHARS = 2_000;

/** Why rows are not shown so on a page; null: they are. */
export function rowsFault(params: URLSearchParams): string | null {
  const filters = [...params].filter(([name]) => name.startsWith(WHERE));
  const chars = filters.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (filters.length > MOST_FILTERS || chars > MOST_FILTER_CHARS)
    return `A page takes ${MOST_FILTERS} filters of 2,000 characters together. Stream the rows for more.`;
  const columns = (params.get("columns")?.length ?? 0) + (params.get("wide")?.length ?? 0);
  return columns > MOST_COLUMN_CHARS
    ? "A page takes chosen columns whose names have 2,000 characters together. Choose fewer, or show all."
    : null;
}

/** The version that the URL names. */
export function versionNamed(params: URLSearchParams): VersionNamed {
  const [version, asOf] = [params.get("version"), params.get("as_of")];
  return { ...(version === null ? {} : { version }), ...(asOf === null ? {} : { as_of: asOf }) };
}

/** The parameters of a stream of the same rows, in the same order. */
export function streamParameters({ sort, filters, of }: Pick<RowsAsked, "sort" | "filters" | "of">): URLSearchParams {
  const params = new URLSearchParams(filters.map(({ column, condition }) => [WHERE + column, condition]));
  for (const [name, value] of Object.entries(of)) params.set(name, value);
  if (sort) params.set("order", `${sort.descending ? "-" : ""}${sort.column}`);
  return params;
}

/** The parameters of the page for these rows, without the number of the page. */
export function rowsParameters(asked: Omit<RowsAsked, "page">): [name: string, value: string][] {
  const { sort, filters, of, view, usual, columns, wide, frozen, around } = asked;
  const impliesAll = sort !== null || filters.length > 0;
  return [
    ...around.map(([name, value]): [string, string] => [name, value]),
    ...filters.map(({ column, condition }): [string, string] => [WHERE + column, condition]),
    ...Object.entries(of).map(([name, value]): [string, string] => [name, value]),
    ...(sort ? [["sort", `${sort.descending ? "-" : ""}${sort.column}`] as [string, string]] : []),
    ...(view === usual || impliesAll ? [] : [[VIEW, view] as [string, string]]),
    ...(columns === null ? [] : [["columns", columns.join(",")] as [string, string]]),
    ...(wide.length === 0 ? [] : [["wide", wide.join(",")] as [string, string]]),
    ...(frozen === 0 ? [] : [[NEW_COLUMNS.frozen, String(frozen)] as [string, string]]),
  ];
}

/** The query of the page for these rows; empty for the usual ones. */
export function rowsQuery(asked: Omit<RowsAsked, "page">): string {
  const params = new URLSearchParams(rowsParameters(asked));
  return params.size > 0 ? `?${params}` : "";
}

/** The page with what a form of the rows asks to add: a filter, or a choice of columns. Null: it asks for neither. */
export function withRowsForm({ pathname, searchParams }: URL, usual: RowsView = "all"): string | null {
  const before = rowsAsked(searchParams, usual);
  if (searchParams.has(NEW_COLUMNS.sent)) return pathname + rowsQuery({ ...before, ...columnsChosen(searchParams) });
  const [column, operator] = [searchParams.get(NEW_FILTER.column), searchParams.get(NEW_FILTER.operator)];
  if (column === null || operator === null) return null;
  const value = searchParams.get(NEW_FILTER.value) ?? "";
  // Nothing to look for is no filter.
  if (column === ANY_COLUMN && value === "") return pathname + rowsQuery(before);
  const added = { column, condition: conditionOf(operator, value) };
  // Another search takes the place of the one before: a query has one.
  const kept = before.filters.filter((filter) => filter.column !== ANY_COLUMN || column !== ANY_COLUMN);
  return pathname + rowsQuery({ ...before, view: "all", filters: [...kept, added] });
}

/** `choose_columns` is how many columns there are: all of them, or none, need no choice. */
function columnsChosen(params: URLSearchParams): Pick<RowsAsked, "columns" | "wide"> {
  const shown = params.getAll(NEW_COLUMNS.show);
  const isChoice = shown.length > 0 && String(shown.length) !== params.get(NEW_COLUMNS.sent);
  return { columns: isChoice ? shown : null, wide: params.getAll(NEW_COLUMNS.wide) };
}

function conditionOf(operator: string, value: string): string {
  if (operator.startsWith("is.")) return operator;
  // Signs of patterns mean themselves.
  const contained = `*${value.replace(/[\\%_*]/g, "\\$&")}*`;
  if (operator === "search") return `ilike.${contained}`;
  return operator === "contains" ? `like.${contained}` : `${operator}.${value}`;
}

/** A filter in words: "level is at least 2". */
export function filterWords({ column: name, condition }: RowFilter): string {
  const column = name === ANY_COLUMN ? "Any column" : name;
  const state = OPERATORS.find(({ value }) => value === condition);
  if (state) return `${column} ${state.label}`;
  const contained = /^i?like\.\*((?:\\.|[^\\])*)\*$/s.exec(condition)?.[1];
  const begun = /^i?like\.((?:\\.|[^*\\])*)\*$/s.exec(condition)?.[1];
  if (begun !== undefined) return `${column} begins with ${begun.replace(/\\(.)/gs, "$1")}`;
  if (contained !== undefined) return `${column} contains ${contained.replace(/\\(.)/gs, "$1")}`;
  const dot = condition.indexOf(".");
  const operator = [...OPERATORS, NOT_EQUAL].find(({ value }) => value === condition.slice(0, dot));
  return operator ? `${column} ${operator.label} ${condition.slice(dot + 1)}` : `${column} ${condition}`;
}

/** The filters with these conditions in place of those of the same column. */
export function withFilter(
  filters: readonly RowFilter[],
  column: string,
  conditions: readonly string[],
): readonly RowFilter[] {
  const others = filters.filter((filter) => filter.column !== column);
  return [...others, ...conditions.map((condition) => ({ column, condition }))];
}
