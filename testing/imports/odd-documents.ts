import fc from "fast-check";

type Place = readonly (string | number)[];

/** The places of all values of a document. */
function placesIn(value: unknown, place: Place = []): Place[] {
  const inner: [string | number, unknown][] = Array.isArray(value)
    ? value.map((each: unknown, at) => [at, each])
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  return [place, ...inner.flatMap(([key, each]) => placesIn(each, [...place, key]))];
}

function withValue(document: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof document !== "object" || document === null) return document;
  const copy = (Array.isArray(document) ? [...(document as unknown[])] : { ...document }) as Record<
    string | number,
    unknown
  >;
  copy[key] = withValue(copy[key], rest, value);
  return copy;
}

/** Documents like this one in which up to three values are odd ones: texts, numbers and parts that nobody expects. */
export function oddDocuments(document: unknown, words: readonly string[]): fc.Arbitrary<unknown> {
  const places = placesIn(document);
  const odd = fc.oneof(
    fc.json().map((text) => JSON.parse(text) as unknown),
    fc.constantFrom<unknown>(...words, "__proto__", "{a}", "", -1, 1e300, null, [], {}),
    fc.string({ unit: "binary" }),
  );
  return fc
    .array(fc.tuple(fc.constantFrom(...places), odd), { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce<unknown>((made, [place, value]) => withValue(made, place, value), document));
}
