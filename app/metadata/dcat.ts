import type { JsonObject } from "#domain/core/values/json.ts";
import type { UpdateFrequency } from "#domain/dataset/update-frequencies.ts";
import { type DatasetFacts, descriptionOf, DOWNLOADS, downloadOf } from "./dataset-facts.ts";

const CONTEXT: JsonObject = {
  dcat: "http://www.w3.org/ns/dcat#",
  dct: "http://purl.org/dc/terms/",
  foaf: "http://xmlns.com/foaf/0.1/",
  hydra: "http://www.w3.org/ns/hydra/core#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
};

/** The names of the frequencies in the list of the EU. */
const FREQUENCIES: Readonly<Record<UpdateFrequency, string>> = {
  continuous: "CONT",
  hourly: "HOURLY",
  daily: "DAILY",
  weekly: "WEEKLY",
  monthly: "MONTHLY",
  quarterly: "QUARTERLY",
  annual: "ANNUAL",
  irregular: "IRREG",
  never: "NEVER",
};

const id = (address: string) => ({ "@id": address });
const time = (moment: string) => ({ "@value": moment, "@type": "xsd:dateTime" });

/** A page of the catalogue in DCAT 3. `next`: the address of the page after it. */
export function dcatCatalog(
  datasets: readonly DatasetFacts[],
  { origin, page, next }: { readonly origin: string; readonly page: string; readonly next: string | null },
): JsonObject {
  return {
    "@context": CONTEXT,
    "@graph": [
      {
        ...{ "@id": `${origin}/catalog.jsonld`, "@type": "dcat:Catalog" },
        "dct:title": "Tributary DataStore",
        "dct:description": "The public datasets of this installation.",
        "dct:publisher": { "@type": "foaf:Agent", "foaf:name": new URL(origin).host },
        "foaf:homepage": id(`${origin}/datastore`),
        "dcat:dataset": datasets.map(dcatDataset),
      },
      {
        ...{ "@id": page, "@type": "hydra:PartialCollectionView" },
        ...(next === null ? {} : { "hydra:next": id(next) }),
      },
    ],
  };
}

function dcatDataset(facts: DatasetFacts): JsonObject {
  const { url, license, frequency, sourceUrl } = facts;
  return {
    ...{ "@id": url, "@type": "dcat:Dataset" },
    "dct:identifier": facts.id,
    "dct:title": facts.title,
    "dct:description": facts.description,
    "dcat:keyword": [...new Set([facts.category, ...facts.keywords])],
    "dct:issued": time(facts.createdAt),
    "dct:modified": time(facts.updatedAt),
    "dcat:version": String(facts.version),
    "dct:creator": { "@type": "foaf:Agent", "foaf:name": facts.author },
    "dcat:landingPage": id(url),
    ...(frequency === null
      ? {}
      : {
          "dct:accrualPeriodicity": id(
            `http://publications.europa.eu/resource/authority/frequency/${FREQUENCIES[frequency]}`,
          ),
        }),
    ...(sourceUrl === null ? {} : { "dct:source": id(sourceUrl) }),
    "foaf:isPrimaryTopicOf": id(descriptionOf(facts, "dataset.jsonld")),
    "dcat:distribution": DOWNLOADS.map(({ extension, mediaType, label }) => ({
      ...{ "@id": downloadOf(facts, extension), "@type": "dcat:Distribution" },
      "dct:title": label,
      "dcat:accessURL": id(url),
      "dcat:downloadURL": id(downloadOf(facts, extension)),
      "dcat:mediaType": id(`https://www.iana.org/assignments/media-types/${mediaType}`),
      ...(license === null ? {} : { "dct:license": id(license.url) }),
    })),
  };
}
