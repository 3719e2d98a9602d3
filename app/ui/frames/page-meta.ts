import type { MetaDescriptor } from "@remix-run/node";

type PageFacts = {
  /** Names the content of the page: `River levels | Tributary`. */
  readonly title: string;
  /** A sentence for search results and previews of links. */
  readonly description?: string;
  /** Search engines leave the page out: it is nobody's, or one person's. */
  readonly noindex?: boolean;
};

/** What browsers, search engines and previews of links say about a page. */
export function pageMeta({ title, description, noindex = false }: PageFacts): MetaDescriptor[] {
  return [
    { title },
    { property: "og:title", content: title },
    ...(description
      ? [
          { name: "description", content: description },
          { property: "og:description", content: description },
        ]
      : []),
    ...(noindex ? [{ name: "robots", content: "noindex" }] : []),
  ];
}
