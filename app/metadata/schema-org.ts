import { cutText } from "#domain/core/text/text.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import { ACCESS_CONDITIONS, type DatasetFacts, DOWNLOADS, downloadOf } from "./dataset-facts.ts";

/** The longest description that search engines for datasets read. */
const MOST_CHARACTERS = 5_000;
/** Columns that a description in the head of a page names. */
const MOST_COLUMNS = 200;

/** What schema.org's Dataset and Croissant have in common. */
export function sharedFacts(facts: DatasetFacts): JsonObject {
  const { url, title, description, keywords, category, license, author, createdAt, updatedAt, version } = facts;
  return {
    name: title,
    description: cutText(description, MOST_CHARACTERS),
    url,
    identifier: url,
    keywords: [...new Set([category, ...keywords])],
    ...(license === null ? {} : { license: license.url }),
    creator: { "@type": "Person", name: author },
    dateCreated: createdAt,
    datePublished: createdAt,
    dateModified: updatedAt,
    version: String(version),
    isAccessibleForFree: facts.isFree,
    conditionsOfAccess: ACCESS_CONDITIONS,
    ...(facts.sourceUrl === null ? {} : { isBasedOn: facts.sourceUrl }),
    includedInDataCatalog: { "@type": "DataCatalog", name: "Tributary DataStore", url: `${facts.origin}/datastore` },
  };
}

/** A dataset as a Dataset of schema.org, for search engines. */
export function schemaOrgDataset(facts: DatasetFacts): JsonObject {
  return {
    "@context": { "@vocab": "https://schema.org/" },
    "@type": "Dataset",
    "@id": facts.url,
    ...sharedFacts(facts),
    variableMeasured: facts.columns.slice(0, MOST_COLUMNS).map(({ name, label, description, unit }) => ({
      "@type": "PropertyValue",
      name: label,
      alternateName: name,
      ...(description === "" ? {} : { description }),
      ...(unit === "" ? {} : { unitText: unit }),
    })),
    distribution: DOWNLOADS.map(({ extension, mediaType, label }) => ({
      "@type": "DataDownload",
      name: label,
      encodingFormat: mediaType,
      contentUrl: downloadOf(facts, extension),
    })),
  };
}
