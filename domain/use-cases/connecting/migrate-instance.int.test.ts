import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../core/values/json.ts";
import {
  activated,
  causeOf,
  nextVersion,
  person,
  publishedConnector,
  storedConfigs,
  useCasePorts,
} from "#testing/use-case-ports.ts";
import { migrateInstance } from "./migrate-instance.ts";
import { activateConnector } from "./activate-connector.ts";
import { configureInstance } from "./configure-instance.ts";
import { openDraftOf } from "../authoring/open-draft-of.ts";
import { publishDraft } from "../authoring/publish-draft.ts";
import { readConfig } from "../api-access/instance-config.ts";
import { deleteConnector } from "../authoring/delete-connector.ts";
import { aggregate } from "../../core/aggregate.ts";
import { instance } from "../../instance/decider.ts";
import { connector } from "../../connector/decider.ts";
import { step } from "../step.ts";
import { draft } from "../../draft/decider.ts";

const { db, ports } = await useCasePorts();
const author = await person(ports);
let ada: string;

beforeEach(async () => {
  ada = await person(ports);
});

const field = (key: string, more: JsonObject = {}) => ({ key, type: "text", ...more });
const definition = (over: JsonObject = {}): JsonObject => ({
  protocol: "rest",
  auth: { type: "bearer" },
  params_fields: [field("city")],
  operations: [{ id: "items", url: "https://api.example.org/items" }],
  ...over,
});

/** Publishes a lineage with one version per definition; returns the version ids. */
async function lineage(first: JsonObject, ...later: JsonObject[]): Promise<string[]> {
  const rootId = await publishedConnector(ports, first, author);
  const ids = [rootId];
  for (const next of later) ids.push(await versionWith(rootId, { definitionText: JSON.stringify(next) }));
  return ids;
}

const versionWith = (rootId: string, changes: Parameters<typeof nextVersion>[2]) =>
  nextVersion(ports, { rootId, connectorId: rootId }, changes, author);

const connect = (rootId: string, changes: Parameters<typeof activated>[2] = { auth: { token: "t-0" } }) =>
  activated(ports, rootId, changes, ada);

const migrate = (instanceId: string, toConnectorId: string, auth?: Record<string, string>, cause = causeOf()) =>
  migrateInstance(ports, { instanceId, toConnectorId, ...(auth ? { auth, namedHosts: SHOWN } : {}), by: ada }, cause);
const SHOWN = { shown: ["https://api.example.org", "https://elsewhere.example"] };

async function storedInstance(instanceId: string) {
  const state = await aggregate(ports.log, instance).load(instanceId);
  if (state.status !== "active") throw new Error("The connection is gone");
  return { version: state.connectorId, config: await readConfig(ports, state.ownerId, state.setup) };
}

const secretsOf = (instanceId: string) => storedConfigs(db.pool, instanceId);

/** Connects to the first version, then publishes the second. */
async function connectedBefore(
  first: JsonObject,
  second: JsonObject,
  changes?: Parameters<typeof connect>[1],
): Promise<{ instanceId: string; v1: string; v2: string }> {
  const [v1 = ""] = await lineage(first);
  const instanceId = await connect(v1, changes);
  return { instanceId, v1, v2: await versionWith(v1, { definitionText: JSON.stringify(second) }) };
}

describe("with the same consent", () => {
  test("asks for nothing again and keeps all values, forth and back", async () => {
    const { instanceId, v1, v2 } = await connectedBefore(definition(), definition({ headers: { "X-Plain": "1" } }), {
      auth: { token: "t-0" },
      headers: { "X-One": "1" },
      settings: { city: "Ulm" },
    });
    const values = { auth: { token: "t-0" }, headers: { "X-One": "1" }, settings: { city: "Ulm" } };
    expect(await migrate(instanceId, v2)).toMatchObject({ ok: true, value: { unknownSettings: [] } });
    expect(await storedInstance(instanceId)).toMatchObject({ version: v2, config: values });
    expect(await migrate(instanceId, v1)).toMatchObject({ ok: true });
    expect(await storedInstance(instanceId)).toMatchObject({ version: v1, config: values });
    expect(await secretsOf(instanceId)).toBe(1);
  });

  test("keeps the host that a default gave, when the new version has another default", async () => {
    const served = (server: string) =>
      definition({
        base_url: "{server}",
        params_fields: [field("server", { default: server })],
        operations: [{ id: "items", url: "/items" }],
      });
    const { instanceId, v2 } = await connectedBefore(
      served("https://api.example.org"),
      served("https://elsewhere.example"),
      { auth: { token: "t-0" } },
    );
    expect(await migrate(instanceId, v2)).toMatchObject({ ok: true });
    expect((await storedInstance(instanceId)).config?.settings).toEqual({ server: "https://api.example.org" });
  });

  test("asks for a setting that the new version needs, and keeps what is stored until it has it", async () => {
    const needs = definition({
      params_fields: [field("city"), field("station", { required: true, label: "Station" })],
    });
    const { instanceId, v1, v2 } = await connectedBefore(definition(), needs, {
      auth: { token: "t-0" },
      settings: { city: "Ulm" },
    });
    expect(await migrate(instanceId, v2)).toMatchObject({
      ok: false,
      refusal: { code: "settings-invalid", faults: [{ path: "settings.station", message: '"Station" is required.' }] },
    });
    expect(await storedInstance(instanceId)).toMatchObject({ version: v1, config: { settings: { city: "Ulm" } } });
    const moved = await migrateInstance(
      ports,
      { instanceId, toConnectorId: v2, settings: { station: "Bern" }, by: ada },
      causeOf(),
    );
    expect(moved).toMatchObject({ ok: true });
    expect(await storedInstance(instanceId)).toMatchObject({
      version: v2,
      config: { auth: { token: "t-0" }, settings: { city: "Ulm", station: "Bern" } },
    });
    expect(await secretsOf(instanceId)).toBe(1);
  });

  test("says which settings the new version does not know, and keeps them", async () => {
    const { instanceId, v2 } = await connectedBefore(definition(), definition({ params_fields: [field("town")] }), {
      auth: { token: "t-0" },
      settings: { city: "Ulm", mine: "1" },
    });
    expect(await migrate(instanceId, v2)).toMatchObject({ ok: true, value: { unknownSettings: ["city"] } });
    expect((await storedInstance(instanceId)).config?.settings).toEqual({ city: "Ulm", mine: "1" });
  });

  test("leaves behind what was a secret and would be shown from now on", async () => {
    const hidden = definition({ params_fields: [field("pin", { private: true })] });
    const { instanceId, v2 } = await connectedBefore(hidden, definition({ params_fields: [field("pin")] }), {
      auth: { token: "t-0" },
      settings: { pin: "1234" },
    });
    expect(await migrate(instanceId, v2)).toMatchObject({ ok: true });
    expect((await storedInstance(instanceId)).config?.settings).toEqual({});
  });

  test("is one event, however often the same command comes, also after a later change", async () => {
    const { instanceId, v2 } = await connectedBefore(definition(), definition());
    const cause = causeOf();
    const answers = await Promise.all(Array.from({ length: 6 }, () => migrate(instanceId, v2, undefined, cause)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    await configureInstance(ports, { instanceId, changes: { auth: { token: "t-1" } }, by: ada }, causeOf());
    expect(await migrate(instanceId, v2, undefined, cause)).toMatchObject({ ok: true });
    expect((await storedInstance(instanceId)).config).toMatchObject({ auth: { token: "t-1" } });
    expect(
      (await ports.log.read(instance.stream(instanceId))).filter(({ type }) => type === "InstanceMigrated"),
    ).toHaveLength(1);
    expect(await migrate(instanceId, v2)).toEqual({ ok: true, value: { unknownSettings: [] }, position: null });
  });
});

describe("with another consent", () => {
  const elsewhere = definition({ operations: [{ id: "items", url: "https://elsewhere.example/items" }] });

  test("moves only with the secrets entered again, and takes no old one along", async () => {
    const values = { auth: { token: "t-0" }, headers: { "X-Key": "s" }, bodyTemplate: "{}", settings: { city: "Ulm" } };
    const { instanceId, v1, v2 } = await connectedBefore(definition(), elsewhere, values);
    expect(await migrate(instanceId, v2)).toMatchObject({
      ok: false,
      refusal: {
        code: "consent-needed",
        change: { hosts: { added: ["https://elsewhere.example"], removed: ["https://api.example.org"] } },
      },
    });
    expect(await storedInstance(instanceId)).toMatchObject({ version: v1, config: values });
    expect(await migrate(instanceId, v2, {})).toMatchObject({ ok: false, refusal: { code: "settings-invalid" } });
    expect(await migrate(instanceId, v2, { token: "t-new" })).toMatchObject({ ok: true });
    expect(await storedInstance(instanceId)).toEqual({
      version: v2,
      config: { authChoice: 0, auth: { token: "t-new" }, headers: {}, bodyTemplate: null, settings: { city: "Ulm" } },
    });
    expect(await secretsOf(instanceId)).toBe(1);
  });

  test("asks also where there is no secret to enter", async () => {
    const open = (url: string) => definition({ auth: { type: "none" }, operations: [{ id: "items", url }] });
    const { instanceId, v2 } = await connectedBefore(
      open("https://api.example.org/items"),
      open("https://elsewhere.example/items"),
      {},
    );
    expect(await migrate(instanceId, v2)).toMatchObject({ ok: false, refusal: { code: "consent-needed" } });
    expect(await migrate(instanceId, v2, {})).toMatchObject({ ok: true });
  });

  test.each([
    [
      "header rows",
      { headers: { "X-Key": "s" } },
      { field: "your header row", host: "https://elsewhere.example", where: "header x-key" },
    ],
    ["a body", { bodyTemplate: "{}" }, { field: "your own text", host: "https://elsewhere.example", where: "body" }],
  ])("asks when %s of the user's own would go to another host that is called already", async (_name, rows, place) => {
    const here = { id: "items", base_url: "https://api.example.org", url: "/items" };
    const there = { id: "more", base_url: "https://api.example.org", url: "https://elsewhere.example/more" };
    const open = (...operations: JsonObject[]) => definition({ auth: { type: "none" }, operations });
    const { instanceId, v2 } = await connectedBefore(
      open(here, there),
      open({ ...there, base_url: "https://elsewhere.example" }, here),
      rows,
    );
    expect(await migrate(instanceId, v2)).toMatchObject({
      ok: false,
      refusal: { code: "consent-needed", change: { hosts: { added: [] }, places: { added: [place] } } },
    });
    expect(await migrate(instanceId, v2, {})).toMatchObject({ ok: true });
    expect((await storedInstance(instanceId)).config).toMatchObject({ headers: {}, bodyTemplate: null });
  });

  test("drops a private setting that the new version calls public", async () => {
    const hidden = definition({ params_fields: [field("pin", { private: true })] });
    const { instanceId, v2 } = await connectedBefore(
      hidden,
      { ...elsewhere, params_fields: [field("pin")] },
      { auth: { token: "t-0" }, settings: { pin: "1234" } },
    );
    expect(await migrate(instanceId, v2, { token: "t-1" })).toMatchObject({ ok: true });
    expect((await storedInstance(instanceId)).config?.settings).toEqual({});
  });
});

describe("racing with changes of the setup", () => {
  test("loses none of twenty", async () => {
    const { instanceId, v1, v2 } = await connectedBefore(definition(), definition());
    const changes = [
      { headers: { "X-One": "1" } },
      { settings: { city: "Ulm" } },
      { bodyTemplate: "{}" },
      { auth: { token: "t-1" } },
    ];
    const racing = Array.from({ length: 20 }, (_, index) =>
      index % 5 === 0
        ? migrate(instanceId, index % 10 === 0 ? v2 : v1)
        : configureInstance(ports, { instanceId, changes: changes[(index % 5) - 1] ?? {}, by: ada }, causeOf()),
    );
    const outcomes: readonly { readonly ok: boolean }[] = await Promise.all(racing);
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    expect((await storedInstance(instanceId)).config).toMatchObject({
      headers: { "X-One": "1" },
      settings: { city: "Ulm" },
      bodyTemplate: "{}",
      auth: { token: "t-1" },
    });
    expect(await secretsOf(instanceId)).toBe(1);
    const moved = (await ports.log.read(instance.stream(instanceId))).filter(({ type }) => type === "InstanceMigrated");
    expect(moved.length).toBeGreaterThan(0);
  });
});

describe("who may move where", () => {
  test("nobody moves to a version that is inactive, or to another lineage, and strangers move nothing", async () => {
    const { instanceId, v1, v2 } = await connectedBefore(definition(), definition());
    await aggregate(ports.log, connector).handle(
      v1,
      { type: "deactivate-version", connectorId: v2, by: author },
      step(causeOf(), "deactivate"),
    );
    expect(await migrate(instanceId, v2)).toEqual({
      ok: false,
      refusal: { code: "connector-inactive", latestConnectorId: null },
    });
    await aggregate(ports.log, connector).handle(
      v1,
      { type: "reactivate-version", connectorId: v2, by: author },
      step(causeOf(), "reactivate"),
    );
    const [other = ""] = await lineage(definition());
    expect(await migrate(instanceId, other)).toEqual({ ok: false, refusal: { code: "connector-unknown" } });
    expect(await migrateInstance(ports, { instanceId, toConnectorId: v2, by: author }, causeOf())).toEqual({
      ok: false,
      refusal: { code: "instance-unknown" },
    });
    expect(await migrate(instanceId, v2)).toMatchObject({ ok: true });
  });

  test("a connector that was made private keeps its subscribers, who may move on with it, and takes no stranger", async () => {
    const [v1 = ""] = await lineage(definition());
    const instanceId = await connect(v1);
    const v2 = await versionWith(v1, { isPublic: false });
    const stranger = await person(ports);
    for (const connectorId of [v1, v2]) {
      expect(
        await activateConnector(
          ports,
          { rootId: v1, connectorId, changes: { auth: { token: "t" } }, by: stranger },
          causeOf(),
        ),
      ).toEqual({ ok: false, refusal: { code: "connector-unknown" } });
    }
    expect(await migrate(instanceId, v2)).toMatchObject({ ok: true });
  });

  test("a deleted connector with other people's connections moves nobody any more", async () => {
    const { instanceId, v1, v2 } = await connectedBefore(definition(), definition());
    expect(await deleteConnector(ports, { rootId: v1, by: author }, causeOf())).toMatchObject({
      ok: true,
      value: { deleted: false },
    });
    expect(await migrate(instanceId, v2)).toEqual({
      ok: false,
      refusal: { code: "connector-inactive", latestConnectorId: null },
    });
  });
});

describe("drafts", () => {
  test("are published once by twenty at the same time", async () => {
    const [v1 = ""] = await lineage(definition());
    const opened = await openDraftOf(ports, { rootId: v1, connectorId: v1, by: author }, causeOf());
    const draftId = opened.ok ? opened.value.draftId : "";
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => publishDraft(ports, { draftId, by: author }, causeOf())),
    );
    expect(
      new Set(outcomes.map((outcome) => (outcome.ok ? outcome.value.connectorId : outcome.refusal.code))).size,
    ).toBe(1);
    expect(
      (await ports.log.read(connector.stream(v1))).filter(({ type }) => type === "ConnectorVersionPublished"),
    ).toHaveLength(2);
  });

  test("open once for twenty at the same time, and anew after they were discarded", async () => {
    const [v1 = ""] = await lineage(definition());
    const open = () => openDraftOf(ports, { rootId: v1, connectorId: v1, by: author }, causeOf());
    const opened = await Promise.all(Array.from({ length: 20 }, open));
    const ids = new Set(opened.map((outcome) => (outcome.ok ? outcome.value.draftId : outcome.refusal.code)));
    expect(ids.size).toBe(1);
    const [draftId = ""] = ids;
    expect(
      await aggregate(ports.log, draft).handle(draftId, { type: "discard", by: ada }, step(causeOf(), "discard-draft")),
    ).toEqual({
      ok: false,
      refusal: { code: "draft-unknown" },
    });
    expect(
      await aggregate(ports.log, draft).handle(
        draftId,
        { type: "discard", by: author },
        step(causeOf(), "discard-draft"),
      ),
    ).toMatchObject({ ok: true });
    expect(await open()).toMatchObject({ ok: true, value: { reused: false } });
  });

  test("of an old version are published as the next one, after those that came since", async () => {
    const [v1 = "", v2 = ""] = await lineage(definition(), definition());
    const opened = await openDraftOf(ports, { rootId: v1, connectorId: v1, by: author }, causeOf());
    const published = await publishDraft(
      ports,
      { draftId: opened.ok ? opened.value.draftId : "", by: author },
      causeOf(),
    );
    const versions = (await ports.log.read(connector.stream(v1))) as {
      type: string;
      data: { version?: number; parentId?: string | null; connectorId?: string };
    }[];
    expect(versions.map(({ data }) => [data.version, data.parentId])).toEqual([
      [1, null],
      [2, v1],
      [3, v1],
    ]);
    expect(versions.map(({ data }) => data.connectorId)).toEqual([
      v1,
      v2,
      published.ok ? published.value.connectorId : "",
    ]);
  });
});
