import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";

/** A dataset as the API tells it. */
export function datasetShape(item: DatasetItem) {
  const { owned, granted, load_error, keywords, ...rest } = item;
  return {
    ...rest,
    keywords,
    accessible: owned || granted,
    load_error: owned ? load_error : null,
    dsl: null,
    api_doc_url: null,
  };
}
