import { describe, expect, test } from "vitest";
import { hostileDocuments } from "#testing/hostile/hostile-openapi.ts";
import { countedReads } from "#testing/hostile/counted-reads.ts";
import { Steps } from "../../core/limits/steps.ts";
import { importOpenApi, operationChoices } from "./openapi-definition.ts";

const MOST_STEPS = 200_000;
/** What is read of a document beside its steps: its size is counted, and each part is read a few times. */
const READS_OF_ONE_STEP = 30;

const TOO_LARGE = {
  ok: false,
  message: expect.stringMatching(/^The document is too large: it takes too many steps to read\./),
  tooLarge: true,
};

describe.each(hostileDocuments(0.1))("$name", ({ document }) => {
  const whole = JSON.parse(JSON.stringify(document)) as object;
  const choices = operationChoices(whole);
  const chosen = choices.ok ? choices.choices.slice(0, 100).map(({ key }) => key) : [];
  const sizeReads = () => {
    const counted = countedReads(whole);
    JSON.stringify(counted.value);
    return counted.reads();
  };

  test.each([
    ["its operations are listed", (value: object, steps: Steps) => operationChoices(value, steps)],
    ["its usual operations are imported", (value: object, steps: Steps) => importOpenApi(value, null, steps)],
    ["any of its operations are imported", (value: object, steps: Steps) => importOpenApi(value, chosen, steps)],
  ])("%s within the budget, or refused", (_, read) => {
    const steps = new Steps(MOST_STEPS);
    const counted = countedReads(whole);
    const made = read(counted.value, steps);
    if (!made.ok && made.tooLarge) expect(made).toEqual(TOO_LARGE);
    else expect(steps.taken).toBeLessThanOrEqual(MOST_STEPS);
    expect(counted.reads()).toBeLessThan(4 * sizeReads() + READS_OF_ONE_STEP * MOST_STEPS);
  });
});

test("a schema of itself with three operations, which took 17 seconds, is imported", () => {
  const [document] = hostileDocuments();
  const steps = new Steps(100_000);
  expect(importOpenApi(document?.document, null, steps)).toMatchObject({ ok: true });
  expect(steps.taken).toBeLessThan(50_000);
});
