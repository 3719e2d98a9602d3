import { withOnlyOperation } from "../../connector-language/definition/with-only-operation.ts";
import type { PullLimits } from "../../connector-language/engine/engine-ports.ts";
import { performTestRead, seconds, type TryPorts, withOnly } from "./perform-test-read.ts";
import type { TestReadPlan } from "./plan-test-read.ts";

export type ConnectionCheck = {
  readonly ok: boolean;
  readonly message: string;
  readonly ms: number;
  readonly status: number | null;
};

const CHECK_LIMITS: PullLimits = { maxPages: 1, maxRows: 1, maxRounds: 1, maxWait: 10_000 };

/** Reads one row with the operation that the definition names for it, else the first. */
export async function checkConnection(ports: TryPorts, plan: TestReadPlan): Promise<ConnectionCheck> {
  const { definition } = plan;
  const named = definition.operations.find(({ id }) => id === definition.check) ?? definition.operations[0];
  if (named === undefined) throw new Error("A definition has at least one operation.");
  const { operations, error, ms } = await performTestRead(
    ports,
    withOnly(plan, withOnlyOperation(definition, named)),
    CHECK_LIMITS,
  );
  const checked = operations.find(({ id }) => id === named.id);
  const status = checked?.requests.at(-1)?.response?.status ?? null;
  if (checked?.status === "success") return { ok: true, message: "The API answers.", ms, status };
  return {
    ok: false,
    message: error ?? checked?.error ?? `The API did not answer within ${seconds(ports.timeoutMs)}.`,
    ms,
    status,
  };
}
