import { beforeEach, describe, expect, test } from "vitest";
import { unknownFinding } from "../../core/findings/finding.ts";
import { createExclusiveWork } from "#infra/postgres/exclusive-work.ts";
import {
  activated,
  causeOf,
  nextVersion,
  person,
  publishedConnector,
  useCasePorts,
  valueOf,
} from "#testing/use-case-ports.ts";
import { consentOf } from "../../connector-language/consent/consent.ts";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import { aggregate } from "../../core/aggregate.ts";
import type { JsonObject } from "../../core/values/json.ts";
import { instance } from "../../instance/decider.ts";
import { apiSignInUrl } from "../api-access/api-sign-in-url.ts";
import { beginApiSignIn } from "../api-access/begin-api-sign-in.ts";
import { finishApiSignIn } from "../api-access/finish-api-sign-in.ts";
import { readConfig } from "../api-access/instance-config.ts";
import { instanceTokens } from "../api-access/instance-tokens.ts";
import { possibleReach } from "../api-access/agreed-consent.ts";
import { activateConnector } from "./activate-connector.ts";
import { configureInstance } from "./configure-instance.ts";
import { movedSetup } from "./moved-setup.ts";
import { migrateInstance } from "./migrate-instance.ts";
import type { SetupChanges } from "./setup-changes.ts";

/** A connection calls another host only where its user names it, and takes no secret along. */
const { db, ports } = await useCasePorts();
const [A, B] = ["https://a.example.org", "https://b.example.org"];
let ada: string;

beforeEach(async () => {
  ada = await person(ports);
});

const served = (more: JsonObject = {}): JsonObject => ({
  protocol: "rest",
  base_url: "{server}",
  auth: { type: "bearer" },
  params_fields: [{ key: "server" }, { key: "pin", private: true }],
  operations: [{ id: "items", url: "/items" }],
  ...more,
});
const OWN: SetupChanges = {
  auth: { token: "t-a" },
  settings: { server: A, pin: "1234" },
  headers: { "X-Own": "mine" },
  bodyTemplate: '{"key":"mine"}',
};

async function connected(dsl = served(), changes = OWN) {
  const rootId = await publishedConnector(ports, dsl, ada);
  return { rootId, instanceId: await activated(ports, rootId, changes, ada) };
}

const change = (instanceId: string, changes: SetupChanges, cause = causeOf()) =>
  configureInstance(ports, { instanceId, changes, by: ada }, cause);

async function stateOf(instanceId: string) {
  const state = await aggregate(ports.log, instance).load(instanceId);
  if (state.status !== "active") throw new Error("The connection is gone");
  return { consent: state.consent, config: (await readConfig(ports, ada, state.setup))! };
}

describe("a change to another host", () => {
  test("takes nothing along that may be a secret, and stores what was agreed to", async () => {
    const { instanceId } = await connected();
    expect((await stateOf(instanceId)).consent).toMatchObject({ version: 2, resolved: { hosts: [A] } });
    const settings = { server: B };
    expect(await change(instanceId, { settings })).toMatchObject({
      refusal: { code: "hosts-unnamed", consent: { hosts: [B] } },
    });
    expect(await change(instanceId, { settings, namedHosts: [B] })).toMatchObject({
      refusal: { code: "settings-invalid", faults: [{ path: "auth_data.token" }] },
    });
    const moved = { settings, namedHosts: [B], auth: { token: "t-b" }, keepsPrivate: true };
    expect(await change(instanceId, moved)).toMatchObject({ ok: true });
    const { consent, config } = await stateOf(instanceId);
    expect(config).toEqual({ authChoice: 0, auth: { token: "t-b" }, settings, headers: {}, bodyTemplate: null });
    expect(consent).toMatchObject({ hosts: ["{server}"], resolved: { hosts: [B] } });
  });

  test("has one effect when it is sent twice, also after the connection has moved back", async () => {
    const { instanceId } = await connected();
    const cause = causeOf();
    const moved = { settings: { server: B }, namedHosts: [B], auth: { token: "t-b" } };
    const first = await change(instanceId, moved, cause);
    expect(await change(instanceId, moved, cause)).toEqual(first);
    await valueOf(change(instanceId, { settings: { server: A }, namedHosts: [A], auth: { token: "t-a2" } }));
    expect(await change(instanceId, moved, cause)).toEqual(first);
    expect((await stateOf(instanceId)).config).toMatchObject({ auth: { token: "t-a2" }, settings: { server: A } });
  });

  const toB: SetupChanges = { settings: { server: B }, namedHosts: [B], auth: { token: "t-b" } };
  const forA: SetupChanges = { auth: { token: "t-a2" }, headers: { "X-Own": "for a" } };
  test.each([
    ["a secret that is about to be read", "get", forA, toB, { refusal: { code: "hosts-unnamed" } }],
    ["a secret that is about to be stored", "put", forA, toB, { refusal: { code: "hosts-unnamed" } }],
    ["a move that is about to read", "get", toB, forA, { ok: true }],
    ["a move that is about to store", "put", toB, forA, { ok: true }],
  ] as const)("and a secret for the host before never meet: %s", async (_what, call, waiting, other, outcome) => {
    const { instanceId } = await connected();
    const [reached, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The one that waits has read the connection as it was, and has not changed it.
    const held = async () => {
      reached.resolve();
      await free.promise;
    };
    const vault: typeof ports.vault = {
      ...ports.vault,
      get: (...asked) => (call === "get" ? held().then(() => ports.vault.get(...asked)) : ports.vault.get(...asked)),
      put: (...asked) => (call === "put" ? held().then(() => ports.vault.put(...asked)) : ports.vault.put(...asked)),
    };
    const asked = { instanceId, changes: waiting, by: ada };
    const first = configureInstance({ ...ports, vault }, asked, causeOf());
    await reached.promise;
    expect(await change(instanceId, other)).toMatchObject({ ok: true });
    free.resolve();
    expect(await first).toMatchObject(outcome);
    const { config } = await stateOf(instanceId);
    expect([config.settings["server"], config.auth, config.headers]).toEqual([B, { token: "t-b" }, {}]);
  });

  test("is none if it is another way to sign in of the same host; one to other hosts is", async () => {
    const ways: JsonObject[] = [
      { type: "bearer" },
      { type: "bearer", label: "Other" },
      { type: "oauth2", token_url: "https://id.example/token" },
    ];
    const { instanceId } = await connected(served({ auth: ways }));
    expect(await change(instanceId, { authChoice: 1, auth: { token: "t-1" } })).toMatchObject({ ok: true });
    expect((await stateOf(instanceId)).config.settings).toEqual({ server: A, pin: "1234" });
    const other = { authChoice: 2, auth: { client_id: "me", client_secret: "s" } };
    expect(await change(instanceId, other)).toMatchObject({ refusal: { code: "hosts-unnamed" } });
    expect(await change(instanceId, { ...other, namedHosts: [A, "https://id.example"] })).toMatchObject({ ok: true });
    expect((await stateOf(instanceId)).config).toMatchObject({ settings: { server: A }, headers: {} });
  });
});

describe("a move to another version", () => {
  const move = (instanceId: string, toConnectorId: string, more: object = {}) =>
    migrateInstance(ports, { instanceId, toConnectorId, ...more, by: ada }, causeOf());
  const next = (rootId: string, dsl: JsonObject) =>
    nextVersion(ports, { rootId, connectorId: rootId }, { definitionText: JSON.stringify(dsl) }, ada);

  test("with a setting that leads to another host is not the same consent", async () => {
    const { rootId, instanceId } = await connected();
    const v2 = await next(rootId, served({ headers: { "X-Plain": "1" } }));
    const settings = { server: B };
    expect(await move(instanceId, v2, { settings })).toMatchObject({
      refusal: { code: "consent-needed", change: { hosts: { added: [B], removed: [A] } } },
    });
    const auth = { token: "t-b" };
    for (const namedHosts of [undefined, [], [A], ["{server}"]])
      expect(await move(instanceId, v2, { settings, auth, ...(namedHosts ? { namedHosts } : {}) })).toMatchObject({
        refusal: { code: "hosts-unnamed", consent: { hosts: [B] } },
      });
    expect(await move(instanceId, v2, { settings, auth: {}, namedHosts: [B] })).toMatchObject({
      refusal: { code: "settings-invalid" },
    });
    expect(await move(instanceId, v2, { settings, auth, namedHosts: [B] })).toMatchObject({ ok: true });
    const { consent, config } = await stateOf(instanceId);
    expect(config).toEqual({ authChoice: 0, auth, settings, headers: {}, bodyTemplate: null });
    expect(consent).toMatchObject({ version: 2, resolved: { hosts: [B] } });
  });

  test("that hides the setting or has another default asks as well", async () => {
    const hidden = served({
      params_fields: [
        { key: "server", default: B, visible_if: { own: true } },
        { key: "own", type: "boolean" },
        { key: "pin", private: true },
      ],
    });
    const { rootId, instanceId } = await connected();
    expect(await move(instanceId, await next(rootId, hidden))).toMatchObject({ ok: false });
    expect((await stateOf(instanceId)).config.auth).toEqual({ token: "t-a" });
  });

  test("that leads to the same host keeps everything", async () => {
    const { rootId, instanceId } = await connected();
    const v2 = await next(rootId, served({ headers: { "X-Plain": "1" } }));
    expect(await move(instanceId, v2, { settings: { server: `${A}/v2` } })).toMatchObject({ ok: true });
    expect((await stateOf(instanceId)).config).toMatchObject({ auth: { token: "t-a" }, headers: { "X-Own": "mine" } });
  });
});

test("a code of a sign-in page is not sent to a host that the connection calls since", async () => {
  const tenant = (name: string) => `https://${name}.id.example`;
  const dsl = served({
    auth: {
      type: "oauth2",
      authorization_url: "https://{tenant}.id.example/auth",
      token_url: "https://{tenant}.id.example/token",
    },
    base_url: "https://api.example.org",
    params_fields: [{ key: "tenant" }],
  });
  const auth = { client_id: "me", client_secret: "s" };
  const { instanceId } = await connected(dsl, { auth, settings: { tenant: "a" } });
  const sent: string[] = [];
  const on = {
    ...ports,
    exclusive: createExclusiveWork(db.pool),
    openCalls: () => ({
      send: async (request: { url: URL }) => {
        sent.push(request.url.origin);
        return { ok: false, reason: "connect", retryable: false, finding: unknownFinding("none") } as never;
      },
      close: () => undefined,
    }),
  };
  const at = { by: ada, sid: "session" };
  const redirectUri = "http://localhost:3000/oauth/callback";
  const begin = async () => (await valueOf(beginApiSignIn(on, { instanceId, ...at }))).state;
  const finish = (state: string) =>
    finishApiSignIn(on, { ...at, state, code: "code", error: null, issuer: null, redirectUri }, causeOf());

  const before = await begin();
  expect((await valueOf(apiSignInUrl(on, { instanceId, state: before, redirectUri, ...at }))).origin).toBe(tenant("a"));
  const parsed = parseDefinition(dsl);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const holder = async () => ({
    ownerId: ada,
    instanceId,
    definition: parsed.definition,
    config: (await stateOf(instanceId)).config,
  });
  const tokens = { access: "canary", refresh: null, renewAt: null, ended: false, since: "" };
  await instanceTokens(on, await holder()).write(tokens);

  const namedHosts = ["https://api.example.org", tenant("b")];
  await valueOf(change(instanceId, { settings: { tenant: "b" }, namedHosts, auth }));
  expect(await instanceTokens(on, await holder()).read()).toBeNull();
  expect(await finish(before)).toMatchObject({
    refusal: { reason: "The connection was changed after this sign-in had begun. Sign in again." },
  });
  expect(sent).toEqual([]);
  await finish(await begin());
  expect(new Set(sent)).toEqual(new Set([tenant("b")]));
});

describe("a host that the definition derives from a setting", () => {
  const regional = (more: JsonObject = {}) =>
    served({
      base_url: "{h}",
      params_fields: [{ key: "region", required: true }],
      derived: { h: { from: "region", map: { eu: B, us: A }, default: A } },
      ...more,
    });
  const changes = { auth: { token: "t" }, settings: { region: "eu" } };
  const activate = async (dsl: JsonObject, given: SetupChanges) => {
    const rootId = await publishedConnector(ports, dsl, ada);
    const request = { rootId, connectorId: rootId, changes: given, by: await person(ports) };
    return activateConnector(ports, request, causeOf());
  };

  test("is agreed to by its own name only", async () => {
    for (const namedHosts of [[], [A], ["{h}"], [A, "{h}"]])
      expect(await activate(regional(), { ...changes, namedHosts })).toMatchObject({
        refusal: { code: "hosts-unnamed", consent: { hosts: [B] } },
      });
    expect(await activate(regional(), { ...changes, namedHosts: [B] })).toMatchObject({ ok: true });
  });

  test("in a field of the sign-in too", async () => {
    const auth = {
      type: "bearer",
      fields: [
        { key: "token", private: true },
        { key: "site", private: false },
      ],
    };
    const dsl = regional({ auth, params_fields: [], derived: { h: { from: "site", map: { eu: B }, default: A } } });
    const given = { auth: { token: "t", site: "eu" } };
    expect(await activate(dsl, { ...given, namedHosts: [A] })).toMatchObject({ refusal: { code: "hosts-unnamed" } });
    expect(await activate(dsl, { ...given, namedHosts: [A, B] })).toMatchObject({ ok: true });
  });

  test("is among those that a page shows before the setting is known", () => {
    const parsed = parseDefinition(regional());
    if (!parsed.ok) throw new Error("unreadable");
    const shown = possibleReach(parsed.definition, { authChoice: 0, settings: {}, auth: {} });
    expect(shown.hosts).toEqual([A, B]);
    expect(shown.places.map(({ host }) => host)).toEqual([A, B]);
  });

  test("is another one than an old consent without a readable definition made of the stored settings", () => {
    const parsed = parseDefinition(regional());
    if (!parsed.ok) throw new Error("unreadable");
    const before = { authChoice: 0, auth: { token: "t" }, settings: { region: "eu" }, headers: {}, bodyTemplate: null };
    const agreed = consentOf(parsed.definition);
    const moved = movedSetup({ agreed, from: null, to: parsed.definition, before });
    expect([moved.otherHosts, moved.change?.hosts.added]).toEqual([true, [B]]);
  });

  test("is not agreed to by a move whose page showed others", async () => {
    const { rootId, instanceId } = await connected(served({ params_fields: [{ key: "server" }, { key: "region" }] }), {
      auth: { token: "t" },
      settings: { server: A },
    });
    const definitionText = JSON.stringify(regional());
    const v2 = await nextVersion(ports, { rootId, connectorId: rootId }, { definitionText }, ada);
    const move = (...shown: string[]) =>
      migrateInstance(ports, { instanceId, toConnectorId: v2, ...changes, namedHosts: { shown }, by: ada }, causeOf());
    expect(await move(A, "{h}")).toMatchObject({ refusal: { code: "hosts-unnamed", consent: { hosts: [B] } } });
    expect(await move(A, B)).toMatchObject({ ok: true });
  });
});
