import fc from "fast-check";
import { expect, test } from "vitest";
import { finding } from "../core/findings/finding.ts";
import { given } from "../core/spec.ts";
import { instance, type InstanceCommand } from "./decider.ts";
import type { InstanceEvent, InstanceSetup } from "./events.ts";
import { refuse } from "../core/result.ts";
import { emit } from "../core/decider.ts";
import type { JsonObject } from "../core/values/json.ts";
import type { Exposure, Stop } from "./stop.ts";

const instanceId = "i-1";
const owner = "u-ada";
const consent = { hosts: ["https://api.weather.example"], auth: "bearer" };
const setup: InstanceSetup = {
  config: "instance/i-1/1",
  settingKeys: ["city"],
  secretKeys: ["token"],
  headerNames: [],
  hasBody: false,
  method: "GET",
  refreshInterval: 0,
  override: true,
};
const hourly: InstanceSetup = { ...setup, config: "instance/i-1/2", refreshInterval: 60 };
const start = { instanceId, rootId: "c-1", connectorId: "c-1", tableName: "weather_1", consent, setup };

const activated: InstanceEvent = { type: "InstanceActivated", data: { ...start, owner: { kind: "user", id: owner } } };
const configured: InstanceEvent = { type: "InstanceConfigured", data: { instanceId, consent, setup: hourly } };
const newConsent = { ...consent, hosts: ["https://v2.weather.example"] };
const migrated: InstanceEvent = {
  type: "InstanceMigrated",
  data: { instanceId, fromConnectorId: "c-1", toConnectorId: "c-2", consent: newConsent, setup: hourly },
};
const removed: InstanceEvent = { type: "InstanceRemoved", data: { instanceId } };

const activate = (by = owner) => ({ type: "activate", by, ...start }) as const;
const configure = (by = owner) => ({ type: "configure", by, consent, setup: hourly }) as const;
const migrate = (by = owner) =>
  ({ type: "migrate", by, toConnectorId: "c-2", consent: newConsent, setup: hourly }) as const;
const remove = (by = owner) => ({ type: "remove", by }) as const;
const unknown = refuse({ code: "instance-unknown" });

test("is activated once, with what its user agreed to", () => {
  expect(given(instance).when(activate())).toEqual(emit(activated));
  expect(given(instance, activated).state).toEqual({
    ...{ status: "active", ownerId: owner, ...start, signedIn: false },
    ...{ checked: false, stopped: null, exposed: null },
  });
  expect(given(instance, activated).when(activate())).toEqual(emit());
});

test("is configured as a whole and keeps its version", () => {
  expect(given(instance, activated).when(configure())).toEqual(emit(configured));
  expect(given(instance, activated, configured).state).toMatchObject({ setup: hourly, connectorId: "c-1", consent });
});

test("moves to another version with the consent given for it, and keeps its table", () => {
  expect(given(instance, activated).when(migrate())).toEqual(emit(migrated));
  expect(given(instance, activated, migrated).state).toMatchObject({
    connectorId: "c-2",
    rootId: "c-1",
    consent: newConsent,
    setup: hourly,
    tableName: "weather_1",
  });
  expect(given(instance, activated, migrated).when({ ...migrate(), toConnectorId: "c-3" })).toMatchObject(
    emit({ data: { fromConnectorId: "c-2", toConnectorId: "c-3" } }),
  );
});

test("notes each sign-in and sign-out and is otherwise as it was", () => {
  const signedIn: InstanceEvent = {
    type: "InstanceSignedIn",
    data: { instanceId: start.instanceId, host: "id.example.com" },
  };
  const signedOut: InstanceEvent = { type: "InstanceSignedOut", data: { instanceId: start.instanceId } };
  expect(given(instance, activated).when({ type: "sign-in", by: owner, host: "id.example.com" })).toEqual(
    emit(signedIn),
  );
  expect(given(instance, activated, signedIn).when({ type: "sign-out", by: owner })).toEqual(emit(signedOut));
  expect(given(instance, activated, signedIn, signedOut).state).toEqual(given(instance, activated).state);
  expect(given(instance, activated).when({ type: "sign-in", by: "somebody else", host: "x" })).toEqual(unknown);
});

test("is removed for good", () => {
  expect(given(instance, activated).when(remove())).toEqual(emit(removed));
  for (const command of [activate(), configure(), migrate(), remove()])
    expect(given(instance, activated, removed).when(command)).toEqual(unknown);
});

test.each([configure(), migrate(), remove()])("there is nothing to $type before it exists", (command) => {
  expect(given(instance).when(command)).toEqual(unknown);
});

test("is unknown to everybody else, whatever was done with it", () => {
  const stranger = fc.string({ minLength: 1 }).filter((id) => id !== owner);
  const history = fc.constantFrom<readonly InstanceEvent[]>(
    [activated],
    [activated, configured],
    [activated, migrated],
    [activated, removed],
  );
  const attempt = stranger.chain((by) =>
    fc.constantFrom<InstanceCommand>(activate(by), configure(by), migrate(by), remove(by)),
  );
  fc.assert(
    fc.property(history, attempt, (events, command) => {
      expect(given(instance, ...events).when(command)).toEqual(unknown);
    }),
  );
});

const reach = { ...consent, version: 2, resolved: { hosts: [], places: [] } };
const unsafe = {
  code: "definition-unsafe",
  facts: { version: 1, path: "operations[0]", finding: finding("secret-as-start", { name: "token" }) },
} as const;
const differs = { code: "consent-differs", facts: { version: 1 } } as const;
const byAdmin = { code: "admin-stopped", facts: {} } as const;
const found = (stopped: Stop | null, exposed: Exposure | null): InstanceEvent => ({
  type: "InstanceConsentChecked",
  data: { instanceId, consent: reach, stopped, exposed },
});
const check = { type: "check-consent", consent: reach, stopped: unsafe, exposed: "start-value" } as const;
const replaced: InstanceEvent = { type: "InstanceCredentialsReplaced", data: { instanceId } };
const stopped: InstanceEvent = { type: "InstanceStopped", data: { instanceId } };

test("is checked once, by the product itself, unless it was made with a consent of version 2", () => {
  expect(given(instance, activated).when(check)).toEqual(emit(found(unsafe, "start-value")));
  expect(given(instance, activated, found(null, null)).when(check)).toEqual(emit());
  const made: InstanceEvent = { ...activated, data: { ...activated.data, consent: reach } };
  expect(given(instance, made).when(check)).toEqual(emit());
  expect(given(instance, activated, configured).when(check)).toEqual(emit(found(unsafe, "start-value")));
  expect(given(instance).when(check)).toEqual(unknown);
  expect(given(instance, activated, removed).when(check)).toEqual(unknown);
});

test.each<[string, readonly InstanceEvent[], Stop | null, Exposure | null]>([
  ["a change of the setup", [configured], unsafe, "start-value"],
  ["another version", [migrated], null, "start-value"],
  ["other credentials", [configured, replaced], unsafe, null],
  ["another version with other credentials", [migrated, replaced], null, null],
  ["a sign-in", [{ type: "InstanceSignedIn", data: { instanceId, host: "h" } }], unsafe, "start-value"],
])("what was found stays until it is mended: %s", (_how, events, stop, exposed) => {
  expect(given(instance, activated, found(unsafe, "start-value"), ...events).state).toMatchObject({
    stopped: stop,
    exposed,
  });
});

test("a new agreement, and nothing less, ends a stop for another consent", () => {
  const with_ = (now: JsonObject): InstanceEvent => ({
    type: "InstanceConfigured",
    data: { instanceId, consent: now, setup: hourly },
  });
  const differing = given(
    instance,
    activated,
    found(differs, null),
    with_({ resolved: { places: [], hosts: [] }, version: 2, ...consent }),
  );
  expect(differing.state).toMatchObject({ stopped: differs });
  expect(given(instance, activated, found(differs, null), with_(newConsent)).state).toMatchObject({ stopped: null });
});

test("an admin stops one whose credentials may have left, until there are others", () => {
  const exposed = [activated, found(null, "host-setting")] as const;
  expect(given(instance, activated).when({ type: "stop" })).toEqual(emit());
  expect(given(instance, activated).when({ type: "remind" })).toEqual(emit());
  expect(given(instance, ...exposed).when({ type: "stop" })).toEqual(emit(stopped));
  expect(given(instance, ...exposed).when({ type: "remind" })).toEqual(
    emit({ type: "InstanceOwnerReminded", data: { instanceId } }),
  );
  expect(given(instance, ...exposed, stopped).when({ type: "stop" })).toEqual(emit());
  expect(given(instance, ...exposed, stopped, migrated).state).toMatchObject({ stopped: byAdmin });
  expect(given(instance, ...exposed, stopped, replaced).state).toMatchObject({ stopped: null, exposed: null });
});

test("other credentials are recorded only where they are waited for", () => {
  expect(given(instance, activated).when({ ...configure(), replaced: true })).toEqual(emit(configured));
  const exposed = given(instance, activated, found(null, "host-setting"));
  expect(exposed.when({ ...configure(), replaced: true })).toEqual(emit<InstanceEvent>(configured, replaced));
  expect(exposed.when({ ...configure(), replaced: false })).toEqual(emit(configured));
  expect(exposed.when({ ...migrate(), replaced: true })).toEqual(emit<InstanceEvent>(migrated, replaced));
});
