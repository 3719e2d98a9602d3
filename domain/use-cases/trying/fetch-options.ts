import { withOnlyOperation } from "../../connector-language/definition/with-only-operation.ts";
import type { PullLimits } from "../../connector-language/engine/engine-ports.ts";
import type { Json } from "../../connector-language/json/json.ts";
import { isUnset } from "../../connector-language/json/placeholders.ts";
import {
  dynamicField,
  missingFor,
  type Option,
  optionsOperation,
  readOptions,
} from "../../connector-language/settings/options.ts";
import { secretValues } from "../api-access/pull-input.ts";
import { performTestRead, seconds, type TryPorts, withOnly } from "./perform-test-read.ts";
import type { TestReadPlan } from "./plan-test-read.ts";

export type FetchedOptions =
  { readonly ok: true; readonly options: readonly Option[] } | { readonly ok: false; readonly message: string };

const OPTIONS_LIMITS: PullLimits = { maxPages: 5, maxRows: 1_001, maxRounds: 5, maxWait: 10_000 };

/** Loads the options of a field from the API. */
export async function fetchOptions(ports: TryPorts, plan: TestReadPlan, key: string): Promise<FetchedOptions> {
  const { definition, config } = plan;
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
  const asked = own === null ? withOnlyOperation(definition, source) : { ...definition, operations: [own] };
  const { operations, records, error } = await performTestRead(ports, withOnly(plan, asked), OPTIONS_LIMITS, source.id);
  if (operations.find(({ id }) => id === source.id)?.status !== "success") {
    return { ok: false, message: error ?? `The API did not answer within ${seconds(ports.timeoutMs)}.` };
  }
  const options = readOptions(own === null ? records : records.map(({ value = null }) => value), endpoint);
  const secrets = secretValues(definition, config);
  if (!options.ok) return { ok: false, message: ports.hide(options.message, secrets) };
  // Options are sent back to the API unchanged, so a short secret that occurs in one by chance is not masked.
  const telling = secrets.filter(({ length }) => length >= 8);
  return {
    ok: true,
    options: options.options.map(({ value, label }) => ({
      value: ports.hide(value, telling),
      label: ports.hide(label, telling),
    })),
  };
}
