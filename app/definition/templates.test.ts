import { expect, test } from "vitest";
import { definitionFaults } from "./definition-faults.ts";
import { templates, templateText } from "./templates.ts";

test.each(templates)("$name can be published unchanged", (template) => {
  expect(definitionFaults(templateText(template))).toEqual([]);
});
