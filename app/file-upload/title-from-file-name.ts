const ENDINGS = /(?:\.(?:csv|tsv|txt|xlsx|json|jsonl|ndjson|parquet|gz|zst|zip)){1,4}$/i;

/** The title that a dataset is given at first: "river_levels-2024.csv.gz" is "River levels-2024". */
export function titleFromFileName(fileName: string): string {
  const words = fileName
    .replace(ENDINGS, "")
    .replace(/[_\s]+/g, " ")
    .trim();
  const [first = "", ...rest] = words;
  return first.toLocaleUpperCase("en") + rest.join("");
}
