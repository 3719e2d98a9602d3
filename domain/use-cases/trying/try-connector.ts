import { counted } from "../../core/text/counted.ts";
import type { Definition } from "../../connector-language/definition/definition.ts";
import type { PullLimits } from "../../connector-language/engine/engine-ports.ts";
import type { SendFailure, SendResponse } from "../../connector-language/response/send-response.ts";
import type { Json, JsonObject } from "../../connector-language/json/json.ts";
import { narrowed } from "../../connector-language/definition/narrowed.ts";
import {
  dynamicField,
  missingFor,
  type Option,
  optionsOperation,
  readOptions,
} from "../../connector-language/settings/options.ts";
import { isUnset } from "../../connector-language/json/placeholders.ts";
import { inSeconds } from "../../connector-language/response/pauses.ts";
import { pullDefinition } from "../../connector-language/engine/pull-definition.ts";
import type { OutgoingRequest } from "../../connector-language/request/request.ts";
import type { OpenCalls } from "../api-access/open-calls.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import type { ExclusiveWork } from "../../core/ports/work-ports.ts";
import { abortableSleep } from "./abortable-sleep.ts";
import { connectionTokens, passingTokens } from "../api-access/connection-tokens.ts";
import { pullCredentials, secretValues, valuesOfPull } from "../api-access/pull-input.ts";
import type { Trial } from "./trial.ts";
import { type TriedOperation, trialRecord } from "./trial-record.ts";

/** What calling an API once for somebody needs of the world. */
export type TryPorts = Pick<CorePorts, "vault" | "log"> & {
  readonly exclusive: ExclusiveWork;
  readonly openCalls: OpenCalls;
  readonly userAgent: string;
  /** A text without any spelling of these secrets. */
  readonly hide: (text: string, secrets: readonly string[]) => string;
  /** The longest that one try may take. */
  readonly timeoutMs: number;
  /** Ends a try that nobody waits for any more. */
  readonly signal?: AbortSignal;
};

export type TestRead = {
  readonly ok: boolean;
  readonly error: string | null;
  readonly ms: number;
  readonly operations: readonly TriedOperation[];
};
export type ConnectionCheck = {
  readonly ok: boolean;
  readonly message: string;
  readonly ms: number;
  readonly status: number | null;
};
export type FetchedOptions =
  { readonly ok: true; readonly options: readonly Option[] } | { readonly ok: false; readonly message: string };

/** A test read: five pages, five parents, a hundred rows of each operation. */
const TEST_LIMITS: PullLimits = { maxPages: 5, maxRows: 100, maxScopes: 5, maxWait: 10_000 };
const CHECK_LIMITS: PullLimits = { maxPages: 1, maxRows: 1, maxScopes: 1, maxWait: 10_000 };
const OPTIONS_LIMITS: PullLimits = { maxPages: 5, maxRows: 1_001, maxScopes: 5, maxWait: 10_000 };

/** Reads the beginning of everything a definition pulls, by the engine of the runs, and tells what was asked and answered. */
export async function testRead(ports: TryPorts, trial: Trial): Promise<TestRead> {
  const { operations, error, late, ms } = await read(ports, trial, TEST_LIMITS);
  const said = late ? `The test was stopped after ${seconds(ports.timeoutMs)}; what came until then is shown.` : error;
  return { ok: operations.every(({ status }) => status === "success"), error: said, ms, operations };
}

/** Asks the operation that the definition names for it, else the first, for one row. */
export async function checkConnection(ports: TryPorts, trial: Trial): Promise<ConnectionCheck> {
  const { definition } = trial;
  const named = definition.operations.find(({ id }) => id === definition.check) ?? definition.operations[0];
  if (named === undefined) throw new Error("A definition has at least one operation.");
  const { operations, error, ms } = await read(ports, withOnly(trial, narrowed(definition, named)), CHECK_LIMITS);
  const tried = operations.find(({ id }) => id === named.id);
  const status = tried?.requests.at(-1)?.response?.status ?? null;
  if (tried?.status === "success") return { ok: true, message: "The API answers.", ms, status };
  return {
    ok: false,
    message: error ?? tried?.error ?? `The API did not answer within ${seconds(ports.timeoutMs)}.`,
    ms,
    status,
  };
}

/** The choices of a field, as the API gives them now. */
export async function fetchOptions(ports: TryPorts, trial: Trial, key: string): Promise<FetchedOptions> {
  const { definition, config } = trial;
  const found = dynamicField(definition, config.authChoice, key);
  if (found === null) return { ok: false, message: "This field has no options to fetch." };
  const { endpoint } = found;
  const missing = missingFor(
    definition,
    config.authChoice,
    endpoint,
    (name) => !isUnset((config.settings[name] ?? config.auth[name] ?? null) as Json),
  );
  if (missing.length > 0)
    return { ok: false, message: `Fill in ${missing.map((label) => `"${label}"`).join(" and ")} first.` };
  const own =
    endpoint.url === undefined
      ? null
      : optionsOperation(definition, config.authChoice, { ...endpoint, url: endpoint.url });
  const source = own ?? definition.operations.find(({ id }) => id === endpoint.operation);
  if (source === undefined) return { ok: false, message: "The definition does not say where these options come from." };
  const asked = own === null ? narrowed(definition, source) : { ...definition, operations: [own] };
  const { operations, records, error } = await read(ports, withOnly(trial, asked), OPTIONS_LIMITS, source.id);
  if (operations.find(({ id }) => id === source.id)?.status !== "success") {
    return { ok: false, message: error ?? `The API did not answer within ${seconds(ports.timeoutMs)}.` };
  }
  const options = readOptions(own === null ? records : records.map(({ value = null }) => value), endpoint);
  const secrets = secretValues(definition, config);
  if (!options.ok) return { ok: false, message: ports.hide(options.message, secrets) };
  // A value is sent back as it is, so a short secret must not cut into it by chance.
  const telling = secrets.filter(({ length }) => length >= 8);
  return {
    ok: true,
    options: options.options.map(({ value, label }) => ({
      value: ports.hide(value, telling),
      label: ports.hide(label, telling),
    })),
  };
}

/** The user's own method and body belong to the first operation of the whole definition, not to the first of a part. */
function withOnly(trial: Trial, part: Definition): Trial {
  const same = part.operations[0] === trial.definition.operations[0];
  return same
    ? { ...trial, definition: part }
    : { ...trial, definition: part, method: null, config: { ...trial.config, bodyTemplate: null } };
}

type Reading = {
  readonly operations: readonly TriedOperation[];
  readonly records: readonly JsonObject[];
  readonly error: string | null;
  readonly late: boolean;
  readonly ms: number;
};

/** One reading within its time; what came before the time was over is kept. `keep`: the operation whose records are wanted. */
async function read(ports: TryPorts, trial: Trial, limits: PullLimits, keep?: string): Promise<Reading> {
  const { definition, config, method, hosts } = trial;
  const time = AbortSignal.timeout(ports.timeoutMs);
  const signal = ports.signal ? AbortSignal.any([time, ports.signal]) : time;
  const secrets = secretValues(definition, config);
  const hide = (text: string) => ports.hide(text, secrets);
  const record = trialRecord(definition.operations, hide);
  const records: JsonObject[] = [];
  const calls = ports.openCalls({ allowedOrigins: hosts, secrets, signal });
  const send = async (request: OutgoingRequest): Promise<SendResponse | SendFailure> => {
    const heard = record.sent(request);
    const answer = await calls.send(request);
    signal.throwIfAborted();
    return heard(answer);
  };
  const at = Date.now();
  const sleep = (ms: number) => abortableSleep(ms, signal);
  // Signs in with what the connection has kept, else for this once.
  const store = trial.signedIn === null ? passingTokens() : connectionTokens({ ...ports, sleep }, trial.signedIn);
  const credentials = pullCredentials(ports, trial, store, { secrets, sleep });
  const pull = pullDefinition({
    ...valuesOfPull(definition, config, method),
    ...(credentials === null ? {} : { credentials }),
    consent: { hosts: [...hosts] },
    userAgent: ports.userAgent,
    limits,
    observe: record.observe,
    send,
    sleep,
    now: () => Date.now(),
    random: () => Math.random(),
  });
  let error: string | null = null;
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
    error: error === null ? null : hide(error),
    late,
    ms: Date.now() - at,
  };
}

function seconds(ms: number): string {
  return counted(inSeconds(ms), "second");
}
