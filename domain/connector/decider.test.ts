import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { given } from "../core/spec.ts";
import type { ConnectorCommand } from "./commands.ts";
import { connector, type ConnectorRefusal, latestVersion } from "./decider.ts";
import { seesVersion } from "./who-sees.ts";
import type { ConnectorEvent } from "./events.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";

const rootId = "c-1";
const owner = "u-ada";
const content = {
  title: "Weather",
  description: "Hourly weather",
  category: "API",
  apiDocUrl: null,
  isPublic: true,
  definition: { protocol: "rest", operations: [{ id: "hourly", url: "https://api.weather.example/hourly" }] },
};

const published = (version: number, over: { isPublic?: boolean; connectorId?: string } = {}): ConnectorEvent => ({
  type: "ConnectorVersionPublished",
  data: {
    rootId,
    connectorId: `c-${version}`,
    version,
    owner: { kind: "user", id: owner },
    parentId: version === 1 ? null : `c-${version - 1}`,
    ...content,
    ...over,
  },
});
const deactivated = (connectorId: string): ConnectorEvent => ({
  type: "ConnectorVersionDeactivated",
  data: { rootId, connectorId },
});
const subscribed = (userId: string, connectorId = "c-1", instanceId = `i-${userId}`): ConnectorEvent => ({
  type: "ConnectorSubscribed",
  data: { rootId, connectorId, instanceId, userId },
});
const unsubscribed = (userId: string): ConnectorEvent => ({
  type: "ConnectorUnsubscribed",
  data: { rootId, instanceId: `i-${userId}`, userId },
});
const withdrawn: ConnectorEvent = { type: "ConnectorWithdrawn", data: { rootId } };
const deleted: ConnectorEvent = { type: "ConnectorDeleted", data: { rootId } };

const nothing = emit();
const accepted = (...events: ConnectorEvent[]) => emit(...events);
const refused = (code: Exclude<ConnectorRefusal["code"], "connector-inactive">) => refuse({ code });
const inactive = (latestConnectorId: string | null = null) => refuse({ code: "connector-inactive", latestConnectorId });
const publish = (version: number, by = owner) =>
  ({
    type: "publish-version",
    rootId,
    connectorId: `c-${version}`,
    by,
    parentId: version === 1 ? null : `c-${version - 1}`,
    ...content,
  }) as const;
const reactivated = (connectorId: string): ConnectorEvent => ({
  type: "ConnectorVersionReactivated",
  data: { rootId, connectorId },
});
const reactivate = (connectorId: string, by = owner) => ({ type: "reactivate-version", connectorId, by }) as const;
const deactivate = (connectorId: string, by = owner) => ({ type: "deactivate-version", connectorId, by }) as const;
const del = (by = owner) => ({ type: "delete", by }) as const;
const subscribe = (userId: string, connectorId = "c-1") =>
  ({ type: "subscribe", connectorId, instanceId: `i-${userId}`, userId }) as const;
const unsubscribe = (userId: string, instanceId = `i-${userId}`) =>
  ({ type: "unsubscribe", instanceId, userId }) as const;

describe("publishing", () => {
  test("numbers versions from 1; the last one is the latest", () => {
    expect(given(connector).when(publish(1))).toEqual(accepted(published(1)));
    expect(given(connector, published(1)).when(publish(2))).toEqual(accepted(published(2)));
    const two = given(connector, published(1), published(2)).state;
    expect(latestVersion(two)).toMatchObject({ connectorId: "c-2", version: 2, active: true });
    expect(latestVersion(given(connector).state)).toBeUndefined();
  });

  test("makes one version of one id, also when a process does it twice", () => {
    expect(given(connector, published(1), published(2)).when(publish(2))).toEqual(nothing);
    expect(given(connector, published(1), published(2), withdrawn).when(publish(2))).toEqual(nothing);
  });

  test("ends when the connector was withdrawn", () => {
    expect(given(connector, published(1), subscribed("ben"), withdrawn).when(publish(2))).toEqual(inactive());
  });

  test("does not leave a gap after an inactive version", () => {
    expect(given(connector, published(1), deactivated("c-1")).when(publish(2))).toEqual(accepted(published(2)));
  });
});

describe("setting a version inactive", () => {
  test("is done once, by its owner, and touches no other version", () => {
    const two = [published(1), published(2)];
    expect(given(connector, ...two).when(deactivate("c-1"))).toEqual(accepted(deactivated("c-1")));
    expect(given(connector, ...two, deactivated("c-1")).when(deactivate("c-1"))).toEqual(nothing);
    expect(given(connector, ...two, deactivated("c-1")).state.versions.map((version) => version.active)).toEqual([
      false,
      true,
    ]);
    expect(given(connector, ...two).when(deactivate("c-9"))).toEqual(refused("connector-unknown"));
  });

  test("lets nobody new connect to it and keeps who is connected", () => {
    const state = given(connector, published(1), published(2), subscribed("ben"), deactivated("c-1"));
    expect(state.when(subscribe("cleo", "c-1"))).toEqual(inactive("c-2"));
    expect(state.when(subscribe("cleo", "c-2"))).toEqual(accepted(subscribed("cleo", "c-2")));
    expect(state.state.subscribers.get("i-ben")).toBe("ben");
  });
});

describe("setting a version active again", () => {
  test("undoes the other, once, by its owner", () => {
    const off = [published(1), deactivated("c-1")];
    expect(given(connector, published(1)).when(reactivate("c-1"))).toEqual(nothing);
    expect(given(connector, ...off).when(reactivate("c-1"))).toEqual(accepted(reactivated("c-1")));
    expect(given(connector, ...off, reactivated("c-1")).when(subscribe("ben"))).toEqual(accepted(subscribed("ben")));
    expect(given(connector, ...off).when(reactivate("c-9"))).toEqual(refused("connector-unknown"));
    expect(given(connector, ...off).when(reactivate("c-1", "eve"))).toEqual(refused("connector-not-yours"));
  });

  test("does not bring back a connector that was withdrawn", () => {
    expect(
      given(connector, published(1), subscribed("ben"), deactivated("c-1"), withdrawn).when(reactivate("c-1")),
    ).toEqual(inactive());
  });
});

describe("changing the image", () => {
  const image = (name: string | null, by = owner) => ({ type: "change-image", by, image: name }) as const;
  const changed = (name: string | null): ConnectorEvent => ({
    type: "ConnectorImageChanged",
    data: { rootId, image: name },
  });

  test("is the owner's, and writes only what is new", () => {
    expect(given(connector, published(1)).when(image("1.png"))).toEqual(accepted(changed("1.png")));
    expect(given(connector, published(1), changed("1.png")).when(image("1.png"))).toEqual(nothing);
    expect(given(connector, published(1), changed("1.png")).when(image(null))).toEqual(accepted(changed(null)));
    expect(given(connector, published(1)).when(image("1.png", "ben"))).toEqual(refused("connector-not-yours"));
    expect(given(connector, published(1, { isPublic: false })).when(image("1.png", "ben"))).toEqual(
      refused("connector-unknown"),
    );
    expect(given(connector, published(1), deleted).when(image("1.png"))).toEqual(refused("connector-unknown"));
  });
});

describe("seeing a version", () => {
  const hidden = { isPublic: false };
  const sees = (events: readonly ConnectorEvent[], userId: string) => {
    const { state } = given(connector, ...events);
    return state.versions
      .filter((version) => seesVersion(state, version, userId))
      .map(({ connectorId }) => connectorId);
  };

  test("is for all while the latest is public, of the public ones", () => {
    expect(sees([published(1), published(2)], "eve")).toEqual(["c-1", "c-2"]);
    expect(sees([published(1, hidden), published(2)], "eve")).toEqual(["c-2"]);
    expect(sees([published(1), published(2, hidden)], "eve")).toEqual([]);
  });

  test("stays with who was connected when it was made private, and gives them nothing from before", () => {
    expect(sees([published(1), subscribed("ben"), published(2, hidden)], "ben")).toEqual(["c-1", "c-2"]);
    expect(sees([published(1, hidden), published(2), subscribed("ben", "c-2"), published(3, hidden)], "ben")).toEqual([
      "c-2",
      "c-3",
    ]);
    expect(sees([published(1), subscribed("ben"), published(2, hidden), unsubscribed("ben")], "ben")).toEqual([]);
  });

  test("is always for the owner", () => {
    expect(sees([published(1, hidden), published(2, hidden)], owner)).toEqual(["c-1", "c-2"]);
  });
});

describe("connecting", () => {
  test("is open to all where the version is public, once an instance", () => {
    expect(given(connector, published(1)).when(subscribe("ben"))).toEqual(accepted(subscribed("ben")));
    expect(given(connector, published(1)).when(subscribe(owner))).toEqual(accepted(subscribed(owner)));
    expect(given(connector, published(1), subscribed("ben")).when(subscribe("ben"))).toEqual(nothing);
  });

  test("is one connection a user and lineage: another version is reached by migrating", () => {
    const state = given(connector, published(1), published(2), subscribed("ben"));
    expect(state.when({ ...subscribe("ben", "c-2"), instanceId: "i-ben-2" })).toEqual(refused("already-connected"));
    expect(state.when({ ...subscribe("ben"), instanceId: "i-ben-2" })).toEqual(refused("already-connected"));
    expect(
      given(connector, published(1), subscribed("ben"), unsubscribed("ben")).when({
        ...subscribe("ben"),
        instanceId: "i-ben-2",
      }),
    ).toMatchObject({ ok: true });
  });

  test("knows a private version for its owner alone", () => {
    const secret = published(1, { isPublic: false });
    expect(given(connector, secret).when(subscribe("ben"))).toEqual(refused("connector-unknown"));
    expect(given(connector, secret).when(subscribe(owner))).toEqual(accepted(subscribed(owner)));
    expect(given(connector, secret, deactivated("c-1")).when(subscribe("ben"))).toEqual(refused("connector-unknown"));
  });

  test("is with the latest version only", () => {
    expect(given(connector, published(1), published(2)).when(subscribe("ben", "c-1"))).toEqual(inactive("c-2"));
    expect(given(connector, published(1), published(2)).when(subscribe("ben", "c-2"))).toEqual(
      accepted(subscribed("ben", "c-2")),
    );
  });

  test("knows no version that was never published", () => {
    expect(given(connector, published(1)).when(subscribe("ben", "c-2"))).toEqual(refused("connector-unknown"));
  });

  test("is closed after a withdrawal", () => {
    const state = given(connector, published(1), subscribed("ben"), withdrawn);
    expect(state.when(subscribe("cleo"))).toEqual(refused("connector-unknown"));
    expect(state.when(subscribe(owner))).toEqual(inactive());
  });

  test("ends for one's own instance only", () => {
    const state = given(connector, published(1), subscribed("ben"));
    expect(state.when(unsubscribe("ben"))).toEqual(accepted(unsubscribed("ben")));
    expect(state.when(unsubscribe("eve", "i-ben"))).toEqual(nothing);
    expect(state.when(unsubscribe("cleo"))).toEqual(nothing);
  });
});

describe("deleting", () => {
  test("is at once when nobody else is connected", () => {
    expect(given(connector, published(1)).when(del())).toEqual(accepted(deleted));
    expect(given(connector, published(1), subscribed(owner)).when(del())).toEqual(accepted(deleted));
    expect(given(connector, published(1), subscribed("ben"), unsubscribed("ben")).when(del())).toEqual(
      accepted(deleted),
    );
  });

  test("waits for the last other subscriber; the owner's own connection does not hold it", () => {
    const both = [published(1), subscribed(owner), subscribed("ben"), subscribed("cleo")];
    expect(given(connector, ...both).when(del())).toEqual(accepted(withdrawn));
    expect(given(connector, ...both, withdrawn).when(del())).toEqual(nothing);
    expect(given(connector, ...both, withdrawn).when(unsubscribe("ben"))).toEqual(accepted(unsubscribed("ben")));
    expect(given(connector, ...both, withdrawn).when(unsubscribe(owner))).toEqual(accepted(unsubscribed(owner)));
    expect(given(connector, ...both, withdrawn, unsubscribed("ben")).when(unsubscribe("cleo"))).toEqual(
      accepted(unsubscribed("cleo"), deleted),
    );
    const ownerGone = [...both, withdrawn, unsubscribed("ben"), unsubscribed(owner)];
    expect(given(connector, ...ownerGone).when(unsubscribe("cleo"))).toEqual(accepted(unsubscribed("cleo"), deleted));
  });

  test("does not delete a connector that was not withdrawn when the last one leaves", () => {
    expect(given(connector, published(1), subscribed("ben")).when(unsubscribe("ben"))).toEqual(
      accepted(unsubscribed("ben")),
    );
  });
});

describe("a stranger", () => {
  const attempts: readonly ConnectorCommand[] = [publish(2, "eve"), deactivate("c-1", "eve"), del("eve")];

  test.each(attempts)("may see a public connector and not $type it", (attempt) => {
    expect(given(connector, published(1)).when(attempt)).toEqual(refused("connector-not-yours"));
    expect(given(connector, published(1, { isPublic: false }), published(2)).when(attempt)).toEqual(
      refused("connector-not-yours"),
    );
  });

  test.each(attempts)("does not know any more of a connector that was made private to $type it", (attempt) => {
    expect(given(connector, published(1), published(2, { isPublic: false })).when(attempt)).toEqual(
      refused("connector-unknown"),
    );
  });

  test.each(attempts)("does not know of a private connector to $type it", (attempt) => {
    expect(given(connector, published(1, { isPublic: false })).when(attempt)).toEqual(refused("connector-unknown"));
  });

  test.each(attempts)("who is connected sees it, and may not $type it", (attempt) => {
    const state = given(connector, published(1, { isPublic: false }), subscribed("eve"));
    expect(state.when(attempt)).toEqual(refused("connector-not-yours"));
  });
});

describe("taking down", () => {
  const takenDown: ConnectorEvent = { type: "ConnectorTakenDown", data: { rootId, reason: "It spies." } };
  const restored: ConnectorEvent = { type: "ConnectorRestored", data: { rootId } };
  const takeDown = (reason: string) => ({ type: "take-down", reason }) as const;
  const restore = { type: "restore" } as const;

  test("needs a reason, happens once, and ends with restoring", () => {
    expect(given(connector, published(1)).when(takeDown(" It spies. "))).toEqual(accepted(takenDown));
    expect(given(connector, published(1), takenDown).when(takeDown("Again."))).toEqual(nothing);
    expect(given(connector, published(1)).when(takeDown(""))).toEqual(refused("takedown-reason-missing"));
    expect(given(connector).when(takeDown("It spies."))).toEqual(refused("connector-unknown"));
    expect(given(connector, published(1)).when(restore)).toEqual(nothing);
    expect(given(connector, published(1), takenDown).when(restore)).toEqual(accepted(restored));
  });

  test("nobody connects any more, and its owner goes on", () => {
    expect(given(connector, published(1), takenDown).when(subscribe("ben"))).toEqual(refused("connector-unknown"));
    expect(given(connector, published(1), takenDown).when(subscribe(owner))).toEqual(inactive());
    expect(given(connector, published(1), takenDown).when(publish(2))).toMatchObject({ ok: true });
    expect(given(connector, published(1), takenDown, restored).when(subscribe("ben"))).toMatchObject({ ok: true });
  });
});

const needConnector: readonly ConnectorCommand[] = [
  deactivate("c-1"),
  deactivate("c-1", "eve"),
  del(),
  del("eve"),
  subscribe("ben"),
  subscribe(owner),
];
test.each(needConnector)("missing and deleted are alike to $type", (command) => {
  expect(given(connector).when(command)).toEqual(refused("connector-unknown"));
  expect(given(connector, published(1), deleted).when(command)).toEqual(refused("connector-unknown"));
});

test("takes no version after its end, and lets late leavers go", () => {
  expect(given(connector, published(1), deleted).when(publish(2))).toEqual(refused("connector-unknown"));
  expect(given(connector, published(1), deleted).when(publish(2, "eve"))).toEqual(refused("connector-unknown"));
  expect(given(connector, published(1), subscribed(owner), deleted).when(unsubscribe(owner))).toEqual(nothing);
  expect(given(connector).when(unsubscribe("ben"))).toEqual(nothing);
});

test("counts versions 1..n, and ends once: withdrawn with others, deleted with the last of them", () => {
  const person = fc.constantFrom(owner, "ben", "cleo", "dan");
  const version = fc.integer({ min: 1, max: 6 });
  const command: fc.Arbitrary<ConnectorCommand> = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(person, version).map(([id, number]) => subscribe(id, `c-${number}`)) },
    { weight: 4, arbitrary: person.map((id) => unsubscribe(id)) },
    {
      weight: 3,
      arbitrary: fc.tuple(version, fc.constantFrom(owner, owner, "eve")).map(([number, by]) => publish(number, by)),
    },
    { weight: 1, arbitrary: version.map((number) => deactivate(`c-${number}`)) },
    { weight: 1, arbitrary: fc.constantFrom(owner, "eve").map(del) },
  );
  let ends = 0;
  fc.assert(
    fc.property(fc.array(command, { maxLength: 50 }), (commands) => {
      const events: ConnectorEvent[] = [published(1)];
      const others = new Set<string>();
      let ownerDeleted = false;
      for (const each of commands) {
        const decision = given(connector, ...events).when(each);
        if (!decision.ok) continue;
        if (each.type === "delete") ownerDeleted = true;
        for (const event of decision.value) {
          if (event.type === "ConnectorSubscribed") expect(ownerDeleted).toBe(false);
          if (event.type === "ConnectorSubscribed" && event.data.userId !== owner) others.add(event.data.userId);
          if (event.type === "ConnectorUnsubscribed") others.delete(event.data.userId);
          if (event.type === "ConnectorVersionPublished") expect(ownerDeleted).toBe(false);
        }
        events.push(...decision.value);
        expect(given(connector, ...events).state.status).toBe(
          !ownerDeleted ? "open" : others.size > 0 ? "withdrawn" : "deleted",
        );
      }
      const versions = events.filter((event) => event.type === "ConnectorVersionPublished").map((event) => event.data);
      expect(versions.map((each) => each.version)).toEqual(versions.map((_, index) => index + 1));
      expect(new Set(versions.map((each) => each.connectorId)).size).toBe(versions.length);
      const deletions = events.filter((event) => event.type === "ConnectorDeleted").length;
      expect(deletions).toBeLessThanOrEqual(1);
      if (deletions === 1) expect(events.at(-1)).toEqual(deleted);
      ends += deletions;
    }),
    { numRuns: 300 },
  );
  expect(ends).toBeGreaterThan(0);
});
