import { expect, test } from "vitest";
import { readBody } from "./read-body.ts";

const row = JSON.stringify({ id: 1, name: "Anna", mail: "anna@example.org", note: "x".repeat(60) });
const rows = Array<string>(40_000).fill(row);

test.each([
  ["json", `{"total":40000,"items":[${rows.join(",")}]}`],
  ["ndjson", rows.join("\n")],
  ["csv", `id,name\n${Array<string>(300_000).fill("1,Anna Brown").join("\n")}`],
  ["xml", `<items>${Array<string>(60_000).fill("<item><id>1</id><name>Anna</name></item>").join("")}</items>`],
] as const)("other work goes on while a large answer in %s is read", async (responseFormat, text) => {
  let pauses = 0;
  const body = await readBody(new TextEncoder().encode(text), { responseFormat, delimiter: "," }, null, {
    pause: async () => void pauses++,
    encodingOf: () => "windows-1252",
  });
  expect(body.kind).toBe("value");
  expect(text.length / pauses).toBeLessThan(1_000_000);
});
