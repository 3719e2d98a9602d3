import { expect, test } from "vitest";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import { outputNames } from "./output-names.ts";

test("every operation has a table of its own, also when ids differ in signs only", () => {
  const operations = ["a-b", "Orders", "a b", "a_b"].map((id) => ({ id, url: "https://api.test/" }));
  const parsed = parseDefinition({ protocol: "rest", operations });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  expect([...outputNames("mine", parsed.definition)]).toEqual([
    ["a-b", "mine"],
    ["Orders", "mine_orders"],
    ["a b", "mine_a_b"],
    ["a_b", "mine_a_b_2"],
  ]);
});
