import type { Definition } from "../../connector-language/definition/definition.ts";
import type { PullLimits } from "../../connector-language/engine/engine-ports.ts";
import type { SendFailure, SendResponse } from "../../connector-language/response/send-response.ts";
import { pullDefinition } from "../../connector-language/engine/pull-definition.ts";
import type { JsonObject } from "../../connector-language/json/json.ts";
import type { OutgoingRequest } from "../../connector-language/request/request.ts";
import { inSeconds } from "../../connector-language/response/pauses.ts";
import { type Finding, findingSentence } from "../../core/findings/finding.ts";
import { counted } from "../../core/text/counted.ts";
import { instanceTokens, inMemoryTokens } from "../api-access/instance-tokens.ts";
import { pullCredentials, secretValues, valuesOfPull } from "../api-access/pull-input.ts";
import type { Ports } from "../ports.ts";
import type { TestReadPlan } from "./plan-test-read.ts";
import { type TestedOperation, testReadRecord } from "./test-read-record.ts";

/** The ports for calling an API once for a user. */
export type TryPorts = Pick<
  Ports,
  "vault" | "log" | "exclusive" | "openCalls" | "userAgent" | "encodingOf" | "time"
> & {
  /** A text without any encoding of these secrets. */
  readonly hide: (text: string, secrets: readonly string[]) => string;
  /** Longest duration of one test. */
  readonly timeoutMs: number;
  /** Ends a test whose caller has gone. */
  readonly signal?: AbortSignal;
};

/** The user's own method and body belong to the first operation of the whole definition, not to the first of a part. */
export function withOnly(plan: TestReadPlan, part: Definition): TestReadPlan {
  const same = part.operations[0] === plan.definition.operations[0];
  return same
    ? { ...plan, definition: part }
    : { ...plan, definition: part, method: null, config: { ...plan.config, bodyTemplate: null } };
}

export type Reading = {
  readonly operations: readonly TestedOperation[];
  readonly records: readonly JsonObject[];
  readonly error: string | null;
  readonly late: boolean;
  readonly ms: number;
};

/**
 * One reading within the time limit; what was read before it ended is kept. `keep`: the operation whose records are
 * returned.
 */
export async function performTestRead(
  ports: TryPorts,
  plan: TestReadPlan,
  limits: PullLimits,
  keep?: string,
): Promise<Reading> {
  const { definition, config, method, reach } = plan;
  const { time } = ports;
  const timeout = time.timeout(ports.timeoutMs);
  const signal = ports.signal ? AbortSignal.any([timeout, ports.signal]) : timeout;
  const secrets = secretValues(definition, config);
  const hide = (text: string) => ports.hide(text, secrets);
  const record = testReadRecord(definition.operations, hide);
  const records: JsonObject[] = [];
  const calls = ports.openCalls({ allowedOrigins: reach.hosts, secrets, signal });
  const send = async (request: OutgoingRequest): Promise<SendResponse | SendFailure> => {
    const heard = record.sent(request);
    const answer = await calls.send(request);
    signal.throwIfAborted();
    return heard(answer);
  };
  const at = time.now();
  // Signs in with the instance's stored tokens, else for this test only.
  const store = plan.signedIn === null ? inMemoryTokens() : instanceTokens(ports, plan.signedIn, signal);
  const credentials = pullCredentials(ports, plan, store, { secrets, signal });
  const pull = pullDefinition({
    ...valuesOfPull(definition, config, method),
    ...(credentials === null ? {} : { credentials }),
    consent: reach,
    userAgent: ports.userAgent,
    limits,
    observe: record.observe,
    send,
    sleep: (ms) => time.sleep(ms, signal),
    now: () => time.now(),
    random: () => time.random(),
    encodingOf: ports.encodingOf,
  });
  let error: Finding | null = null;
  let late = false;
  try {
    let step = await pull.next();
    for (; !step.done; step = await pull.next()) {
      record.step(step.value);
      if (step.value.kind === "page" && step.value.operation === keep) records.push(...step.value.records);
    }
    error = step.value.error;
  } catch (fault) {
    if (!signal.aborted) throw fault;
    late = true;
  } finally {
    calls.close();
  }
  return {
    operations: record.operations(),
    records,
    error: error === null ? null : hide(findingSentence(error)),
    late,
    ms: time.now() - at,
  };
}

/** A time limit in seconds, for a sentence. */
export function seconds(ms: number): string {
  return counted(inSeconds(ms), "second");
}
