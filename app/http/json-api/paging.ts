import { type Cursor, type ListPage, type ListRange, pageWithin } from "#domain/core/lists/list-page.ts";
import { listCursorText } from "#domain/core/lists/list-order.ts";
import { type Answer, answer } from "./answers.ts";
import type { EndpointRequest } from "./endpoint.ts";

/** A page of a list, as parsed by `pageQuery` or `listQuery`. */
type PageAsked = {
  readonly page?: number | undefined;
  readonly limit: number;
  readonly after?: Cursor | undefined;
};

/** The items of a page; `next`: the cursor of the page that follows, if the list has cursors. */
type Listed<T> = ListPage<T> & { readonly next?: Cursor | null };

/** The list that is paged: the requested URL, the public origin, and the page. */
type Paging = { readonly url: URL; readonly appUrl: string; readonly asked: PageAsked };

type ListRequest = Pick<EndpointRequest<unknown, unknown, PageAsked>, "url" | "context" | "query">;

/** The items on a page. */
export function rangeOf({ page = 1, limit, after }: PageAsked): ListRange {
  return { limit, offset: (page - 1) * limit, after: after ?? null };
}

/** One page of a list as a JSON array, with X-Total-Count and links to its neighbours. */
export function listAnswer<T, S>(
  { url, context, query }: ListRequest,
  page: Listed<T>,
  shape: (item: T) => S,
): Answer<200, readonly S[]> {
  const paging = { url, appUrl: context.platform.site.appUrl, asked: query };
  return answer(200, page.items.map(shape), pageHeaders(paging, page));
}

/** X-Total-Count and Link (RFC 8288) of one page: by numbers if the page was asked for by its number, else by cursors. */
export function pageHeaders(
  { url, appUrl, asked: { page, limit } }: Paging,
  { total, next = null }: Pick<Listed<unknown>, "total" | "next">,
): { readonly "X-Total-Count": string; readonly Link: string } {
  const link = (rel: string, place: { readonly page?: number; readonly after?: string }) => {
    const target = new URL(url.pathname, appUrl);
    target.search = url.search;
    for (const name of ["page", "after"]) target.searchParams.delete(name);
    for (const [name, value] of Object.entries({ ...place, limit })) target.searchParams.set(name, String(value));
    return `<${target.href}>; rel="${rel}"`;
  };
  const header = (links: readonly string[]) => ({ "X-Total-Count": String(total), Link: links.join(", ") });
  if (page === undefined)
    return header([link("first", {}), ...(next === null ? [] : [link("next", { after: listCursorText(next) })])]);
  const { pages: last } = pageWithin(page, total, limit);
  return header([
    link("first", { page: 1 }),
    ...(page > 1 ? [link("prev", { page: Math.min(page - 1, last) })] : []),
    ...(page < last ? [link("next", { page: page + 1 })] : []),
    link("last", { page: last }),
  ]);
}
