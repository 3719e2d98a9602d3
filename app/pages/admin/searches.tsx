import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageWithin } from "#domain/core/lists/list-page.ts";
import { pageNumber } from "../../http/forms/page.ts";
import { adminMeta } from "./admin-frame.tsx";
import { adminOf } from "./admin-page.ts";
import { type SearchesPage, SearchesView } from "./searches-view.tsx";

export const meta = adminMeta("Searches");

const PER_PAGE = 50;

/** `?page=` */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<SearchesPage> {
  await adminOf(context, request);
  const asked = pageNumber(new URL(request.url).searchParams);
  const { items, total } = await context.platform.emptySearches.page({
    limit: PER_PAGE,
    offset: (asked - 1) * PER_PAGE,
  });
  return { searches: [...items], ...pageWithin(asked, total, PER_PAGE) };
}

export default function Searches() {
  return <SearchesView {...useLoaderData<typeof loader>()} />;
}
