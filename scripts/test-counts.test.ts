import { expect, test } from "vitest";
import { cucumberCounts, DRIVER_ACTIONS, unusedActions, vitestCounts } from "./test-counts.ts";

test("vitest: passed, failed and skipped tests are told apart, failures by name and reason", () => {
  const report = {
    testResults: [
      {
        name: "/root/a.test.ts",
        status: "failed",
        assertionResults: [
          { fullName: "works", status: "passed" },
          { fullName: "breaks", status: "failed", failureMessages: ["Error: 1 is not 2\n\n    at a.test.ts:3"] },
        ],
      },
      { name: "/root/b.test.ts", status: "passed", assertionResults: [{ fullName: "later", status: "skipped" }] },
    ],
  };
  expect(vitestCounts(JSON.stringify(report), "/root")).toEqual({
    passed: 1,
    skipped: 1,
    failures: ["a.test.ts: breaks\n  Error: 1 is not 2\n      at a.test.ts:3"],
  });
});

test("vitest: a file that does not load, or whose hooks fail, is a failure", () => {
  const report = {
    testResults: [
      {
        name: "/root/a.test.ts",
        status: "failed",
        message: "SyntaxError: x\nat y",
        assertionResults: [{ fullName: "never ran", status: "skipped" }],
      },
    ],
  };
  expect(vitestCounts(JSON.stringify(report), "/root")).toEqual({
    passed: 0,
    skipped: 1,
    failures: ["a.test.ts: SyntaxError: x"],
  });
});

function scenario(name: string, ...attempts: string[][]): object[] {
  const lines: object[] = [
    { pickle: { id: `p-${name}`, name, uri: "features/x.feature" } },
    { testCase: { id: `c-${name}`, pickleId: `p-${name}` } },
  ];
  attempts.forEach((statuses, attempt) => {
    const id = `s-${name}-${attempt}`;
    lines.push({ testCaseStarted: { id, testCaseId: `c-${name}` } });
    for (const status of statuses) {
      const testStepResult = status === "FAILED" ? { status, message: `Error: ${name}` } : { status };
      lines.push({ testStepFinished: { testCaseStartedId: id, testStepResult } });
    }
    lines.push({ testCaseFinished: { testCaseStartedId: id, willBeRetried: attempt < attempts.length - 1 } });
  });
  return lines;
}

test("cucumber: a scenario passes when every step did, a repeated one counts once", () => {
  const lines = [
    ...scenario("good", ["PASSED", "PASSED"]),
    ...scenario("bad", ["PASSED", "FAILED", "SKIPPED"]),
    ...scenario("unwritten", ["UNDEFINED"]),
    ...scenario("second try", ["FAILED"], ["PASSED"]),
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  expect(cucumberCounts(text, "http")).toEqual({
    passed: 2,
    skipped: 0,
    failures: ["features/x.feature (http): bad\n  Error: bad", "features/x.feature (http): unwritten"],
  });
});

test("what a driver can do and no scenario uses is named", () => {
  const told = (used: readonly string[]) =>
    JSON.stringify({
      attachment: { mediaType: DRIVER_ACTIONS, body: JSON.stringify({ all: ["connect", "run", "share"], used }) },
    });
  expect(unusedActions([told(["connect"]), "{}", told(["run", "connect"]), ""].join("\n"))).toEqual(["share"]);
});
