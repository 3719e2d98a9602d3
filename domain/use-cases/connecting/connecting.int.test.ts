import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../core/values/json.ts";
import {
  causeOf,
  datasetWithRows,
  person,
  type ProcessPorts,
  publishedConnector,
  storedConfigs,
  useCasePorts,
  valueOf,
} from "#testing/use-case-ports.ts";
import { releasePlanSlot, takePlanSlot } from "../plan-slots/plan-slots.ts";
import { startRun } from "../running/start-run.ts";
import { connector } from "../../connector/decider.ts";
import { step } from "../step.ts";
import { aggregate } from "../../core/aggregate.ts";
import { activateConnector } from "./activate-connector.ts";
import { clearDeadInstances } from "./clear-dead-instances.ts";
import { configureInstance } from "./configure-instance.ts";
import { removeInstance } from "./remove-instance.ts";
import { removeAccess } from "../datasets/remove-access.ts";
import { takeAccess } from "../datasets/take-access.ts";
import { readConfig } from "../api-access/instance-config.ts";
import { instance } from "../../instance/decider.ts";
import { quota } from "../../quota/decider.ts";

const { db, ports } = await useCasePorts();
const author = await person(ports);
let ada: string;

beforeEach(async () => {
  ada = await person(ports);
});

const definition = {
  protocol: "rest",
  auth: { type: "bearer" },
  params_fields: [{ key: "city", type: "text" }],
  operations: [{ id: "items", url: "https://api.example.org/items", query: { city: "{city}" } }],
};

const published = () => publishedConnector(ports, definition, author);

const activate = (rootId: string, cause = causeOf(), by = ada, on: ProcessPorts = ports) =>
  activateConnector(on, { rootId, connectorId: rootId, changes: { auth: { token: "t-0" } }, by }, cause);

async function connected(): Promise<{ rootId: string; instanceId: string }> {
  const rootId = await published();
  const { instanceId } = await valueOf(activate(rootId));
  return { rootId, instanceId };
}

async function configOf(instanceId: string) {
  const state = await aggregate(ports.log, instance).load(instanceId);
  return state.status === "active" ? await readConfig(ports, state.ownerId, state.setup) : null;
}

const secretsOf = (instanceId: string) => storedConfigs(db.pool, instanceId);

async function planSlotsOf(userId: string, kind: "connector" | "dataset"): Promise<string[]> {
  const held = new Set<string>();
  for (const { type, data } of (await ports.log.read(quota.stream({ userId }))) as {
    type: string;
    data: { kind?: string; itemId?: string };
  }[]) {
    if (data.kind !== kind || data.itemId === undefined) continue;
    if (type === "PlaceTaken") held.add(data.itemId);
    else held.delete(data.itemId);
  }
  return [...held];
}

/** The same ports some minutes later: what is older than the time limit counts as left behind. */
const minutesLater = (minutes: number): ProcessPorts => ({
  ...ports,
  clock: { now: async () => new Date((await ports.clock.now()).getTime() + minutes * 60_000) },
});

/** The same ports for a process that dies at its next append to a stream. */
function dyingAt(prefix: string): ProcessPorts {
  const append: ProcessPorts["log"]["append"] = (stream, ...rest) =>
    stream.startsWith(prefix) ? Promise.reject(new Error("died")) : ports.log.append(stream, ...rest);
  return { ...ports, log: { ...ports.log, append } };
}

describe("changing a connection", () => {
  test("needs the settings without which it cannot run", async () => {
    const rootId = await publishedConnector(
      ports,
      { ...definition, params_fields: [{ key: "city", type: "text", required: true, label: "City" }] },
      author,
    );
    const attempt = (settings?: JsonObject) =>
      activateConnector(
        ports,
        {
          rootId,
          connectorId: rootId,
          changes: { auth: { token: "t-0" }, ...(settings ? { settings } : {}) },
          by: ada,
        },
        causeOf(),
      );
    for (const settings of [undefined, {}, { city: "" }] as (JsonObject | undefined)[]) {
      expect(await attempt(settings)).toMatchObject({
        ok: false,
        refusal: { code: "settings-invalid", faults: [{ path: "settings.city", message: '"City" is required.' }] },
      });
    }
    expect(await planSlotsOf(ada, "connector")).toEqual([]);
    expect(await attempt({ city: "Ulm" })).toMatchObject({ ok: true });
  });

  test("keeps what was changed when the same command comes again, also after another one", async () => {
    const { instanceId } = await connected();
    const cause = causeOf();
    const change = () => configureInstance(ports, { instanceId, changes: { auth: { token: "t-1" } }, by: ada }, cause);
    const first = await change();
    expect(await change()).toEqual(first);
    expect(await configOf(instanceId)).toMatchObject({ auth: { token: "t-1" } });
    await configureInstance(ports, { instanceId, changes: { auth: { token: "t-2" } }, by: ada }, causeOf());
    expect(await change()).toEqual(first);
    expect(await configOf(instanceId)).toMatchObject({ auth: { token: "t-2" } });
    expect(await secretsOf(instanceId)).toBe(1);
  });

  test("keeps both of two changes at the same time, and all of ten, each sent twice", async () => {
    const { instanceId } = await connected();
    const headers = configureInstance(
      ports,
      { instanceId, changes: { headers: { "X-One": "1" } }, by: ada },
      causeOf(),
    );
    const token = configureInstance(ports, { instanceId, changes: { auth: { token: "t-1" } }, by: ada }, causeOf());
    expect(await Promise.all([headers, token])).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await configOf(instanceId)).toMatchObject({ headers: { "X-One": "1" }, auth: { token: "t-1" } });

    const causes = Array.from({ length: 10 }, () => causeOf());
    const changes = [...causes, ...causes].map((cause, index) =>
      configureInstance(
        ports,
        {
          instanceId,
          changes:
            index % 2 === 0 ? { settings: { city: `Ulm ${index % 10}` } } : { bodyTemplate: `{"n":${index % 10}}` },
          by: ada,
        },
        cause,
      ),
    );
    expect((await Promise.all(changes)).every(({ ok }) => ok)).toBe(true);
    expect(await configOf(instanceId)).toMatchObject({
      headers: { "X-One": "1" },
      auth: { token: "t-1" },
      settings: { city: expect.stringMatching(/^Ulm \d$/) },
      bodyTemplate: expect.stringMatching(/^\{"n":\d\}$/),
    });
    expect(
      (await ports.log.read(instance.stream(instanceId))).filter(({ type }) => type === "InstanceConfigured"),
    ).toHaveLength(12);
  });

  test("leaves no secret when it is refused", async () => {
    const { instanceId } = await connected();
    const removing: ProcessPorts = {
      ...ports,
      vault: {
        ...ports.vault,
        put: async (owner, name, secret) => {
          await removeInstance(ports, { instanceId, by: ada }, causeOf());
          await ports.vault.put(owner, name, secret);
        },
      },
    };
    const outcome = await configureInstance(
      removing,
      { instanceId, changes: { auth: { token: "t-1" } }, by: ada },
      causeOf(),
    );
    expect(outcome).toEqual({ ok: false, refusal: { code: "instance-unknown" } });
    expect(await secretsOf(instanceId)).toBe(0);
  });

  test("is not for others", async () => {
    const { instanceId } = await connected();
    expect(await configureInstance(ports, { instanceId, changes: { headers: {} }, by: author }, causeOf())).toEqual({
      ok: false,
      refusal: { code: "instance-unknown" },
    });
  });
});

describe("connecting again with the same command", () => {
  test("gives the first answer and stores no secret again, also after the removal", async () => {
    const rootId = await published();
    const cause = causeOf();
    const first = await activate(rootId, cause);
    expect(await activate(rootId, cause)).toEqual(first);
    const instanceId = first.ok ? first.value.instanceId : "";
    const removal = causeOf();
    expect(await removeInstance(ports, { instanceId, by: ada }, removal)).toMatchObject({ ok: true });
    expect(await removeInstance(ports, { instanceId, by: ada }, removal)).toMatchObject({ ok: true });
    expect(await activate(rootId, cause)).toEqual(first);
    expect([await secretsOf(instanceId), await planSlotsOf(ada, "connector")]).toEqual([0, []]);
    expect((await aggregate(ports.log, connector).load(rootId)).subscribers.size).toBe(0);
    expect(await activate(rootId, cause, author)).toEqual({ ok: false, refusal: { code: "instance-unknown" } });
    expect(await activate(rootId)).toMatchObject({ ok: true });
  });

  test("ends as one connection, however often it is sent at once", async () => {
    const rootId = await published();
    const cause = causeOf();
    const answers = await Promise.all(Array.from({ length: 8 }, () => activate(rootId, cause)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const instanceId = answers[0]?.ok ? answers[0].value.instanceId : "";
    expect([await secretsOf(instanceId), await planSlotsOf(ada, "connector")]).toEqual([1, [instanceId]]);
  });

  test("takes its place again after it had to give it back", async () => {
    const rootId = await published();
    const cause = causeOf();
    const place = { userId: ada, kind: "connector", itemId: ports.ids.derive(cause.commandId, "instance") } as const;
    for (let round = 0; round < 3; round += 1) {
      expect(await takePlanSlot(ports, place, cause)).toBeNull();
      expect(await planSlotsOf(ada, "connector")).toEqual([place.itemId]);
      await releasePlanSlot(ports, place, cause);
      expect(await planSlotsOf(ada, "connector")).toEqual([]);
    }
    await activate(rootId, cause);
    expect(await planSlotsOf(ada, "connector")).toEqual([place.itemId]);
  });
});

describe("a process that died half-way", () => {
  test("before it connected: its places come back after two minutes, when they are needed", async () => {
    for (let count = 0; count < 5; count += 1)
      await expect(activate(await published(), causeOf(), ada, dyingAt("connector-"))).rejects.toThrow("died");
    const rootId = await published();
    expect(await activate(rootId)).toMatchObject({ ok: false, refusal: { code: "places-used-up" } });
    expect(await activate(rootId, causeOf(), ada, minutesLater(3))).toMatchObject({ ok: true });
    expect(await planSlotsOf(ada, "connector")).toHaveLength(1);
  });

  test("keeps no place from users who use theirs", async () => {
    for (let count = 0; count < 5; count += 1) await activate(await published());
    expect(await activate(await published(), causeOf(), ada, minutesLater(3))).toMatchObject({
      ok: false,
      refusal: { code: "places-used-up", limit: 5 },
    });
    expect(await planSlotsOf(ada, "connector")).toHaveLength(5);
  });

  test("after it subscribed: its subscription ends after two minutes, and its own command can still finish", async () => {
    const rootId = await published();
    const dead = causeOf();
    await expect(activate(rootId, dead, ada, dyingAt("instance-"))).rejects.toThrow("died");
    expect(await activate(rootId)).toMatchObject({ ok: false, refusal: { code: "already-connected" } });
    const second = await activate(rootId, causeOf(), ada, minutesLater(3));
    expect(second).toMatchObject({ ok: true });
    expect(await planSlotsOf(ada, "connector")).toEqual([second.ok ? second.value.instanceId : ""]);
    expect(await secretsOf(ports.ids.derive(dead.commandId, "instance"))).toBe(0);

    expect(await activate(rootId, dead)).toMatchObject({ ok: false, refusal: { code: "already-connected" } });
    await removeInstance(ports, { instanceId: second.ok ? second.value.instanceId : "", by: ada }, causeOf());
    expect(await activate(rootId, dead)).toMatchObject({ ok: true });
    expect((await aggregate(ports.log, connector).load(rootId)).subscribers.size).toBe(1);
    expect(await planSlotsOf(ada, "connector")).toHaveLength(1);
  });

  test("after it removed the connection: the user can connect anew at once", async () => {
    const { rootId, instanceId } = await connected();
    await expect(removeInstance(dyingAt("quota-"), { instanceId, by: ada }, causeOf())).rejects.toThrow("died");
    expect(await activate(rootId)).toMatchObject({ ok: true });
    expect(await planSlotsOf(ada, "connector")).toHaveLength(1);
    expect(await secretsOf(instanceId)).toBe(0);
  });

  test("leaves no credentials in the vault, and nothing else of what it removed", async () => {
    const live = await connected();
    const { rootId, instanceId } = await connected();
    await expect(removeInstance(dyingAt("quota-"), { instanceId, by: ada }, causeOf())).rejects.toThrow("died");
    const never = causeOf();
    await expect(activate(await published(), never, ada, dyingAt("instance-"))).rejects.toThrow("died");
    const all = [live.instanceId, instanceId, ports.ids.derive(never.commandId, "instance")];
    expect(await Promise.all(all.map(secretsOf))).toEqual([1, 1, 1]);
    // A clean-up that dies is repeated.
    await expect(
      clearDeadInstances(
        dyingAt("connector-"),
        all.map((id) => ({ ownerId: ada, instanceId: id })),
      ),
    ).rejects.toThrow("died");
    for (let time = 0; time < 2; time += 1)
      await clearDeadInstances(
        ports,
        all.map((id) => ({ ownerId: ada, instanceId: id })),
      );
    expect(await Promise.all(all.map(secretsOf))).toEqual([1, 0, 0]);
    expect(await planSlotsOf(ada, "connector")).toEqual([live.instanceId, all[2]]);
    expect((await aggregate(ports.log, connector).load(rootId)).subscribers.size).toBe(0);
    expect(await activate(rootId)).toMatchObject({ ok: true });
  });

  test("leaves a subscription alone that is being made", async () => {
    const rootId = await published();
    const instanceId = ports.ids.fresh();
    await aggregate(ports.log, connector).handle(
      rootId,
      { type: "subscribe", connectorId: rootId, instanceId, userId: ada },
      step(causeOf(), "subscribe"),
    );
    expect(await activate(rootId, causeOf(), ada, minutesLater(1))).toMatchObject({
      ok: false,
      refusal: { code: "already-connected" },
    });
  });
});

describe("access to datasets", () => {
  const dataset = () => datasetWithRows(ports, author);

  test("takes no place when its command comes again after the removal", async () => {
    const datasetId = await dataset();
    const cause = causeOf();
    const first = await takeAccess(ports, { datasetId, userId: ada }, cause);
    const removal = causeOf();
    await removeAccess(ports, { datasetId, userId: ada, by: ada }, removal);
    expect(await takeAccess(ports, { datasetId, userId: ada }, cause)).toEqual(first);
    expect(await planSlotsOf(ada, "dataset")).toEqual([]);
    await takeAccess(ports, { datasetId, userId: ada }, causeOf());
    await removeAccess(ports, { datasetId, userId: ada, by: ada }, removal);
    expect(await planSlotsOf(ada, "dataset")).toEqual([datasetId]);
  });

  test("gets its places back from processes that died before the grant", async () => {
    for (let count = 0; count < 5; count += 1)
      await expect(
        takeAccess(dyingAt("dataset-"), { datasetId: await dataset(), userId: ada }, causeOf()),
      ).rejects.toThrow("died");
    const datasetId = await dataset();
    expect(await takeAccess(ports, { datasetId, userId: ada }, causeOf())).toMatchObject({
      ok: false,
      refusal: { code: "places-used-up" },
    });
    expect(await takeAccess(minutesLater(3), { datasetId, userId: ada }, causeOf())).toMatchObject({ ok: true });
    expect(await planSlotsOf(ada, "dataset")).toEqual([datasetId]);
  });
});

describe("starting a run", () => {
  const start = (instanceId: string, cause = causeOf(), settings: string | null = null) =>
    startRun(
      ports,
      { instanceId, by: ada, override: null, settings, trigger: "manual", slot: null, knownNumber: 0 },
      cause,
    );

  test("answers the first run when the same command comes again, while it goes on and after the removal", async () => {
    const { instanceId } = await connected();
    const cause = causeOf(crypto.randomUUID());
    const first = await start(instanceId, cause);
    expect(first).toMatchObject({ ok: true, value: { runId: `${instanceId}-1` } });
    expect(await start(instanceId, cause)).toEqual(first);
    expect(await start(instanceId)).toEqual({
      ok: false,
      refusal: { code: "run-in-progress", runId: `${instanceId}-1` },
    });
    await removeInstance(ports, { instanceId, by: ada }, causeOf());
    expect(await start(instanceId, cause)).toEqual(first);
  });

  test("is one run with one set of settings, of the same command ten times and others beside it", async () => {
    const { instanceId } = await connected();
    const cause = causeOf(crypto.randomUUID());
    const other = causeOf(crypto.randomUUID());
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => start(instanceId, index % 6 === 5 ? other : cause, "{}")),
    );
    const started = answers.flatMap((answer) => (answer.ok ? [answer.value.runId] : []));
    expect(new Set(started)).toEqual(new Set([`${instanceId}-1`]));
    expect(await secretsOf(instanceId)).toBe(2);
    const [mine, others] = await Promise.all([start(instanceId, cause), start(instanceId, other)]);
    expect([mine, others].filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe("what an author wrote into a private field as a default", () => {
  const keyed = {
    ...definition,
    auth: { type: "bearer", fields: [{ key: "token", type: "text", required: true, default: "author-own" }] },
  };

  test("serves the author alone", async () => {
    const rootId = await publishedConnector(ports, keyed, author);
    const ref = { rootId, connectorId: rootId, changes: {} };
    expect(await activateConnector(ports, { ...ref, by: ada }, causeOf())).toMatchObject({
      ok: false,
      refusal: { code: "settings-invalid" },
    });
    expect(await activateConnector(ports, { ...ref, by: author }, causeOf())).toMatchObject({ ok: true });
  });
});
