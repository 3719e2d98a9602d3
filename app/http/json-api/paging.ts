import { type ListPage, type ListRange, pageWithin } from "#domain/core/values/list-page.ts";
import { type Answer, answer } from "./answers.ts";
import type { EndpointRequest } from "./endpoint.ts";

/** A page of a list, as parsed by `pageQuery`. */
type PageAsked = { readonly page: number; readonly limit: number };

/** The list that is paged: the requested URL, the public origin, and the page. */
type Paging = { readonly url: URL; readonly appUrl: string; readonly asked: PageAsked };

type ListRequest = Pick<EndpointRequest<unknown, unknown, PageAsked>, "url" | "context" | "query">;

/** The items on a page. */
export function rangeOf({ page, limit }: PageAsked): ListRange {
  return { limit, offset: (page - 1) * limit };
}

/** One page of a list as a JSON array, with X-Total-Count and links to its neighbours. */
export function listAnswer<T, S>(
  { url, context, query }: ListRequest,
  { items, total }: ListPage<T>,
  shape: (item: T) => S,
): Answer<200, readonly S[]> {
  return answer(200, items.map(shape), pageHeaders({ url, appUrl: context.platform.site.appUrl, asked: query }, total));
}

/** X-Total-Count and Link (RFC 8288) of one page. */
export function pageHeaders(
  { url, appUrl, asked: { page, limit } }: Paging,
  total: number,
): { readonly "X-Total-Count": string; readonly Link: string } {
  const { pages: last } = pageWithin(page, total, limit);
  const link = (rel: string, to: number) => {
    const target = new URL(url.pathname, appUrl);
    target.search = url.search;
    target.searchParams.set("page", String(to));
    target.searchParams.set("limit", String(limit));
    return `<${target.href}>; rel="${rel}"`;
  };
  const links = [
    link("first", 1),
    ...(page > 1 ? [link("prev", Math.min(page - 1, last))] : []),
    ...(page < last ? [link("next", page + 1)] : []),
    link("last", last),
  ];
  return { "X-Total-Count": String(total), Link: links.join(", ") };
}
