import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countedReads } from "#testing/hostile/counted-reads.ts";
import { hostileManifests } from "#testing/hostile/hostile-manifest.ts";
import { manifest, param, stream } from "#testing/imports/orchard-manifest.ts";
import { Steps } from "../../core/limits/steps.ts";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import { importAirbyte, streamChoices } from "./airbyte-definition.ts";

const MOST_STEPS = 200_000;
/** What is read of a document beside its steps: its size is counted, and each part is read a few times. */
const READS_OF_ONE_STEP = 30;

describe.each(hostileManifests(0.05))("$name", ({ document }) => {
  const whole = JSON.parse(JSON.stringify(document)) as object;
  const sizeReads = () => {
    const counted = countedReads(whole);
    JSON.stringify(counted.value);
    return counted.reads();
  };
  test.each([
    ["its streams are listed", (value: object, steps: Steps) => streamChoices(value, steps)],
    ["its streams are imported", (value: object, steps: Steps) => importAirbyte(value, null, steps)],
  ])("%s within the budget, or refused", (_, read) => {
    const steps = new Steps(MOST_STEPS);
    const counted = countedReads(whole);
    const made = read(counted.value, steps);
    if (!made.ok) expect(made.message).not.toBe("");
    else expect(steps.taken).toBeLessThanOrEqual(MOST_STEPS);
    expect(counted.reads()).toBeLessThan(4 * sizeReads() + READS_OF_ONE_STEP * MOST_STEPS);
  });
});

const whole = manifest([
  stream("trees", {
    requester: {
      request_parameters: { a: "{{ config['a'] }}" },
      error_handler: { response_filters: [{ action: "IGNORE" }] },
    },
    paginator: {
      pagination_strategy: {
        type: "CursorPagination",
        cursor_value: "{{ response.next }}",
        stop_condition: "{{ not response.more }}",
      },
      page_token_option: param("p"),
    },
    router: { type: "ListPartitionRouter", cursor_field: "kind", values: ["a", "b"], request_option: param("k") },
    stream: {
      incremental_sync: {
        type: "DatetimeBasedCursor",
        cursor_field: "at",
        datetime_format: "%s",
        start_datetime: "2024-01-01",
      },
      transformations: [{ type: "AddFields", fields: [{ path: ["x"], value: "{{ record.y }}" }] }],
      primary_key: [["id"]],
    },
  }),
]);

/** The places of all values of a document. */
function placesIn(value: unknown, place: (string | number)[] = []): (string | number)[][] {
  const inner = Array.isArray(value)
    ? value.map((each, at) => [at, each] as const)
    : typeof value === "object" && value !== null
      ? Object.entries(value)
      : [];
  return [place, ...inner.flatMap(([key, each]) => placesIn(each, [...place, key]))];
}

function withValue(document: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(document) ? [...document] : { ...(document as object) }) as Record<
    string | number,
    unknown
  >;
  copy[key] = withValue(copy[key], rest, value);
  return copy;
}

test("whatever stands anywhere in a manifest, it ends in a refusal or in a definition that is accepted", () => {
  const places = placesIn(whole);
  const odd = fc.oneof(
    fc.json().map((text) => JSON.parse(text) as unknown),
    fc.constantFrom(
      "{{",
      "{{ }}",
      "{{ config }}",
      "#/",
      "#/streams/0",
      "{% if x %}",
      "__proto__",
      "{a}",
      "",
      -1,
      1e300,
      null,
      [],
      {},
    ),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...places), odd), { minLength: 1, maxLength: 3 }), (changes) => {
      const document = changes.reduce<unknown>((made, [place, value]) => {
        try {
          return withValue(made, place, value);
        } catch {
          return made;
        }
      }, whole);
      const made = importAirbyte(document);
      if (made.ok) expect(parseDefinition(made.connector.definition)).toMatchObject({ ok: true });
      else expect(made.message).not.toBe("");
    }),
    { numRuns: 300 },
  );
});
