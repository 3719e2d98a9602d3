import { connectorVersions } from "../../connector/versions.ts";
import type { Consent } from "../../connector-language/consent/consent.ts";
import { unsafeFaults } from "../../connector-language/validation/unsafe-faults.ts";
import { aggregate, view } from "../../core/aggregate.ts";
import type { JsonObject } from "../../core/values/json.ts";
import { instance, type InstanceState } from "../../instance/decider.ts";
import type { Stop } from "../../instance/stop.ts";
import { agreedConsent, consentToStore, isAgreed } from "../api-access/agreed-consent.ts";
import { EMPTY_CONFIG, readConfig } from "../api-access/instance-config.ts";
import { definitionFor, writtenDefinition } from "../authoring/definitions.ts";
import { retryOnConflict, unlessChangedFrom } from "../connecting/replace-setup.ts";
import { readRun } from "../running/read-run.ts";
import { runIdOf } from "../../run/events.ts";
import type { Ports } from "../ports.ts";
import { step } from "../step.ts";
import { exposureOf } from "./exposure-of.ts";

type CheckPorts = Pick<Ports, "log" | "runs" | "vault">;
type Active = Extract<InstanceState, { status: "active" }>;

/** What became of an instance; "outdated": its definition cannot be read for another reason, and it calls nothing. */
export type Checked = "agreed" | "stopped" | "outdated" | "done";

/**
 * Checks one instance from before consents of version 2: nobody is asked, and its origins follow from its stored
 * settings. Only one that breaks a rule is stopped. Safe to do any number of times.
 */
export async function checkInstance(ports: CheckPorts, instanceId: string): Promise<Checked> {
  return retryOnConflict(instanceId, () => checkOnce(ports, instanceId));
}

async function checkOnce(ports: CheckPorts, instanceId: string): Promise<Checked | "setup-changed"> {
  const state = await aggregate(ports.log, instance).load(instanceId);
  if (state.status !== "active" || state.checked) return "done";
  const found = await readConfig(ports, state.ownerId, state.setup);
  const config = found ?? EMPTY_CONFIG;
  const was = await versionsOf(ports, state);
  const current = was.versions.get(state.connectorId);
  if (current === undefined) return "outdated";
  const { definition, version } = current;
  const [fault] = current.faults;
  const agreed = agreedConsent(state);
  if (definition === null && !fault) return "outdated";
  const stopped: Stop | null = fault
    ? { code: "definition-unsafe", facts: { version, path: fault.path, finding: fault.ofSecrets } }
    : definition !== null && isAgreed(agreed, definition, config.authChoice)
      ? null
      : { code: "consent-differs", facts: { version } };
  const exposed = await exposureOf(ports, {
    instanceId,
    ownerId: state.ownerId,
    rootId: state.rootId,
    connectorIds: [...was.versions.keys()],
    since: was.since,
    rendersSecret: [...was.versions.values()].some(({ faults }) => faults.length > 0),
    definition,
    config,
    ownSettings: ownSettingsOf(ports, instanceId),
  });
  const consent = stopped === null && definition !== null ? consentToStore(definition, config) : nothingAgreed(agreed);
  const cause = {
    actor: { kind: "system", name: "consents" },
    commandId: `check-consent/${instanceId}/${state.setup.config}`,
    correlationId: instanceId,
  } as const;
  const command = { type: "check-consent", consent, stopped, exposed } as const;
  const checked = await aggregate(ports.log, unlessChangedFrom(state.setup.config)).handle(
    instanceId,
    command,
    step(cause, "check"),
  );
  if (!checked.ok) return checked.refusal.code === "setup-changed" ? "setup-changed" : "done";
  return stopped === null ? "agreed" : "stopped";
}

/** The same consent, by which nothing may be called. */
function nothingAgreed({ hosts, authType, authFields, places }: Consent): JsonObject {
  const agreed = {
    hosts: [...hosts],
    authType,
    authFields: [...authFields],
    places: places.map((each) => ({ ...each })),
  };
  return { ...agreed, version: 2, resolved: { hosts: [], places: [] } };
}

/** The versions that an instance was ever connected to, by their ids, and when it began. */
async function versionsOf(ports: CheckPorts, { instanceId, rootId, ownerId }: Active) {
  const events = await aggregate(ports.log, instance).history(instanceId);
  const ids = events.flatMap((event) => {
    if (event.type === "InstanceActivated") return [event.data.connectorId];
    return event.type === "InstanceMigrated" ? [event.data.toConnectorId] : [];
  });
  const { ownerId: authorId, versions } = await view(ports.log, connectorVersions).load(rootId);
  const found = new Map<string, Awaited<ReturnType<typeof readVersion>>>();
  for (const [index, { connectorId, revision }] of versions.entries())
    if (ids.includes(connectorId) && authorId !== null)
      found.set(
        connectorId,
        await readVersion(ports, { rootId, revision, authorId, userId: ownerId, version: index + 1 }),
      );
  return { versions: found, since: events[0]?.recordedAt ?? "" };
}

async function readVersion(
  ports: CheckPorts,
  about: {
    readonly rootId: string;
    readonly revision: number;
    readonly authorId: string;
    readonly userId: string;
    readonly version: number;
  },
) {
  const { rootId, revision, authorId, userId, version } = about;
  const definition = await definitionFor(ports, { rootId, revision, owner: { id: authorId } }, userId);
  return { version, definition, faults: unsafeFaults(await writtenDefinition(ports, { rootId, revision })) };
}

/** The keys of the settings of each run that had settings of its own, the oldest run first. */
async function* ownSettingsOf({ log, runs }: CheckPorts, instanceId: string): AsyncGenerator<readonly string[]> {
  for (let number = 1; ; number += 1) {
    const { state } = await readRun({ log, runs }, runIdOf(instanceId, number));
    if (state.status === "absent") return;
    if (state.start.settings !== null) yield state.start.settingKeys;
  }
}
