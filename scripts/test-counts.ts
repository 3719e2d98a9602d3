/** The result of one stage of the tests; `failures` names each failed one and, on lines of their own, says why. */
export interface Counts {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Reads vitest's JSON report. A file that could not be loaded counts as one failure. */
export function vitestCounts(text: string, root: string): Counts {
  const report = JSON.parse(text) as VitestReport;
  const short = (name: string) => name.replace(`${root}/`, "");
  const failures: string[] = [];
  let passed = 0;
  let skipped = 0;
  for (const suite of report.testResults) {
    const failed = suite.assertionResults.filter((test) => test.status === "failed");
    failures.push(
      ...failed.map(({ fullName, failureMessages }) =>
        because(`${short(suite.name)}: ${fullName}`, failureMessages?.join("\n")),
      ),
    );
    if (suite.status === "failed" && failed.length === 0)
      failures.push(`${short(suite.name)}: ${suite.message?.split("\n")[0] ?? "did not load"}`);
    passed += suite.assertionResults.filter((test) => test.status === "passed").length;
    skipped += suite.assertionResults.filter((test) => test.status !== "passed" && test.status !== "failed").length;
  }
  return { passed, skipped, failures };
}

const REASON_LINES = 10;

/** The name of a failure and the beginning of its reason: a summary is often all that is kept of a run. */
function because(name: string, reason = ""): string {
  const lines = reason.split("\n").filter((line) => line.trim() !== "");
  return [name, ...lines.slice(0, REASON_LINES).map((line) => `  ${line}`)].join("\n");
}

/** Kind of the attachment in which a scenario lists what its drivers can do and have done. */
export const DRIVER_ACTIONS = "application/vnd.tributary.driver-actions+json";

interface CucumberEnvelope {
  readonly attachment?: { readonly mediaType: string; readonly body: string };
  readonly pickle?: { readonly id: string; readonly name: string; readonly uri: string };
  readonly testCase?: { readonly id: string; readonly pickleId: string };
  readonly testCaseStarted?: { readonly id: string; readonly testCaseId: string };
  readonly testStepFinished?: {
    readonly testCaseStartedId: string;
    readonly testStepResult: { readonly status: string; readonly message?: string };
  };
  readonly testCaseFinished?: { readonly testCaseStartedId: string; readonly willBeRetried: boolean };
}

/** Reads Cucumber's message stream. A scenario passes if all its steps did; undefined and pending steps fail it. */
export function cucumberCounts(text: string, label: string): Counts {
  const pickles = new Map<string, { name: string; uri: string }>();
  const pickleOfCase = new Map<string, string>();
  const caseOfStart = new Map<string, string>();
  const results = new Map<string, { status: string; message?: string }[]>();
  const failures: string[] = [];
  let passed = 0;
  for (const line of text.split("\n").filter((content) => content !== "")) {
    const envelope = JSON.parse(line) as CucumberEnvelope;
    if (envelope.pickle) pickles.set(envelope.pickle.id, envelope.pickle);
    if (envelope.testCase) pickleOfCase.set(envelope.testCase.id, envelope.testCase.pickleId);
    if (envelope.testCaseStarted) caseOfStart.set(envelope.testCaseStarted.id, envelope.testCaseStarted.testCaseId);
    if (envelope.testStepFinished) {
      const { testCaseStartedId, testStepResult } = envelope.testStepFinished;
      results.set(testCaseStartedId, [...(results.get(testCaseStartedId) ?? []), testStepResult]);
    }
    if (envelope.testCaseFinished && !envelope.testCaseFinished.willBeRetried) {
      const id = envelope.testCaseFinished.testCaseStartedId;
      const pickle = pickles.get(pickleOfCase.get(caseOfStart.get(id) ?? "") ?? "");
      const wrong = (results.get(id) ?? []).find(({ status }) => status !== "PASSED");
      if (!wrong) passed += 1;
      else failures.push(because(`${pickle?.uri ?? "a scenario"} (${label}): ${pickle?.name ?? ""}`, wrong.message));
    }
  }
  return { passed, skipped: 0, failures };
}

/** What a driver can do and no scenario of this message stream has used. */
export function unusedActions(text: string): readonly string[] {
  const all = new Set<string>();
  const used = new Set<string>();
  for (const line of text.split("\n").filter((content) => content.includes(DRIVER_ACTIONS))) {
    const { attachment } = JSON.parse(line) as CucumberEnvelope;
    if (attachment?.mediaType !== DRIVER_ACTIONS) continue;
    const told = JSON.parse(attachment.body) as { readonly all: readonly string[]; readonly used: readonly string[] };
    for (const name of told.all) all.add(name);
    for (const name of told.used) used.add(name);
  }
  return [...all].filter((name) => !used.has(name)).sort();
}
