import { NO_LICENSE } from "#domain/dataset/licenses.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { TABLE_SCHEMA_TYPES } from "../datasets/schema/table-schema.ts";
import { type DatasetFacts, downloadOf } from "./dataset-facts.ts";

/** Types whose texts readers are to recognise by themselves. */
const ANY_FORMAT: ReadonlySet<ColumnType> = new Set(["timestamp", "timestamptz", "time"]);

/** A dataset as a Data Package 2.0 with one table (https://datapackage.org/standard/data-package/). */
export function dataPackage(facts: DatasetFacts): JsonObject {
  const { license, sourceUrl, columns, tableName } = facts;
  return {
    $schema: "https://datapackage.org/profiles/2.0/datapackage.json",
    name: tableName.replaceAll("_", "-"),
    id: facts.id,
    title: facts.title,
    description: facts.description,
    homepage: facts.url,
    version: `${facts.version}.0.0`,
    created: facts.createdAt,
    keywords: [...new Set([facts.category, ...facts.keywords])],
    ...(license === null ? {} : { licenses: [licenseOfPackage(license)] }),
    contributors: [{ title: facts.author, roles: ["creator"] }],
    ...(sourceUrl === null ? {} : { sources: [{ title: new URL(sourceUrl).host, path: sourceUrl }] }),
    resources: [
      {
        name: tableName.replaceAll("_", "-"),
        path: downloadOf(facts, "csv"),
        ...{ type: "table", format: "csv", mediatype: "text/csv", encoding: "utf-8" },
        schema: {
          $schema: "https://datapackage.org/profiles/2.0/tableschema.json",
          missingValues: [""],
          fields: columns.map(({ name, label, type, description, unit }) => ({
            name,
            type: TABLE_SCHEMA_TYPES[type],
            ...(ANY_FORMAT.has(type) ? { format: "any" } : {}),
            title: label,
            ...(description === "" ? {} : { description }),
            ...(unit === "" ? {} : { unit }),
          })),
        },
      },
    ],
  };
}

function licenseOfPackage({ id, label, url }: NonNullable<DatasetFacts["license"]>): JsonObject {
  return { ...(id === "other" || id === NO_LICENSE ? {} : { name: id }), path: url, title: label };
}
