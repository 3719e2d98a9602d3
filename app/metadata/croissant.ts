import type { JsonObject } from "#domain/core/values/json.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { type DatasetFacts, downloadOf } from "./dataset-facts.ts";
import { sharedFacts } from "./schema-org.ts";

/** The context that version 1.0 of the format prescribes (https://docs.mlcommons.org/croissant/docs/croissant-spec.html). */
const CONTEXT: JsonObject = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  citeAs: "cr:citeAs",
  column: "cr:column",
  conformsTo: "dct:conformsTo",
  cr: "http://mlcommons.org/croissant/",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  dct: "http://purl.org/dc/terms/",
  examples: { "@id": "cr:examples", "@type": "@json" },
  extract: "cr:extract",
  field: "cr:field",
  fileObject: "cr:fileObject",
  fileProperty: "cr:fileProperty",
  fileSet: "cr:fileSet",
  format: "cr:format",
  includes: "cr:includes",
  isLiveDataset: "cr:isLiveDataset",
  jsonPath: "cr:jsonPath",
  key: "cr:key",
  md5: "cr:md5",
  parentField: "cr:parentField",
  path: "cr:path",
  rai: "http://mlcommons.org/croissant/RAI/",
  recordSet: "cr:recordSet",
  references: "cr:references",
  regex: "cr:regex",
  repeated: "cr:repeated",
  replace: "cr:replace",
  sc: "https://schema.org/",
  separator: "cr:separator",
  source: "cr:source",
  subField: "cr:subField",
  transform: "cr:transform",
};

const DATA_TYPES: Readonly<Record<ColumnType, string>> = {
  bigint: "sc:Integer",
  "double precision": "sc:Float",
  numeric: "sc:Float",
  boolean: "sc:Boolean",
  date: "sc:Date",
  timestamp: "sc:DateTime",
  timestamptz: "sc:DateTime",
  time: "sc:Time",
  text: "sc:Text",
  jsonb: "sc:Text",
};

/** A dataset in Croissant 1.0, for machine learning: also a Dataset of schema.org. Its rows change, so no file has a checksum. */
export function croissant(facts: DatasetFacts): JsonObject {
  return {
    "@context": CONTEXT,
    "@type": "sc:Dataset",
    conformsTo: "http://mlcommons.org/croissant/1.0",
    ...sharedFacts(facts),
    // The format wants three numbers.
    version: `${facts.version}.0.0`,
    isLiveDataset: true,
    distribution: [
      {
        "@type": "cr:FileObject",
        "@id": "rows.csv",
        name: "rows.csv",
        contentUrl: downloadOf(facts, "csv"),
        encodingFormat: "text/csv",
      },
    ],
    recordSet: [
      {
        "@type": "cr:RecordSet",
        "@id": "rows",
        name: "rows",
        field: facts.columns.map(({ name, label, type, description, unit }) => ({
          "@type": "cr:Field",
          "@id": `rows/${name}`,
          name,
          description: [description || label, unit && `Unit: ${unit}`].filter(Boolean).join(". "),
          dataType: DATA_TYPES[type],
          source: { fileObject: { "@id": "rows.csv" }, extract: { column: name } },
        })),
      },
    ],
  };
}
