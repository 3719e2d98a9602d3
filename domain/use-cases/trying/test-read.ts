import type { PullLimits } from "../../connector-language/engine/engine-ports.ts";
import { performTestRead, seconds, type TryPorts } from "./perform-test-read.ts";
import type { TestReadPlan } from "./plan-test-read.ts";
import type { TestedOperation } from "./test-read-record.ts";

export type TestRead = {
  readonly ok: boolean;
  readonly error: string | null;
  readonly ms: number;
  readonly operations: readonly TestedOperation[];
};

/** Limits of a test read: five pages, five parents, a hundred rows per operation. */
const TEST_LIMITS: PullLimits = { maxPages: 5, maxRows: 100, maxRounds: 5, maxWait: 10_000 };

/** Reads the first pages of every operation with the engine of the runs, and returns the requests and responses. */
export async function testRead(ports: TryPorts, plan: TestReadPlan): Promise<TestRead> {
  const { operations, error, late, ms } = await performTestRead(ports, plan, TEST_LIMITS);
  const said = late ? `The test was stopped after ${seconds(ports.timeoutMs)}; what came until then is shown.` : error;
  return { ok: operations.every(({ status }) => status === "success"), error: said, ms, operations };
}
