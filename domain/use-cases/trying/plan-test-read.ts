import { type ConsentPlace, consentOf, type Reach } from "../../connector-language/consent/consent.ts";
import { jsonEquals, type Json } from "../../connector-language/json/json.ts";
import type { Definition } from "../../connector-language/definition/definition.ts";
import { reviewDefinition } from "../../connector-language/validation/review-definition.ts";
import { connectorVersions } from "../../connector/versions.ts";
import { aggregate, view } from "../../core/aggregate.ts";
import { accept, refuse, type Refused, type Result } from "../../core/result.ts";
import { instance, type StoppedRefusal } from "../../instance/decider.ts";
import {
  agreedConsent,
  agreedReach,
  type HostDecidedRefusal,
  reachOf,
  refuseOtherOrigins,
} from "../api-access/agreed-consent.ts";
import type { InstanceWithConfig } from "../api-access/instance-tokens.ts";
import { EMPTY_CONFIG, type InstanceConfig, readConfig, withoutSecrets } from "../api-access/instance-config.ts";
import { type DefinitionRefusal, latestInPlaceOf, loadDefinition } from "../authoring/definitions.ts";
import type { Ports } from "../ports.ts";
import { changedConfig, type SettingsRefusal, type SetupChanges, startConfig } from "../connecting/setup-changes.ts";

/** What is tested: a definition as its author writes it, a published version, or an existing instance. */
export type TestReadSource =
  | { readonly kind: "definition"; readonly written: unknown }
  | { readonly kind: "version"; readonly rootId: string; readonly connectorId: string }
  | { readonly kind: "connection"; readonly instanceId: string };

/** Hosts and consent places that the user has seen and agreed to in this request. */
export type Confirmed = { readonly hosts: readonly string[]; readonly places: readonly ConsentPlace[] };

export type TestReadRefusal =
  | StoppedRefusal
  | DefinitionRefusal
  | SettingsRefusal
  | HostDecidedRefusal
  | { readonly code: "connector-unknown" }
  | { readonly code: "instance-unknown" }
  | { readonly code: "definition-outdated"; readonly latestConnectorId: string | null }
  | { readonly code: "connector-inactive"; readonly latestConnectorId: string | null }
  | { readonly code: "test-read-unconfirmed"; readonly consent: Confirmed };

/** Everything needed to call an API for a user once, without storing anything. */
export type TestReadPlan = {
  readonly definition: Definition;
  readonly config: InstanceConfig;
  readonly method: "GET" | "POST" | null;
  /** What may be called, and where secrets may go. */
  readonly reach: Reach;
  /** The instance whose sign-in may be used, as stored, if the typed values change neither credentials nor hosts. */
  readonly signedIn: InstanceWithConfig | null;
};

type Before = {
  readonly definition: Definition;
  readonly config: InstanceConfig;
  readonly method: "GET" | "POST" | null;
  /** What the user of an instance agreed to with its stored values; null for what nobody has agreed to. */
  readonly agreed: Reach | null;
};

type TestReadRequest = {
  readonly source: TestReadSource;
  readonly changes: SetupChanges;
  readonly confirmed: Confirmed | null;
  readonly complete: boolean;
  readonly by: string;
};

/**
 * Prepares a test read, a connection check or a look-up of options: the definition, stored values replaced by typed
 * ones, and the consent. Stored secrets go only where their owner agreed to, whatever is typed or confirmed; what is
 * confirmed in this request holds for typed ones. Sends and stores nothing. `complete` requires all credentials.
 */
export async function planTestRead(
  ports: Pick<Ports, "log" | "vault">,
  request: TestReadRequest,
): Promise<Result<TestReadPlan, TestReadRefusal>> {
  const before = await stored(ports, request.source, request.by);
  if ("refusal" in before) return before;
  const { authChoice } = before.config;
  return before.agreed !== null && (request.changes.authChoice ?? authChoice) === authChoice
    ? withinAgreed(before, before.agreed, request)
    : asConfirmed(before, request);
}

/** A test with the stored secrets of an instance. */
function withinAgreed(before: Before, reach: Reach, request: TestReadRequest): Result<TestReadPlan, TestReadRefusal> {
  const { definition } = before;
  const config = withTypedValues(before, request);
  if (!config.ok) return config;
  const elsewhere = refuseOtherOrigins(definition, before.config, config.value);
  if (elsewhere) return elsewhere;
  return accept({
    ...plannedFrom(before, request, config.value),
    reach,
    signedIn: signInOf(before, request, config.value),
  });
}

/** A test with typed secrets alone, where this request agrees to send them. */
function asConfirmed(before: Before, request: TestReadRequest): Result<TestReadPlan, TestReadRefusal> {
  const { definition } = before;
  const open = { ...before, config: withoutSecrets(definition, before.config) };
  const config = withTypedValues(open, request);
  if (!config.ok) return config;
  const { value } = config;
  if (request.source.kind === "connection") {
    // Another sign-in is agreed to here, another host only where the connection is changed.
    const elsewhere = refuseOtherOrigins(definition, { ...value, settings: before.config.settings }, value);
    if (elsewhere) return elsewhere;
  }
  const asked = reachOf(definition, value);
  const { confirmed } = request;
  if (confirmed === null || ![asked, consentOf(definition, value.authChoice)].some((each) => confirms(confirmed, each)))
    return refuse({ code: "test-read-unconfirmed", consent: asked });
  return accept({ ...plannedFrom(before, request, value), reach: asked, signedIn: null });
}

function plannedFrom({ definition, method }: Before, { changes }: TestReadRequest, config: InstanceConfig) {
  return { definition, config, method: changes.method === undefined ? method : changes.method };
}

async function stored(
  ports: Pick<Ports, "log" | "vault">,
  source: TestReadSource,
  by: string,
): Promise<Before | Refused<TestReadRefusal>> {
  switch (source.kind) {
    case "definition": {
      const parsed = reviewDefinition(source.written);
      if (!parsed.ok) return refuse({ code: "definition-invalid", faults: parsed.faults });
      return { definition: parsed.definition, config: startConfig(parsed.definition), method: null, agreed: null };
    }
    case "version": {
      const { versions } = await view(ports.log, connectorVersions).load(source.rootId);
      if (!versions.some(({ connectorId }) => connectorId === source.connectorId))
        return refuse({ code: "connector-unknown" });
      const definition = await loadDefinition(ports, source, by);
      return definition
        ? { definition, config: startConfig(definition), method: null, agreed: null }
        : refuse({ code: "definition-outdated", latestConnectorId: null });
    }
    case "connection": {
      const state = await aggregate(ports.log, instance).load(source.instanceId);
      if (state.status !== "active" || state.ownerId !== by) return refuse({ code: "instance-unknown" });
      if (state.stopped !== null) return refuse({ code: "connection-stopped", stopped: state.stopped });
      const definition = await loadDefinition(ports, state, by);
      if (!definition)
        return refuse({ code: "definition-outdated", latestConnectorId: await latestInPlaceOf(ports, state) });
      const config = (await readConfig(ports, by, state.setup)) ?? EMPTY_CONFIG;
      const agreed = agreedReach(agreedConsent(state), definition, config);
      return { definition, config, method: state.setup.method, agreed };
    }
  }
}

/** Typed values replace stored ones; private settings left empty keep the stored ones. */
function withTypedValues({ definition, config }: Before, { changes, complete }: TestReadRequest) {
  return changedConfig(definition, config, { ...changes, keepsPrivate: true }, complete ? "activation" : "options");
}

function signInOf(
  { definition, config }: Before,
  { source, by }: TestReadRequest,
  typed: InstanceConfig,
): InstanceWithConfig | null {
  const same = jsonEquals(typed.auth as Json, config.auth as Json);
  return same && source.kind === "connection"
    ? { ownerId: by, instanceId: source.instanceId, definition, config }
    : null;
}

function confirms(confirmed: Confirmed, consent: Confirmed): boolean {
  const text = ({ hosts, places }: Confirmed) =>
    JSON.stringify([[...hosts].sort(), places.map(({ field, host, where }) => [field, host, where].join("\n")).sort()]);
  return text(confirmed) === text(consent);
}
