import type { MetaDescriptor } from "@remix-run/node";

const LINKS = [
  { file: "croissant.json", type: "application/ld+json", title: "Croissant" },
  { file: "dataset.jsonld", type: "application/ld+json", title: "schema.org" },
  { file: "datapackage.json", type: "application/json", title: "Data Package" },
  { file: "versions.rss", type: "application/rss+xml", title: "Versions" },
];

/** Links in the head of a dataset's page to its descriptions for programs. */
export function descriptionLinks(id: string): MetaDescriptor[] {
  return LINKS.map(({ file, type, title }) => ({
    ...{ tagName: "link", rel: "alternate", type, title },
    href: `/dataset_profile/${id}/${file}`,
  }));
}

/** Links in the head of the DataStore to the whole catalogue. */
export const CATALOGUE_LINKS: MetaDescriptor[] = [
  {
    ...{ tagName: "link", rel: "alternate", type: "application/rss+xml", title: "New in the DataStore" },
    href: "/datastore.rss",
  },
  { tagName: "link", rel: "alternate", type: "application/ld+json", title: "DCAT", href: "/catalog.jsonld" },
];
