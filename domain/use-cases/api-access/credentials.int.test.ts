import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { finding } from "../../core/findings/finding.ts";
import { worded } from "#testing/domain/worded.ts";
import { createExclusiveWork } from "#infra/postgres/exclusive-work.ts";
import { chosenAuth, type Definition } from "../../connector-language/definition/definition.ts";
import type { SendFailure, SendResponse } from "../../connector-language/response/send-response.ts";
import { parseDefinition } from "../../connector-language/validation/parse-definition.ts";
import type { OutgoingRequest } from "../../connector-language/request/request.ts";
import { type InstanceWithConfig, instanceTokens, type KeptTokens, type TokenStore } from "./instance-tokens.ts";
import { causeOf, nextVersion, person, publishedConnector, useCasePorts, valueOf } from "#testing/use-case-ports.ts";
import { createCredentials } from "./credentials.ts";
import { migrateInstance } from "../connecting/migrate-instance.ts";
import { signInState } from "./sign-in-state.ts";
import { activateConnector } from "../connecting/activate-connector.ts";
import { removeInstance } from "../connecting/remove-instance.ts";
import { readConfig } from "./instance-config.ts";
import { aggregate } from "../../core/aggregate.ts";
import { instance } from "../../instance/decider.ts";

const { db, ports } = await useCasePorts();
let ada: string;

beforeEach(async () => {
  ada = await person(ports);
});

const OAUTH = { type: "oauth2", token_url: "https://id.test/token", authorization_url: "https://id.test/auth" };
const written = (auth: object = OAUTH, more: object = {}) => ({
  protocol: "rest",
  auth,
  operations: [{ id: "items", url: "https://api.test/items" }],
  ...more,
});

async function connected(
  auth: object = OAUTH,
  data: Record<string, string> = { client_id: "me", client_secret: "canary-secret" },
): Promise<InstanceWithConfig & { rootId: string }> {
  const rootId = await publishedConnector(ports, written(auth), ada);
  const { instanceId } = await valueOf(
    activateConnector(ports, { rootId, connectorId: rootId, changes: { auth: data }, by: ada }, causeOf()),
  );
  return { ...(await instanceOf(instanceId, definitionOf(written(auth)))), rootId };
}

async function instanceOf(instanceId: string, definition: Definition): Promise<InstanceWithConfig> {
  const state = await aggregate(ports.log, instance).load(instanceId);
  if (state.status !== "active") throw new Error("not active");
  return { ownerId: ada, instanceId, definition, config: (await readConfig(ports, ada, state.setup))! };
}

function definitionOf(dsl: object): Definition {
  const parsed = parseDefinition(dsl);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.definition;
}

const tokenPorts = () => ({ ...ports, exclusive: createExclusiveWork(db.pool) });
const storeOf = (instance: InstanceWithConfig) => instanceTokens(tokenPorts(), instance);
const kept = (tokens: Partial<KeptTokens> = {}): KeptTokens => ({
  access: "canary-a0",
  refresh: "canary-r0",
  renewAt: null,
  ended: false,
  since: "2026-01-01T00:00:00.000Z",
  ...tokens,
});

/** A token endpoint with one-time refresh tokens: using one twice invalidates them all. */
function endpoint(first = "canary-r0") {
  let live: string | null = first;
  const seen: Record<string, string>[] = [];
  const answers: ((form: Record<string, string>) => SendResponse | SendFailure | null)[] = [];
  const json = (status: number, body: object): SendResponse => ({
    ok: true,
    status,
    headers: [["content-type", "application/json"]],
    body: new TextEncoder().encode(JSON.stringify(body)),
  });
  const send = async (request: OutgoingRequest): Promise<SendResponse | SendFailure> => {
    const form = Object.fromEntries(new URLSearchParams(request.body ?? ""));
    seen.push(form);
    await wait(20);
    const special = answers.shift()?.(form);
    if (special) return special;
    if (form["grant_type"] === "client_credentials") return json(200, { access_token: `canary-c${seen.length}` });
    if (form["refresh_token"] !== live) {
      live = null;
      return json(400, { error: "invalid_grant", error_description: `${form["refresh_token"]} was used` });
    }
    live = `canary-r${seen.length}`;
    return json(200, { access_token: `canary-a${seen.length}`, refresh_token: live, expires_in: 3600 });
  };
  return { send, seen, answers, json };
}

function credentialsOf(
  instance: InstanceWithConfig,
  send: (request: OutgoingRequest) => Promise<SendResponse | SendFailure>,
  { store = storeOf(instance), now = () => Date.now() }: { store?: TokenStore; now?: () => number } = {},
) {
  const auth = chosenAuth(instance.definition);
  const secrets: string[] = [];
  const values = new Map(Object.entries(instance.config.auth)) as Map<string, string>;
  const credentials = createCredentials(
    { send, now, sleep: () => Promise.resolve(), userAgent: "Tributary/1" },
    store,
    { auth, values, secrets },
  );
  if (credentials === null) throw new Error("needs no sign-in");
  return Object.assign(credentials, { secrets });
}

const access = (token: string) => ({ ok: true, values: { access_token: token } });

describe("a refresh token for one use", () => {
  test("is used once by any number of runs in any number of processes that were refused at once", async () => {
    const activated = await connected();
    await storeOf(activated).write(kept());
    const { send, seen } = endpoint();
    const processes = Array.from({ length: 6 }, () => credentialsOf(activated, send));
    const got = await Promise.all(
      processes.flatMap((each) => [
        each.renew({ access_token: "canary-a0" }),
        each.renew({ access_token: "canary-a0" }),
      ]),
    );
    expect(got).toEqual(Array.from({ length: 12 }, () => access("canary-a1")));
    expect(seen).toEqual([
      { grant_type: "refresh_token", refresh_token: "canary-r0", client_id: "me", client_secret: "canary-secret" },
    ]);
    expect(await storeOf(activated).read()).toMatchObject({ access: "canary-a1", refresh: "canary-r1" });
  });

  test("is replaced in the vault before what it brought is used", async () => {
    const instance = await connected();
    const store = storeOf(instance);
    await store.write(kept());
    const order: string[] = [];
    const watched: TokenStore = {
      ...store,
      write: async (tokens) => (await store.write(tokens), void order.push(`kept ${tokens.access}`)),
    };
    const credentials = credentialsOf(instance, endpoint().send, { store: watched });
    await credentials.renew({ access_token: "canary-a0" }).then((got) => order.push(`used ${JSON.stringify(got)}`));
    expect(order[0]).toBe("kept canary-a1");
    expect(credentials.secrets).toEqual(expect.arrayContaining(["canary-a0", "canary-r0", "canary-a1", "canary-r1"]));
  });

  test("is not lost to a vault that stumbles", async () => {
    const instance = await connected();
    const store = storeOf(instance);
    await store.write(kept());
    let fails = 2;
    const stumbling: TokenStore = {
      ...store,
      write: (tokens) => (fails-- > 0 ? Promise.reject(new Error("the database is away")) : store.write(tokens)),
    };
    expect(
      await credentialsOf(instance, endpoint().send, { store: stumbling }).renew({ access_token: "canary-a0" }),
    ).toEqual(access("canary-a1"));
    expect(await store.read()).toMatchObject({ refresh: "canary-r1" });
  });

  test("is not sent again when its answer may have been lost on the way, and is when it never left", async () => {
    const instance = await connected();
    await storeOf(instance).write(kept());
    const lost = endpoint();
    lost.answers.push(() => ({
      ok: false,
      reason: "network",
      finding: finding("connection-lost", { host: "id.test" }),
      retryable: true,
    }));
    expect(worded(await credentialsOf(instance, lost.send).renew({ access_token: "canary-a0" }))).toMatchObject({
      ok: false,
      code: "failed",
      message: expect.stringContaining("was lost"),
    });
    expect(lost.seen).toHaveLength(1);
    const away = endpoint();
    away.answers.push(
      () => ({
        ok: false,
        reason: "connect",
        finding: finding("host-unreachable", { host: "id.test" }),
        retryable: true,
      }),
      () => away.json(503, {}),
    );
    expect(await credentialsOf(instance, away.send).renew({ access_token: "canary-a0" })).toEqual(access("canary-a3"));
  });

  test("that is worth nothing asks for a sign-in, repeats no secret and is not tried again", async () => {
    const instance = await connected();
    await storeOf(instance).write(kept());
    const { send, seen } = endpoint("another");
    const ended = await credentialsOf(instance, send).renew({ access_token: "canary-a0" });
    expect(worded(ended)).toEqual({
      ok: false,
      code: "auth_invalid",
      message: "The sign-in to id.test has ended: ••• was used (invalid_grant). Sign in again.",
    });
    expect(worded(await credentialsOf(instance, send).current())).toMatchObject({
      ok: false,
      message: "The sign-in to id.test has ended. Sign in again.",
    });
    expect(seen).toHaveLength(1);
    expect(await signInState(tokenPorts(), { instanceId: instance.instanceId, by: ada })).toMatchObject({
      status: "ended",
      host: "id.test",
    });
  });
});

describe("the expiry of a token", () => {
  test("is met early, once, and never without an expiry", async () => {
    const instance = await connected();
    const { send, seen } = endpoint();
    await storeOf(instance).write(kept({ renewAt: 1_000 }));
    const early = credentialsOf(instance, send, { now: () => 999 });
    expect(await early.current()).toEqual(access("canary-a0"));
    const due = credentialsOf(instance, send, { now: () => 1_000 });
    expect(await Promise.all([due.current(), due.current()])).toEqual([access("canary-a1"), access("canary-a1")]);
    expect(seen).toHaveLength(1);
    await storeOf(instance).write(kept());
    expect(await credentialsOf(instance, send, { now: () => 1e15 }).current()).toEqual(access("canary-a0"));
    expect(seen).toHaveLength(1);
  });

  test("leaves the token in use where it cannot be renewed just now, or not at all", async () => {
    const instance = await connected();
    const { send, seen, answers, json } = endpoint();
    await storeOf(instance).write(kept({ renewAt: 1_000 }));
    answers.push(
      () => json(500, {}),
      () => json(500, {}),
      () => json(500, {}),
    );
    const credentials = credentialsOf(instance, send, { now: () => 2_000 });
    expect(await credentials.current()).toEqual(access("canary-a0"));
    expect(await credentials.current()).toEqual(access("canary-a0"));
    expect(seen).toHaveLength(3);
    await storeOf(instance).write(kept({ renewAt: 1_000, refresh: null }));
    expect(await credentialsOf(instance, send, { now: () => 2_000 }).current()).toEqual(access("canary-a0"));
    expect(seen).toHaveLength(3);
  });
});

describe("other ways in", () => {
  test("client credentials are asked for once by many, and again after a refusal", async () => {
    const instance = await connected({ ...OAUTH, grant_type: "client_credentials" });
    const { send, seen } = endpoint();
    const all = [credentialsOf(instance, send), credentialsOf(instance, send), credentialsOf(instance, send)];
    expect(await Promise.all(all.map((each) => each.current()))).toEqual([
      access("canary-c1"),
      access("canary-c1"),
      access("canary-c1"),
    ]);
    expect(await all[0]!.renew({ access_token: "canary-c1" })).toEqual(access("canary-c2"));
    expect(await all[1]!.renew({ access_token: "canary-c1" })).toEqual(access("canary-c2"));
    expect(seen).toHaveLength(2);
  });

  test("a typed refresh token is followed by those that come for it", async () => {
    const auth = { ...OAUTH, grant_type: "refresh_token" };
    const instance = await connected(auth, { client_id: "me", client_secret: "s", refresh_token: "canary-r0" });
    const { send, seen } = endpoint();
    expect(await credentialsOf(instance, send).current()).toEqual(access("canary-a1"));
    expect(await credentialsOf(instance, send).renew({ access_token: "canary-a1" })).toEqual(access("canary-a2"));
    expect(seen.map((form) => form["refresh_token"])).toEqual(["canary-r0", "canary-r1"]);
    const dead = await credentialsOf(
      await connected(auth, { client_id: "me", client_secret: "s", refresh_token: "old" }),
      send,
    ).current();
    expect(worded(dead)).toMatchObject({ ok: false, message: expect.stringMatching(/Enter a new refresh token\.$/) });
  });
});

describe("tokens belong to what they were got with", () => {
  test("and move with a connection whose consent stays, not with one whose consent changes", async () => {
    const activated = await connected();
    await storeOf(activated).write(kept());
    const next = async (dsl: object, auth?: Record<string, string>) => {
      const state = await aggregate(ports.log, instance).load(activated.instanceId);
      if (state.status !== "active") throw new Error("not active");
      const toConnectorId = await nextVersion(
        ports,
        { rootId: activated.rootId, connectorId: state.connectorId },
        { definitionText: JSON.stringify(dsl) },
        ada,
      );
      const namedHosts = { shown: ["https://api.test", "https://id.test", "https://evil.test"] };
      await valueOf(
        migrateInstance(
          ports,
          { instanceId: activated.instanceId, toConnectorId, ...(auth ? { auth, namedHosts } : {}), by: ada },
          causeOf(),
        ),
      );
      return instanceOf(activated.instanceId, definitionOf(dsl));
    };
    const same = await next(written({ ...OAUTH, scopes: ["more"] }));
    expect(await storeOf(same).read()).toMatchObject({ access: "canary-a0" });
    const elsewhere = await next(written({ ...OAUTH, token_url: "https://evil.test/token" }), {
      client_id: "me",
      client_secret: "canary-secret",
    });
    expect(await storeOf(elsewhere).read()).toBeNull();
    expect(
      (
        await db.pool.query("select 1 from vault.secrets where name = $1", [
          `activated/${activated.instanceId}/sign-in`,
        ])
      ).rowCount,
    ).toBe(0);
    // A run of the old version that ends its renewal now must store nothing.
    await storeOf(same).write(kept());
    expect(await storeOf(elsewhere).read()).toBeNull();
  });

  test("and go with a connection that is removed while they are renewed", async () => {
    const instance = await connected();
    await removeInstance(ports, { instanceId: instance.instanceId, by: ada }, causeOf());
    await storeOf(instance).write(kept());
    expect(await storeOf(instance).read()).toBeNull();
  });
});
