import { licenseOf, NO_LICENSE } from "#domain/dataset/licenses.ts";
import { isUpdateFrequency, type UpdateFrequency } from "#domain/dataset/update-frequencies.ts";
import type { DatasetItem, DatasetTexts } from "#projections/catalogue/dataset-queries.ts";
import { described, type DescribedColumn } from "../datasets/column-notes.ts";
import { profileHref } from "../ui/data/item.ts";

/** What descriptions for programs say about a dataset: only what everybody sees on its page. */
export type DatasetFacts = {
  readonly id: string;
  /** Of the installation. */
  readonly origin: string;
  /** Its page. */
  readonly url: string;
  readonly title: string;
  /** Never empty. */
  readonly description: string;
  readonly category: string;
  readonly keywords: readonly string[];
  /** null: not stated. */
  readonly license: { readonly id: string; readonly label: string; readonly url: string } | null;
  readonly frequency: UpdateFrequency | null;
  readonly sourceUrl: string | null;
  readonly author: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
  readonly isFree: boolean;
  readonly tableName: string;
  readonly columns: readonly DescribedColumn[];
};

/** The facts of a dataset that the viewer may see. `texts`: null in lists, whose columns are not described. */
export function factsOf(item: DatasetItem, texts: DatasetTexts | null, origin: string): DatasetFacts {
  const url = origin + profileHref({ kind: "dataset", id: item.id });
  const { title, description, rowMeaning, license, updateFrequency, sourceUrl } = item;
  return {
    ...{ id: item.id, origin, url, title, category: item.category, keywords: item.keywords, author: item.author },
    description: description.trim() || rowMeaning || title,
    license:
      license === NO_LICENSE ? null : { ...licenseOf(license), url: licenseOf(license).url ?? `${url}#license-terms` },
    frequency: isUpdateFrequency(updateFrequency) ? updateFrequency : null,
    sourceUrl: sourceUrl || null,
    createdAt: iso(item.createdAt),
    updatedAt: iso(item.rowsAt ?? item.updatedAt),
    version: item.version,
    isFree: item.price === 0,
    tableName: item.tableName,
    columns: described(item.columns, texts?.columnNotes ?? {}),
  };
}

const iso = (time: string) => new Date(time).toISOString();

/** Forms in which the rows are read, with an API key. */
export const DOWNLOADS = [
  { extension: "csv", mediaType: "text/csv", label: "CSV" },
  { extension: "ndjson", mediaType: "application/x-ndjson", label: "JSON lines" },
  { extension: "json", mediaType: "application/json", label: "JSON" },
] as const;

/** The address of the rows in a form. */
export function downloadOf({ origin, tableName }: DatasetFacts, extension: string): string {
  return `${origin}/d/${tableName}.${extension}`;
}

/** The address of a description of the dataset. */
export function descriptionOf({ url }: Pick<DatasetFacts, "url">, file: DescriptionFile): string {
  return `${url}/${file}`;
}
export type DescriptionFile = "croissant.json" | "dataset.jsonld" | "datapackage.json" | "versions.rss";

/** What the rows need to be read, for people. */
export const ACCESS_CONDITIONS = "Reading the rows needs an account and one of its API keys.";
