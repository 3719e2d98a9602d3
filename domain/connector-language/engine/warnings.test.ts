import { expect, test } from "vitest";
import { type Finding, finding } from "../../core/findings/finding.ts";
import { MAX_WARNINGS, type Pull, warnOnce } from "./pull.ts";

test("a warning is kept once, and no more than a hundred of them", () => {
  const warnings: Finding[] = [];
  const pull = { result: { warnings } as unknown as Pull["result"], warned: new Set<string>() };
  for (let round = 0; round < 2; round += 1)
    for (let at = 0; at < 150; at += 1) warnOnce(pull, finding("page-ignored", { page: at, parameter: null }));
  expect(warnings).toHaveLength(MAX_WARNINGS);
  expect(new Set(warnings.map(({ facts }) => facts["page"])).size).toBe(MAX_WARNINGS);
});
