import { describe, expect, test } from "vitest";
import { countedReads } from "#testing/hostile/counted-reads.ts";
import { hostileDefinitions } from "#testing/hostile/hostile-definitions.ts";
import type { Definition } from "../definition/definition.ts";
import { pullOrder } from "../definition/parents.ts";
import { withOnlyOperation } from "../definition/with-only-operation.ts";
import { authForm, settingsForm } from "../settings/form-fields.ts";
import { formValues, visibleFields } from "../settings/form-values.ts";
import { settingsToAsk } from "../settings/settings.ts";
import { checkDefinition } from "./check-definition.ts";
import { readDefinition } from "./parse-definition.ts";

/** Each value of the largest definition is read some ten times. */
const MOST_READS = 1_000_000;

const VIEWS: Readonly<Record<string, (definition: Definition) => unknown>> = {
  "what its settings ask for": (definition) => settingsToAsk(definition, {}),
  "its forms": (definition) => [settingsForm(definition), definition.auths.map((_, at) => authForm(definition, at))],
  "which fields its form shows": (definition) => {
    const fields = settingsForm(definition);
    return visibleFields(fields, formValues(fields, {}));
  },
  "the order of its operations": pullOrder,
  "one operation with its parents": (definition) => withOnlyOperation(definition, definition.operations.at(-1)!),
};

describe.each(hostileDefinitions())("$name", ({ definition: written }) => {
  test("is refused, or read within the budget by all that shows it", () => {
    const readsOf = (definition: Definition, show: (definition: Definition) => unknown) => {
      const counted = countedReads(definition);
      show(counted.value);
      return counted.reads();
    };
    let checking = 0;
    const parsed = readDefinition(written, (definition) => {
      checking += readsOf(definition, checkDefinition);
      return checkDefinition(definition);
    });
    expect(checking).toBeLessThan(MOST_READS);
    if (!parsed.ok) return;
    const reads = Object.entries(VIEWS).map(([view, show]) => [view, readsOf(parsed.definition, show)] as const);
    expect(reads.filter(([, count]) => count > MOST_READS)).toEqual([]);
  });
});
