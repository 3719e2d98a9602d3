import { SaxesParser } from "saxes";
import { everyCharacter } from "#testing/texts/every-character.ts";
import { rss } from "./feed.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import jsonld from "jsonld";
import { expect, test } from "vitest";
import type { JsonObject } from "#domain/core/values/json.ts";
import { COLUMN_TYPES } from "#domain/core/values/table.ts";
import { croissant } from "./croissant.ts";
import { dataPackage } from "./data-package.ts";
import type { DatasetFacts } from "./dataset-facts.ts";
import { dcatCatalog } from "./dcat.ts";
import { schemaOrgDataset } from "./schema-org.ts";

const origin = "https://tributary.test";
const FACTS: DatasetFacts = {
  ...{ id: "d-1", origin, url: `${origin}/dataset_profile/d-1`, title: "Gauges </script>", description: "Levels" },
  ...{
    category: "Environment",
    keywords: ["water"],
    author: "Ada",
    frequency: "daily",
    sourceUrl: "https://example.org/a",
  },
  license: { id: "CC0-1.0", label: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/" },
  ...{ createdAt: "2026-01-02T00:00:00.000Z", updatedAt: "2026-02-02T00:00:00.000Z", version: 3, isFree: true },
  tableName: "gauges_1",
  columns: COLUMN_TYPES.map((type, at) => ({
    name: `c_${at}`,
    label: `C ${at}`,
    type,
    description: "What",
    unit: "cm",
  })),
};
/** Little is said: neither licence, frequency, source nor notes of columns. */
const BARE: DatasetFacts = {
  ...FACTS,
  ...{ license: null, frequency: null, sourceUrl: null, keywords: [] },
  columns: FACTS.columns.map((column) => ({ ...column, description: "", unit: "" })),
};
const dcat = (facts: DatasetFacts) =>
  dcatCatalog([facts], { origin, page: `${origin}/catalog.jsonld`, next: `${origin}/catalog.jsonld?after=x` });

type Node = Record<string, readonly { "@value"?: unknown; "@id"?: string; "@type"?: unknown }[]> & {
  "@type"?: string[];
};

/** The nodes of a document as a JSON-LD processor reads it. Nothing is fetched: contexts are in the document. */
async function nodesOf(document: JsonObject): Promise<readonly Node[]> {
  const noFetch = (url: string) => Promise.reject(new Error(`Fetched ${url}`));
  const options = { documentLoader: noFetch as never, safe: true };
  // Blank and relative ids get an address.
  const flat = await jsonld.flatten(document, undefined, { ...options, base: `${origin}/` } as never);
  return flat as unknown as readonly Node[];
}
const S = "https://schema.org/";
const CR = "http://mlcommons.org/croissant/";
const DCAT = "http://www.w3.org/ns/dcat#";
const DCT = "http://purl.org/dc/terms/";

/**
 * What nodes of a type must have: Croissant 1.0 (docs.mlcommons.org/croissant/docs/croissant-spec.html, the properties
 * marked as required, but licence and checksum, which are not always known), Google's guide to structured data for
 * datasets, and the mandatory properties of DCAT-AP 3.
 */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  [`${S}Dataset`]: [`${S}name`, `${S}description`, `${S}url`, `${S}creator`, `${S}datePublished`],
  [`${S}DataDownload`]: [`${S}contentUrl`, `${S}encodingFormat`],
  [`${CR}FileObject`]: [`${S}name`, `${S}contentUrl`, `${S}encodingFormat`],
  [`${CR}RecordSet`]: [`${S}name`, `${CR}field`],
  [`${CR}Field`]: [`${S}name`, `${CR}dataType`, `${CR}source`],
  [`${DCAT}Catalog`]: [`${DCT}title`, `${DCT}description`, `${DCT}publisher`, `${DCAT}dataset`],
  [`${DCAT}Dataset`]: [`${DCT}title`, `${DCT}description`],
  [`${DCAT}Distribution`]: [`${DCAT}accessURL`],
};

test.each([
  ["schema.org", schemaOrgDataset, [`${S}Dataset`, `${S}DataDownload`]],
  ["Croissant", croissant, [`${S}Dataset`, `${CR}FileObject`, `${CR}RecordSet`, `${CR}Field`]],
  ["DCAT", dcat, [`${DCAT}Catalog`, `${DCAT}Dataset`, `${DCAT}Distribution`]],
] as const)("%s is JSON-LD without lost properties, and has all that its format requires", async (_, make, types) => {
  for (const facts of [FACTS, BARE]) {
    const nodes = await nodesOf(make(facts));
    for (const type of types) {
      const found = nodes.filter((node) => node["@type"]?.includes(type));
      expect([type, found.length > 0]).toEqual([type, true]);
      for (const node of found)
        for (const property of REQUIRED[type]!)
          expect([type, property, (node[property]?.length ?? 0) > 0]).toEqual([type, property, true]);
    }
  }
});

test("Croissant has the context and the version of the format, and types of every column", async () => {
  const document = croissant(FACTS);
  expect(document["conformsTo"]).toBe("http://mlcommons.org/croissant/1.0");
  const nodes = await nodesOf(document);
  const fields = nodes.filter((node) => node["@type"]?.includes(`${CR}Field`));
  const types = fields.map((field) => field[`${CR}dataType`]?.[0]?.["@id"]);
  expect(new Set(types)).toEqual(
    new Set(["Integer", "Float", "Boolean", "Date", "DateTime", "Time", "Text"].map((type) => S + type)),
  );
  const dataset = nodes.find((node) => node["@type"]?.includes(`${S}Dataset`));
  expect(dataset?.[`${CR}isLiveDataset`]?.[0]?.["@value"]).toBe(true);
});

test("a description says nothing that is not known, and names the licence where it is", () => {
  expect(schemaOrgDataset(FACTS)["license"]).toBe("https://creativecommons.org/publicdomain/zero/1.0/");
  for (const make of [schemaOrgDataset, croissant, dcat, dataPackage]) {
    const text = JSON.stringify(make(BARE));
    for (const word of ['"license', "isBasedOn", "dct:source", "accrualPeriodicity", '"unit', '"sources"'])
      expect([word, text.includes(word)]).toEqual([word, false]);
  }
});

/** Data Package 2.0 and Table Schema 2.0 (datapackage.org/standard), as far as our packages use them. */
const DATA_PACKAGE = {
  type: "object",
  required: ["resources"],
  properties: {
    $schema: { const: "https://datapackage.org/profiles/2.0/datapackage.json" },
    name: { type: "string", pattern: "^[a-z0-9._-]+$" },
    version: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+$" },
    created: { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$" },
    homepage: { type: "string", pattern: "^https?://" },
    keywords: { type: "array", minItems: 1, items: { type: "string" } },
    licenses: {
      type: "array",
      minItems: 1,
      items: { type: "object", anyOf: [{ required: ["name"] }, { required: ["path"] }] },
    },
    contributors: { type: "array", minItems: 1, items: { type: "object", required: ["title"] } },
    sources: { type: "array", minItems: 1, items: { type: "object", minProperties: 1 } },
    resources: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["name", "path"],
        properties: {
          name: { type: "string", pattern: "^[a-z0-9._-]+$" },
          path: { type: "string", pattern: "^https?://" },
          type: { const: "table" },
          schema: {
            type: "object",
            required: ["fields"],
            properties: {
              fields: {
                type: "array",
                minItems: 1,
                items: {
                  type: "object",
                  required: ["name"],
                  properties: {
                    type: { enum: ["string", "number", "integer", "boolean", "any", "date", "time", "datetime"] },
                    format: { enum: ["default", "any"] },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

test("a Data Package fits its schema", () => {
  const fits = new Ajv2020({ allErrors: true }).compile(DATA_PACKAGE);
  for (const facts of [FACTS, BARE, { ...FACTS, license: { id: "other", label: "Other", url: `${FACTS.url}#a` } }])
    expect([fits(JSON.parse(JSON.stringify(dataPackage(facts)))), fits.errors]).toEqual([true, null]);
});

test("a feed is well-formed whatever titles hold that were stored before they were checked", async () => {
  for (const part of everyCharacter(4_096)) {
    const entry = {
      id: part,
      title: `x${part}`,
      link: "https://a.example/?a=1&b=2",
      at: "2026-01-01T00:00:00Z",
      text: part,
    };
    const feed = { title: `x${part}`, link: "https://a.example/", self: "https://a.example/rss", text: part };
    const parser = new SaxesParser();
    parser.on("error", (error) => {
      throw error;
    });
    parser.write(await rss(feed, [entry]).text()).close();
  }
});
