import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { cutText } from "#domain/core/text/text.ts";
import { throwNotFound } from "../../http/forms/page.ts";
import type { AppContext } from "../../platform.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import type { DocFacts } from "../../documentation/doc-page.ts";
import { documentation } from "../../documentation/doc-pages.ts";
import { DocumentationView, type DocumentationViewProps } from "./documentation-view.tsx";
import { keyGroups } from "../../documentation/language-pages.ts";
import { searchDocs } from "../../documentation/search-docs.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: !data ? "Item not found | Tributary" : `${data.title}${data.q === "" ? "" : `: ${data.q}`} | Tributary`,
    ...(data ? { description: data.about, noindex: data.q !== "" } : {}),
  });

/** /documentation/{page?}, and `?q=` searches all pages. The texts stay on the server until they are shown. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<DocumentationViewProps> {
  const path = params["page"] === undefined ? "/documentation" : `/documentation/${params["page"]}`;
  const page = documentation.find((each) => each.path === path) ?? throwNotFound();
  const q = cutText((new URL(request.url).searchParams.get("q") ?? "").trim(), 200);
  const facts = await factsFor(context);
  const sections = page.sections(facts).map(({ id, title, blocks }) => ({ id, title, blocks }));
  return {
    path,
    title: page.title,
    about: page.about,
    pages: documentation.map(({ path, title, about }) => ({ path, title, about })),
    q,
    found: q === "" ? null : searchDocs(documentation, q),
    sections,
    groups: keyGroups.filter((group) => sections.some(({ id }) => id === group.id)),
    ownTable: facts.table,
  };
}

/** The examples are about the reader's first table. */
async function factsFor({ platform, viewer }: AppContext): Promise<DocFacts> {
  const first = { limit: 1, offset: 0 };
  const tables =
    viewer &&
    (await platform.queries.tables.readablePage(viewer.id, { only: null, withRows: true, once: true }, first));
  return { origin: platform.site.appUrl, table: tables?.items[0]?.name ?? null };
}

export default function Documentation() {
  return <DocumentationView {...useLoaderData<typeof loader>()} />;
}
