import { expect, test } from "vitest";
import { finding } from "../core/findings/finding.ts";
import type { LooseObject } from "./imported.ts";
import { withSoundOperations } from "./sound-operations.ts";

const refusalsOf = (...operations: LooseObject[]) =>
  withSoundOperations({ protocol: "rest", base_url: "https://api.example.com", operations }, (id) => id).lost.map(
    (loss) => loss.finding,
  );

test("why an operation is refused is kept as a code and facts, never as our sentence", () => {
  expect(
    refusalsOf(
      { id: "good", url: "/good" },
      { id: "name", url: "/a", headers: { Host: "x" } },
      { id: "key", url: "/b", headers: { "X-A": "{unknown}" } },
    ),
  ).toEqual([
    finding("operation-faulty", { key: "headers.Host", fault: finding("header-forbidden", { name: "Host" }) }),
    finding("operation-faulty", { key: "headers.X-A", fault: null }),
  ]);
});
