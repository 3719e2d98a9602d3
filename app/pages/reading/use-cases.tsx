import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageWithin } from "#domain/core/lists/list-page.ts";
import { pick } from "#domain/core/values/pick.ts";
import { pageNumber } from "../../http/forms/page.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { UseCasesView, type UseCasesViewProps } from "./use-cases-view.tsx";

const PAGE_SIZE = 12;

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Use cases | Tributary",
    description: "What you can do with a table that stays up to date, step by step.",
  });

/** The published posts of this type. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<UseCasesViewProps> {
  const read = (page: number) =>
    context.platform.queries.posts.list(
      { search: "", type: "use_case", drafts: false },
      { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    );
  const asked = pageNumber(new URL(request.url).searchParams);
  const first = await read(asked);
  const { page, pages } = pageWithin(asked, first.total, PAGE_SIZE);
  const { items } = page === asked ? first : await read(page);
  return {
    ...{ page, pages },
    posts: items.map((item) => pick(item, ["slug", "title", "type", "coverImage", "summary", "status", "shownAt"])),
  };
}

export default function UseCases() {
  return <UseCasesView {...useLoaderData<typeof loader>()} />;
}
