import { counted } from "../ui/data/format.ts";
import type { TestResult } from "./test-result.ts";

export const NEEDS_VALUES = "This connector needs a few values.";

/** What screen readers say of a test: one sentence, never the seconds that pass nor the rows. */
export function statusOfTest(testResult: TestResult | undefined, busy: string): string {
  if (busy === "check") return "Asking the API.";
  if (busy === "test-read") return "Reading from the API.";
  if (busy !== "" || !testResult) return "";
  switch (testResult.kind) {
    case "ask":
      return NEEDS_VALUES;
    case "confirm":
      return "Agree to the hosts first.";
    case "read": {
      const rows = testResult.operations.reduce((sum, operation) => sum + operation.rows.length, 0);
      return testResult.ok ? `${counted(rows, "row")} read.` : (testResult.error ?? "Not everything could be read.");
    }
    case "options":
      return "";
    case "check":
    case "refused":
      return testResult.message;
  }
}
