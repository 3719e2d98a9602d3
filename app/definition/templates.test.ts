import { expect, test } from "vitest";
import { definitionFaults } from "./definition-faults.ts";
import { templates } from "./templates.ts";

test.each(templates)("$name can be published as it stands", ({ definition }) => {
  expect(definitionFaults(JSON.stringify(definition, null, 2))).toEqual([]);
});
