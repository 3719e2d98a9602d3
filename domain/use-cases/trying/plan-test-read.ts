import {
  canonicalConsent,
  type Consent,
  type ConsentPlace,
  consentOf,
} from "../../connector-language/consent/consent.ts";
import { type Definition, privateKeys } from "../../connector-language/definition/definition.ts";
import { reviewDefinition } from "../../connector-language/validation/review-definition.ts";
import { connectorVersions } from "../../connector/versions.ts";
import { aggregate, view } from "../../core/aggregate.ts";
import { accept, refuse, type Refused, type Result } from "../../core/result.ts";
import { instance, type StoppedRefusal } from "../../instance/decider.ts";
import { agreedConsent, isAgreed } from "../api-access/agreed-consent.ts";
import type { InstanceWithConfig } from "../api-access/instance-tokens.ts";
import { EMPTY_CONFIG, type InstanceConfig, readConfig } from "../api-access/instance-config.ts";
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
  /** Hosts that may be called. */
  readonly hosts: readonly string[];
  /** The instance whose sign-in may be used, as stored: typed values change neither credentials nor hosts. */
  readonly signedIn: InstanceWithConfig | null;
};

type Before = {
  readonly definition: Definition;
  readonly config: InstanceConfig;
  readonly method: "GET" | "POST" | null;
  readonly agreed: Consent | null;
};

/**
 * Prepares a test read, a connection check or a look-up of options: the definition, stored values replaced by typed
 * ones, and the consent: an instance's stored one, else the one confirmed in this request. Sends and stores nothing.
 * `complete` requires all credentials.
 */
export async function planTestRead(
  ports: Pick<Ports, "log" | "vault">,
  request: {
    readonly source: TestReadSource;
    readonly changes: SetupChanges;
    readonly confirmed: Confirmed | null;
    readonly complete: boolean;
    readonly by: string;
  },
): Promise<Result<TestReadPlan, TestReadRefusal>> {
  const { by } = request;
  const before = await stored(ports, request.source, by);
  if ("refusal" in before) return before;
  const { definition } = before;
  const config = withTypedValues(before, request);
  if (!config.ok) return config;
  const { value } = config;
  const asked = consentOf(definition, value.authChoice, value.settings);
  const general = consentOf(definition, value.authChoice);
  const agreed = before.agreed !== null && isAgreed(before.agreed, definition, value.authChoice);
  const { confirmed } = request;
  if (!agreed && (confirmed === null || ![asked, general].some((consent) => confirms(confirmed, consent)))) {
    return refuse({ code: "test-read-unconfirmed", consent: { hosts: asked.hosts, places: asked.places } });
  }
  const method = request.changes.method === undefined ? before.method : request.changes.method;
  return accept({
    definition,
    config: value,
    method,
    hosts: asked.hosts,
    signedIn: signInOf(request.source, before, value, by),
  });
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
      return { definition, config, method: state.setup.method, agreed: agreedConsent(state) };
    }
  }
}

/** Typed values replace stored ones; private settings left empty keep the stored ones. */
function withTypedValues(
  { definition, config }: Before,
  { changes, complete }: { readonly changes: SetupChanges; readonly complete: boolean },
) {
  const secret = privateKeys(definition, config.authChoice);
  const kept = Object.fromEntries(Object.entries(config.settings).filter(([key]) => secret.has(key)));
  const settings = changes.settings ? { ...kept, ...changes.settings } : undefined;
  const all = { ...changes, ...(settings ? { settings } : {}) };
  return changedConfig(definition, config, all, complete ? "activation" : "options");
}

function signInOf(
  source: TestReadSource,
  { definition, config }: Before,
  value: InstanceConfig,
  ownerId: string,
): InstanceWithConfig | null {
  if (source.kind !== "connection" || value.authChoice !== config.authChoice) return null;
  const identity = ({ auth, authChoice, settings }: InstanceConfig) =>
    JSON.stringify([auth, canonicalConsent(consentOf(definition, authChoice, settings))]);
  return identity(value) === identity(config) ? { ownerId, instanceId: source.instanceId, definition, config } : null;
}

function confirms(confirmed: Confirmed, consent: Confirmed): boolean {
  const text = ({ hosts, places }: Confirmed) =>
    JSON.stringify([[...hosts].sort(), places.map(({ field, host, where }) => [field, host, where].join("\n")).sort()]);
  return text(confirmed) === text(consent);
}
