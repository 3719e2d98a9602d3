import { beforeEach, describe, expect, test } from "vitest";
import { causeOf, person, publishedConnector, useCasePorts } from "#testing/use-case-ports.ts";
import { consentOf } from "../../connector-language/consent/consent.ts";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import { aggregate, view } from "../../core/aggregate.ts";
import { connectorVersions } from "../../connector/versions.ts";
import type { JsonObject } from "../../core/values/json.ts";
import { apiKeys } from "../../api-keys/decider.ts";
import { instance, type InstanceState } from "../../instance/decider.ts";
import { EMPTY_CONFIG, storeConfig } from "../api-access/instance-config.ts";
import { configureInstance } from "../connecting/configure-instance.ts";
import { migrateInstance } from "../connecting/migrate-instance.ts";
import { activateConnector } from "../connecting/activate-connector.ts";
import { startRun } from "../running/start-run.ts";
import { planTestRead } from "../trying/plan-test-read.ts";
import { step } from "../step.ts";
import { checkInstance } from "./check-instance.ts";

/** Connections as earlier versions left them: events of that time, values in the vault, a log in a real Postgres. */
const { ports } = await useCasePorts();
const author = await person(ports);
let ada: string;
beforeEach(async () => {
  ada = await person(ports);
});

const operation = { id: "items", url: "https://api.example.org/items" };
const definition = (over: JsonObject = {}): JsonObject => ({
  protocol: "rest",
  auth: { type: "bearer", fields: [{ key: "token", private: true, required: true }] },
  operations: [operation],
  ...over,
});
const rendersSecret = definition({
  operations: [
    {
      ...operation,
      query: { since: "{incremental.start}" },
      incremental: { cursor_field: "id", initial_value: "{token}" },
    },
  ],
});
const ofSetting = definition({
  base_url: "{server}",
  params_fields: [{ key: "server" }],
  operations: [{ id: "items", url: "/items" }],
});

/** A version that was published before the rules of today. */
async function publishedBefore(rootId: string, written: JsonObject): Promise<string> {
  const events = await view(ports.log, connectorVersions).history(rootId);
  const [first] = events;
  if (first?.type !== "ConnectorVersionPublished") throw new Error("The connector has no version");
  const version = events.filter(({ type }) => type === first.type).length + 1;
  const connectorId = crypto.randomUUID();
  const data = { ...first.data, connectorId, version, definition: written };
  const { actor } = first;
  const context = { actor, commandId: crypto.randomUUID(), correlationId: "old", causationId: null };
  await ports.log.append(`connector-${rootId}`, [{ type: first.type, data }], {
    expectedRevision: events.length - 1,
    context,
  });
  return connectorId;
}

/** An instance of a version, with a consent of the first version, unless `agreed` says another. */
async function connectedBefore(
  at: { readonly rootId: string; readonly connectorId: string },
  written: JsonObject,
  more: { readonly settings?: JsonObject; readonly agreed?: JsonObject } = {},
): Promise<string> {
  const instanceId = crypto.randomUUID();
  const config = { ...EMPTY_CONFIG, auth: { token: "t-0" }, settings: more.settings ?? {} };
  const rest = { method: null, refreshInterval: 60, override: true };
  const setup = await storeConfig(ports, { ownerId: ada, instanceId, revision: "1" }, config, rest);
  const parsed = parseDefinition(written);
  const consent = parsed.ok ? consentOf(parsed.definition) : consentOf(sound());
  const tableName = `t_${instanceId.replaceAll("-", "_")}`;
  const started = { ...at, instanceId, tableName, setup, consent: more.agreed ?? consent };
  await aggregate(ports.log, instance).handle(
    instanceId,
    { type: "activate", by: ada, ...started } as never,
    step(causeOf(), "old"),
  );
  return instanceId;
}

function sound() {
  const parsed = parseDefinition(definition());
  if (!parsed.ok) throw new Error("The definition of this test has faults");
  return parsed.definition;
}

const connector = async (written: JsonObject) => publishedConnector(ports, written, author);
const stateOf = async (id: string) =>
  (await aggregate(ports.log, instance).load(id)) as Extract<InstanceState, { status: "active" }>;
const eventsOf = async (id: string) => (await aggregate(ports.log, instance).history(id)).map(({ type }) => type);
const run = (instanceId: string) =>
  startRun(
    ports,
    { instanceId, by: ada, override: null, settings: null, trigger: "manual", slot: null, knownNumber: 0 },
    causeOf(),
  );
const key = (
  userId: string,
  scopes: readonly ("read" | "run" | "write")[],
  connectors: readonly string[] | null = null,
) =>
  aggregate(ports.log, apiKeys).handle(
    userId,
    {
      ...{ type: "create", userId, keyId: crypto.randomUUID(), name: "k", prefix: "trib_1", lastFour: "abcd" },
      ...{ scopes, limits: connectors === null ? null : { tables: [], connectors }, expiresAt: null },
    } as never,
    step(causeOf(), "key"),
  );

test("a sound connection gets its origins, is asked nothing and told nothing", async () => {
  const rootId = await connector(ofSetting);
  const id = await connectedBefore({ rootId, connectorId: rootId }, ofSetting, {
    settings: { server: "https://mine.example.org" },
  });
  expect(await checkInstance(ports, id)).toBe("agreed");
  expect(await stateOf(id)).toMatchObject({
    consent: {
      version: 2,
      hosts: ["{server}"],
      resolved: {
        hosts: ["https://mine.example.org"],
        places: [{ field: "token", host: "https://mine.example.org", where: "header authorization" }],
      },
    },
    ...{ checked: true, stopped: null, exposed: null },
  });
  expect(await checkInstance(ports, id)).toBe("done");
  expect(await eventsOf(id)).toEqual(["InstanceActivated", "InstanceConsentChecked"]);
  expect(await run(id)).toMatchObject({ ok: true });
});

describe("a connection whose definition sends a secret elsewhere", () => {
  async function stopped() {
    const rootId = await connector(definition());
    const connectorId = await publishedBefore(rootId, rendersSecret);
    const id = await connectedBefore({ rootId, connectorId }, rendersSecret);
    expect(await checkInstance(ports, id)).toBe("stopped");
    return { rootId, connectorId, id };
  }
  const unsafe = { code: "definition-unsafe", facts: { version: 2, path: "operations[0].incremental.initial_value" } };

  test("is stopped: it neither runs nor is tried, and may reach nothing", async () => {
    const { id } = await stopped();
    expect(await stateOf(id)).toMatchObject({
      consent: { version: 2, resolved: { hosts: [], places: [] } },
      stopped: unsafe,
      exposed: "start-value",
    });
    const refused = { ok: false, refusal: { code: "connection-stopped", stopped: unsafe } };
    expect(await run(id)).toMatchObject(refused);
    const source = { kind: "connection", instanceId: id } as const;
    expect(await planTestRead(ports, { source, changes: {}, confirmed: null, complete: false, by: ada })).toMatchObject(
      refused,
    );
  });

  test("runs again after it has moved to another version, and waits for other credentials all the same", async () => {
    const { rootId, id } = await stopped();
    const move = { instanceId: id, toConnectorId: rootId, by: ada } as const;
    expect(await migrateInstance(ports, move, causeOf()), "it has agreed to no host").toMatchObject({
      ...{ ok: false, refusal: { code: "consent-needed" } },
    });
    const same = { auth: { token: "t-0" }, namedHosts: ["https://api.example.org"] };
    expect(await migrateInstance(ports, { ...move, ...same }, causeOf())).toMatchObject({ ok: true });
    expect(await stateOf(id)).toMatchObject({ stopped: null, exposed: "start-value" });
    expect(await run(id)).toMatchObject({ ok: true });
    const change = (token: string) =>
      configureInstance(ports, { instanceId: id, changes: { auth: { token } }, by: ada }, causeOf());
    expect(await change("t-1")).toMatchObject({ ok: true });
    expect(await stateOf(id)).toMatchObject({ stopped: null, exposed: null });
    expect((await eventsOf(id)).slice(-2)).toEqual(["InstanceConfigured", "InstanceCredentialsReplaced"]);
  });

  test("is joined by no other: nobody connects or moves to such a version", async () => {
    const { rootId, connectorId } = await stopped();
    const refusal = { ok: false, refusal: { code: "definition-unsafe", version: 2 } };
    const asked = { rootId, connectorId, changes: { auth: { token: "t" } }, by: await person(ports) };
    expect(await activateConnector(ports as never, asked, causeOf())).toMatchObject(refusal);
    const other = await connectedBefore({ rootId, connectorId: rootId }, definition());
    expect(
      await migrateInstance(ports, { instanceId: other, toConnectorId: connectorId, by: ada }, causeOf()),
    ).toMatchObject(refusal);
  });

  test("tells of a version that it has left since", async () => {
    const { rootId, connectorId } = await stopped();
    const id = await connectedBefore({ rootId, connectorId }, rendersSecret);
    await migrateInstance(ports, { instanceId: id, toConnectorId: rootId, by: ada }, causeOf());
    expect(await checkInstance(ports, id)).toBe("agreed");
    expect(await stateOf(id)).toMatchObject({ stopped: null, exposed: "start-value" });
  });
});

test("a connection that needs more than was agreed to is stopped", async () => {
  const rootId = await connector(definition());
  const agreed = { hosts: ["https://other.example"], authType: "bearer", authFields: ["token"], places: [] };
  const id = await connectedBefore({ rootId, connectorId: rootId }, definition(), { agreed });
  expect(await checkInstance(ports, id)).toBe("stopped");
  expect(await stateOf(id)).toMatchObject({
    stopped: { code: "consent-differs", facts: { version: 1 } },
    exposed: null,
    consent: { hosts: ["https://other.example"], resolved: { hosts: [] } },
  });
});

describe("a host that a setting decides", () => {
  const settings = { server: "https://mine.example.org" };
  const exposedOf = async (prepare: (rootId: string) => Promise<unknown>, written = ofSetting) => {
    const rootId = await connector(written);
    await prepare(rootId);
    const id = await connectedBefore({ rootId, connectorId: rootId }, written, { settings });
    await checkInstance(ports, id);
    return (await stateOf(id)).exposed;
  };

  test("exposes the credentials of who had a key that could name another", async () => {
    expect(await exposedOf(() => key(ada, ["read"]))).toBeNull();
    expect(await exposedOf(() => key(ada, ["run"], [crypto.randomUUID()]))).toBeNull();
    expect(await exposedOf((rootId) => key(ada, ["run"], [rootId]))).toBe("host-setting");
    ada = await person(ports);
    expect(await exposedOf(() => key(ada, ["write"]))).toBe("host-setting");
    expect(await exposedOf(() => Promise.resolve(), definition())).toBeNull();
  });

  test("exposes the credentials of a run that named one", async () => {
    const rootId = await connector(ofSetting);
    const id = await connectedBefore({ rootId, connectorId: rootId }, ofSetting, { settings });
    const asked = { override: null, trigger: "manual", slot: null, knownNumber: 0 } as const;
    await startRun(ports, { instanceId: id, by: ada, ...asked, settings: JSON.stringify({ page: "2" }) }, causeOf());
    await checkInstance(ports, id);
    expect((await stateOf(id)).exposed).toBe("host-setting");
  });
});
