import { expect, test } from "vitest";
import { bearerToken, templateText } from "../../definition/templates.ts";
import { declaredIn } from "./declared.ts";

test.each(["", "{", "[1]", "null", '"rest"'])("nothing can be read from %s", (text) => {
  expect(declaredIn(text)).toBeNull();
});

test.each([
  ["{}", { hosts: [], auth: "none", operations: 0 }],
  ['{"operations":{},"auth":[]}', { hosts: [], auth: "none", operations: 0 }],
  ['{"operations":[null,{"url":7},{"url":"/x"}]}', { hosts: [], auth: "none", operations: 3 }],
  [
    '{"base_url":"https://A.example/v1","auth":[{"type":"basic"},{"type":"none"}],"operations":[{"url":"/x"},{"url":"https://b.example?x"}]}',
    { hosts: ["a.example", "b.example"], auth: "basic", operations: 2 },
  ],
])("%s", (text, declared) => {
  expect(declaredIn(text)).toEqual(declared);
});

test("the template a new connector starts with", () => {
  expect(declaredIn(templateText(bearerToken))).toEqual({ hosts: ["api.example.com"], auth: "bearer", operations: 1 });
});
