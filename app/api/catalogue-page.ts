import {
  type CatalogueSort,
  type ItemList,
  type ListedItem,
  type Period,
  readCursor,
} from "#projections/catalogue/queries.ts";
import type { KeyReach } from "../platform.ts";
import { type CallResult, refuse, type Refused } from "../http/call-result.ts";
import { type Answer, answer } from "../http/json-api/answers.ts";
import type { EndpointRequest } from "../http/json-api/endpoint.ts";

/** Items on a page of a list of the catalogue, whatever `limit` says. */
const MOST_ITEMS = 100;

type Asked = {
  readonly page?: number | undefined;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly total: "true" | "false";
  readonly search: string;
  readonly category?: readonly string[] | undefined;
  readonly license?: readonly string[] | undefined;
  readonly updated_within?: Period | undefined;
  readonly sort: CatalogueSort;
  readonly updated_since?: string | undefined;
};
type Page = Pick<ItemList, "before" | "after"> & {
  readonly items: readonly { readonly profileId: string }[];
  readonly total: number | null;
  readonly number: number | null;
};
type Request = EndpointRequest<{ readonly id: string } | null, unknown, Asked>;

/**
 * A page of the datasets or connectors that the viewer may see, in the order asked for. Its neighbours are in the Link header, by
 * cursors: a page far back costs no more than the first. X-Total-Count is sent when `total=true` or a page number asks
 * for it, because counting a search reads every match.
 */
export async function catalogueAnswer<T, S>(
  request: Request,
  kind: ListedItem["kind"],
  { read, shape }: { readonly read: (ids: readonly string[]) => Promise<readonly T[]>; readonly shape: (item: T) => S },
): Promise<Answer<200, readonly S[]> | Refused> {
  const { key } = request.context;
  const page = await (key?.reach ? chosenPage(request, kind, key.reach) : pageOf(request, kind));
  if (!page.ok) return page;
  const { items, total } = page.value;
  const rows = await read(items.map(({ profileId }) => profileId));
  return answer(200, rows.map(shape), {
    ...(total === null ? {} : { "X-Total-Count": String(total) }),
    Link: linksOf(request, page.value),
  });
}

async function pageOf({ context, viewer, query }: Request, kind: ListedItem["kind"]): Promise<CallResult<Page>> {
  const { catalogue } = context.platform.queries;
  const { page, limit, after, before, sort, search: q } = query;
  const size = Math.min(limit, MOST_ITEMS);
  const viewerId = viewer?.id ?? null;
  const filters = { q, ...filtersOf(query) };
  const text = after ?? before ?? null;
  const order = sort === "relevance" && q.trim() === "" ? "newest" : sort;
  const cursor = text === null ? null : readCursor(text, order);
  if (text !== null && cursor === null) return refuse("input-invalid", { message: NO_CURSOR });
  const asked = { page: page ?? 1, after: after ?? null, before: before ?? null };
  if (q.trim() !== "" && order !== "newest") {
    const list = await catalogue.search(viewerId, { ...filters, type: kind, sort: order }, asked, size);
    return numberedPage(list, page, cursor !== null, list.total.exact);
  }
  const of = { ...filters, kind, sort: stored(order) };
  if (page !== undefined)
    return numberedPage(await catalogue.numberedItems(viewerId, of, asked, size), page, cursor !== null, true);
  const beside = after === undefined ? ("before" as const) : ("after" as const);
  const at = cursor === null ? { at: "first" as const } : { at: beside, cursor };
  const list = await catalogue.itemsOf(viewerId, of, at, size);
  const total = query.total === "true" ? await catalogue.countOf(viewerId, of) : null;
  return { ok: true, value: { ...list, total, number: null } };
}

/** A page that was asked for by its number, or that is counted anyhow; a total that is not exact is not told. */
function numberedPage(
  list: ItemList,
  page: number | undefined,
  byCursor: boolean,
  isCounted: boolean,
): CallResult<Page> {
  const value = { ...list, total: isCounted ? list.total.count : null, number: page ?? null };
  if (page === undefined) return { ok: true, value };
  // A page after the last one is empty; before it is the last one.
  if (page > (list.pages ?? page)) return { ok: true, value: { ...value, items: [], before: null, after: null } };
  if (page !== list.page && !byCursor) return refuse("input-invalid", { message: FAR_PAGE });
  return { ok: true, value: { ...value, number: list.page } };
}

/** The same for a limited key: at most so many things as a key can be limited to, by the numbers of pages. */
async function chosenPage(
  { context, viewer, query }: Request,
  kind: ListedItem["kind"],
  { tableIds, connectors }: KeyReach,
): Promise<CallResult<Page>> {
  const { page = 1, limit, after, before, sort, search: q } = query;
  if (after !== undefined || before !== undefined) return refuse("input-invalid", { message: NO_CURSOR });
  const ids = [...(kind === "dataset" ? tableIds : connectors)];
  const found = await context.platform.queries.catalogue.chosenItems(
    viewer?.id ?? null,
    { ...{ kind, q, sort: stored(sort) }, ...filtersOf(query) },
    ids,
  );
  const size = Math.min(limit, MOST_ITEMS);
  const items = found.slice((page - 1) * size, page * size);
  const neighbours = { before: page > 1 ? "" : null, after: page * size < found.length ? "" : null };
  return { ok: true, value: { items, total: found.length, number: page, ...neighbours } };
}

function filtersOf({ category = [], license = [], updated_within, updated_since }: Asked) {
  return {
    categories: category,
    licenses: license,
    updatedWithin: updated_within ?? null,
    changedSince: updated_since ?? null,
  };
}

/** Relevance is an order of searches only. */
const stored = (sort: CatalogueSort) => (sort === "relevance" ? "newest" : sort);

const NO_CURSOR = "after and before take a cursor from a Link header of this list.";
const FAR_PAGE = "A page number reaches the first 10,000 items: go on from there by the Link header.";

/** Link (RFC 8288): cursors of the neighbours, and the numbers of pages if the call counts pages. */
function linksOf({ url, context, query }: Request, { before, after, total, number }: Page): string {
  const link = (rel: string, parameters: Readonly<Record<string, string>>) => {
    const target = new URL(url.pathname, context.platform.site.appUrl);
    target.search = url.search;
    for (const name of ["page", "after", "before"]) target.searchParams.delete(name);
    for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
    return `<${target.href}>; rel="${rel}"`;
  };
  const size = Math.min(query.limit, MOST_ITEMS);
  /** An empty one stands for a neighbour that is found by its number alone. */
  const cursor = (of: Record<string, string>) => (Object.values(of).includes("") ? {} : of);
  const numberOf = (page: number): Record<string, string> =>
    number === null ? {} : { page: String(page), limit: String(size) };
  const pages = Math.max(1, Math.ceil((total ?? 0) / size));
  return [
    link("first", numberOf(1)),
    ...(before === null ? [] : [link("prev", { ...numberOf(Math.max(1, (number ?? 1) - 1)), ...cursor({ before }) })]),
    ...(after === null ? [] : [link("next", { ...numberOf((number ?? 1) + 1), ...cursor({ after }) })]),
    ...(number === null ? [] : [link("last", numberOf(pages))]),
  ].join(", ");
}
