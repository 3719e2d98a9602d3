/** Texts of statistics are cut at this length or later. */
const WHOLE_VALUE = 20;
const DAY_MS = 86_400_000;

/**
 * The rows of one bar of a histogram, as conditions of streams; null: they cannot be told. `ends`: the smallest and the
 * largest value of all `bins`; `binWidth`: how many whole numbers a bin holds.
 */
export function binConditions(
  [low, high]: readonly [string, string],
  type: string,
  { bin, bins, binWidth }: { readonly bin: number; readonly bins: number; readonly binWidth?: number | undefined },
): readonly string[] | null {
  if (binWidth !== undefined) {
    const from = Number(low) + bin * binWidth;
    const upTo = Math.min(Number(high), from + binWidth - 1);
    return from === upTo ? [`eq.${from}`] : [`gte.${from}`, `lte.${upTo}`];
  }
  const written = writerOf(type);
  const [first, last] = [valueOf(low, type), valueOf(high, type)];
  const width = (last - first) / bins;
  if (written === null || !Number.isFinite(width) || width <= 0) return null;
  const from = bin === 0 ? low : written(first + bin * width);
  return bin === bins - 1 ? [`gte.${from}`] : [`gte.${from}`, `lt.${written(first + (bin + 1) * width)}`];
}

/** The rows with one of the most common values. */
export function valueConditions(value: string): readonly string[] {
  return value.length < WHOLE_VALUE ? [`eq.${value}`] : [`like.${value.replace(/[\\%_*]/g, "\\$&")}*`];
}

const isNumber = (type: string) => /^(bigint|double|numeric|number|integer)/.test(type);
const valueOf = (text: string, type: string) =>
  isNumber(type) ? Number(text) : Date.parse(/^timestamp$/.test(type) ? `${text}Z` : text);

/** How a value of the column is written; null: bars of this type lead nowhere. */
function writerOf(type: string): ((value: number) => string) | null {
  if (type === "bigint" || type === "integer") return (value) => String(Math.ceil(value));
  if (isNumber(type)) return String;
  // A day belongs to the bar that its beginning is in.
  if (type === "date") return (value) => isoText(Math.ceil(value / DAY_MS) * DAY_MS).split("T", 1)[0] ?? "";
  if (type === "timestamp") return (value) => isoText(value).replace("Z", "");
  return type === "timestamptz" ? isoText : null;
}

const isoText = (value: number) => new Date(value).toISOString();
