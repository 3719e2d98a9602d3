/** A filter of the rows: `condition` in the notation of streams, such as `gte.2`. */
export type RowFilter = { readonly column: string; readonly condition: string };

/** What the URL asks of the rows of a dataset: `?sort=-level&where.station=eq.Weir&rows_page=2`. */
export type RowsAsked = {
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
  readonly filters: readonly RowFilter[];
  readonly page: number;
  /** An older version, as the URL names it. */
  readonly of: VersionNamed;
};

/** `version`: a number, `as_of`: a time. */
export type VersionNamed = { readonly version?: string; readonly as_of?: string };

const WHERE = "where.";
export const ROWS_PREFIX = "rows_";
const PAGE = `${ROWS_PREFIX}page`;
/** The fields of the form that adds a filter. */
export const NEW_FILTER = { column: "filter_column", operator: "filter_operator", value: "filter_value" } as const;

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

/** What is asked; null: nothing, so the latest rows are shown. */
export function rowsAsked(params: URLSearchParams): RowsAsked | null {
  const [sort, page] = [params.get("sort"), Number(params.get(PAGE))];
  const filters = [...params].flatMap(([name, condition]) =>
    name.startsWith(WHERE) ? [{ column: name.slice(WHERE.length), condition }] : [],
  );
  const of = versionNamed(params);
  if (!sort && filters.length === 0 && !params.has(PAGE) && Object.keys(of).length === 0) return null;
  return {
    sort: sort ? { column: sort.replace(/^-/, ""), descending: sort.startsWith("-") } : null,
    filters,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    of,
  };
}

/** Filters of a page, and their characters together: each is in the link of every column. Streams take more. */
const MOST_FILTERS = 50;
const MOST_FILTER_CHARS = 2_000;

/** Why rows are not filtered so on a page; null: they are. */
export function filtersFault(params: URLSearchParams): string | null {
  const filters = [...params].filter(([name]) => name.startsWith(WHERE));
  const chars = filters.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (filters.length <= MOST_FILTERS && chars <= MOST_FILTER_CHARS) return null;
  return `A page takes ${MOST_FILTERS} filters of 2,000 characters together. Stream the rows for more.`;
}

/** The version that the URL names. */
export function versionNamed(params: URLSearchParams): VersionNamed {
  const [version, asOf] = [params.get("version"), params.get("as_of")];
  return { ...(version === null ? {} : { version }), ...(asOf === null ? {} : { as_of: asOf }) };
}

/** The parameters of a stream of the same rows, in the same order. */
export function streamParameters({ sort, filters, of }: Omit<RowsAsked, "page">): URLSearchParams {
  const params = new URLSearchParams(filters.map(({ column, condition }) => [WHERE + column, condition]));
  for (const [name, value] of Object.entries(of)) params.set(name, value);
  if (sort) params.set("order", `${sort.descending ? "-" : ""}${sort.column}`);
  return params;
}

/** The query of the page for these rows; empty for the latest ones. */
export function rowsQuery({ sort, filters, of }: Omit<RowsAsked, "page">): string {
  const params = new URLSearchParams(filters.map(({ column, condition }) => [WHERE + column, condition]));
  for (const [name, value] of Object.entries(of)) params.set(name, value);
  if (sort) params.set("sort", `${sort.descending ? "-" : ""}${sort.column}`);
  return params.size > 0 ? `?${params}` : "";
}

/** The page with the filter that the form asks to add; null: it asks for none. */
export function withNewFilter(url: URL): string | null {
  const { searchParams } = url;
  const [column, operator] = [searchParams.get(NEW_FILTER.column), searchParams.get(NEW_FILTER.operator)];
  if (column === null || operator === null) return null;
  const value = searchParams.get(NEW_FILTER.value) ?? "";
  const before = rowsAsked(searchParams);
  const added = { column, condition: conditionOf(operator, value) };
  return (
    url.pathname +
    rowsQuery({
      sort: before?.sort ?? null,
      filters: [...(before?.filters ?? []), added],
      of: versionNamed(searchParams),
    })
  );
}

function conditionOf(operator: string, value: string): string {
  if (operator.startsWith("is.")) return operator;
  // Signs of patterns mean themselves.
  return operator === "contains" ? `like.*${value.replace(/[\\%_]/g, "\\$&")}*` : `${operator}.${value}`;
}

/** A filter in words: "level is at least 2". */
export function filterWords({ column, condition }: RowFilter): string {
  const state = OPERATORS.find(({ value }) => value === condition);
  if (state) return `${column} ${state.label}`;
  const contained = /^like\.\*(.*)\*$/s.exec(condition)?.[1];
  const begun = /^like\.([^*]*)\*$/s.exec(condition)?.[1];
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
