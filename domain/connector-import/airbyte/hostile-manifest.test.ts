import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countedReads } from "#testing/hostile/counted-reads.ts";
import { hostileManifests } from "#testing/hostile/hostile-manifest.ts";
import { oddDocuments } from "#testing/imports/odd-documents.ts";
import { EVERY_PART } from "#testing/imports/orchard-manifest.ts";
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

test("whatever stands anywhere in a manifest, it ends in a refusal or in a definition that is accepted", () => {
  const words = ["{{", "{{ }}", "{{ config }}", "#/", "#/streams/0", "{% if x %}"];
  fc.assert(
    fc.property(oddDocuments(EVERY_PART, words), (document) => {
      const made = importAirbyte(document);
      if (made.ok) expect(parseDefinition(made.connector.definition)).toMatchObject({ ok: true });
      else expect(made.message).not.toBe("");
    }),
    { numRuns: 100 },
  );
});
