import { beforeEach, describe, expect, test } from "vitest";
import type { DomainEvent } from "../../core/event-log.ts";
import { quota } from "../../quota/decider.ts";
import {
  causeOf,
  choosePlan,
  datasetWithRows,
  person,
  type ProcessPorts,
  useCasePorts,
  valueOf,
} from "#testing/use-case-ports.ts";
import { aggregate } from "../../core/aggregate.ts";
import { removeAccess } from "../datasets/remove-access.ts";
import { shareDataset } from "../datasets/share-dataset.ts";
import { takeAccess } from "../datasets/take-access.ts";
import { replaceStreamingKey } from "../accounts/replace-streaming-key.ts";
import { dataset } from "../../dataset/decider.ts";
import { step } from "../step.ts";

/** Commands that arrive at the same moment, at one process and at several. */
const { ports } = await useCasePorts();
const author = await person(ports);
let ada: string;

beforeEach(async () => {
  ada = await person(ports);
});

const uploaded = () => datasetWithRows(ports, author);

const hasAccess = async (datasetId: string, userId = ada): Promise<boolean> => {
  const state = await aggregate(ports.log, dataset).load(datasetId);
  return "grantees" in state && state.grantees.has(userId);
};
const placesOf = async (userId: string): Promise<string[]> => [
  ...(await aggregate(ports.log, quota).load({ userId })).dataset.toMap().keys(),
];

/** The ports of another process, with a callback right before the first event of a type is written. */
function before(type: string, happens: () => Promise<unknown>): ProcessPorts {
  let happened = false;
  const append: ProcessPorts["log"]["append"] = async (stream, events, options) => {
    if (!happened && events.some((event: DomainEvent) => event.type === type)) {
      happened = true;
      await happens();
    }
    return ports.log.append(stream, events, options);
  };
  const { inTurn: _ofThisProcess, ...log } = ports.log;
  return { ...ports, log: { ...log, append } };
}

describe("two hundred commands for one item at the same moment", () => {
  test("all have their effect, and no more attempts than commands", async () => {
    const datasetId = await uploaded();
    let attempts = 0;
    const counting: ProcessPorts = {
      ...ports,
      log: {
        ...ports.log,
        append: (...args) => {
          attempts += 1;
          return ports.log.append(...args);
        },
      },
    };
    const edits = await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        aggregate(counting.log, dataset).handle(
          datasetId,
          { type: "edit", by: author, card: { title: `Rivers ${number}` } },
          step(causeOf(), "edit"),
        ),
      ),
    );
    expect(edits.filter(({ ok }) => ok)).toHaveLength(200);
    expect(
      (await ports.log.read(dataset.stream(datasetId))).filter(({ type }) => type === "DatasetEdited"),
    ).toHaveLength(200);
    expect(attempts).toBe(200);
  });

  test("of two hundred users take one dataset", async () => {
    const datasetId = await uploaded();
    const users = await Promise.all(Array.from({ length: 200 }, () => person(ports)));
    const taken = await Promise.all(users.map((userId) => takeAccess(ports, { datasetId, userId }, causeOf())));
    expect(taken.filter(({ ok }) => ok)).toHaveLength(200);
  });
});

describe("access to a dataset and its place", () => {
  const take = (datasetId: string, by = ports) => takeAccess(by, { datasetId, userId: ada }, causeOf());
  const leave = (datasetId: string, by = ports) => removeAccess(by, { datasetId, userId: ada, by: ada }, causeOf());

  test("stay together when access is taken and removed while it is being taken", async () => {
    const datasetId = await uploaded();
    const elsewhere = before("AccessGranted", async () => {
      await valueOf(take(datasetId));
      await valueOf(leave(datasetId));
    });
    expect(await take(datasetId, elsewhere)).toMatchObject({ ok: true });
    expect([await hasAccess(datasetId), await placesOf(ada)]).toEqual([true, [datasetId]]);
  });

  test("stay together when access is taken anew while it is being removed", async () => {
    const datasetId = await uploaded();
    await valueOf(take(datasetId));
    const elsewhere = before("PlaceReleased", () => valueOf(take(datasetId)));
    await valueOf(leave(datasetId, elsewhere));
    expect([await hasAccess(datasetId), await placesOf(ada)]).toEqual([true, [datasetId]]);
  });

  test("stay together when the owner shares while the user is refused", async () => {
    const datasetId = await uploaded();
    const email = `${ada}@example.org`;
    const closing = before("AccessGranted", () =>
      valueOf(
        aggregate(ports.log, dataset).handle(
          datasetId,
          { type: "edit", by: author, card: { isPublic: false } },
          step(causeOf(), "edit"),
        ),
      ),
    );
    const { append } = closing.log;
    const sharing = before("PlaceReleased", () =>
      valueOf(shareDataset(ports, { datasetId, email, by: author }, causeOf())),
    );
    const both: ProcessPorts = {
      ...closing,
      log: {
        ...closing.log,
        append: (stream, events, options) =>
          (events.some(({ type }) => type === "PlaceReleased") ? sharing.log.append : append)(stream, events, options),
      },
    };
    expect(await take(datasetId, both)).toMatchObject({ ok: false, refusal: { code: "dataset-unknown" } });
    expect([await hasAccess(datasetId), await placesOf(ada)]).toEqual([true, [datasetId]]);
  });

  test("end together when others have taken the last place meanwhile", async () => {
    const datasetId = await uploaded();
    const others = await Promise.all(Array.from({ length: 5 }, uploaded));
    const elsewhere = before("AccessGranted", async () => {
      await valueOf(take(datasetId));
      await valueOf(leave(datasetId));
      for (const other of others) await valueOf(take(other));
    });
    expect(await take(datasetId, elsewhere)).toMatchObject({ ok: false, refusal: { code: "places-used-up" } });
    expect([await hasAccess(datasetId), (await placesOf(ada)).toSorted()]).toEqual([false, others.toSorted()]);
  });

  test("never part when both are asked for over and over, in two processes", async () => {
    await choosePlan(ports, ada, 1);
    const other: ProcessPorts = before("none", () => Promise.resolve());
    const ids = await Promise.all(Array.from({ length: 8 }, uploaded));
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(ids.flatMap((id) => [take(id), leave(id), take(id, other), leave(id, other), take(id)]));
      const granted = [];
      for (const id of ids) if (await hasAccess(id)) granted.push(id);
      expect((await placesOf(ada)).toSorted()).toEqual(granted.toSorted());
      expect(granted.length).toBeLessThanOrEqual(5);
    }
  });
});

describe("a streaming key", () => {
  const replace = (by: ProcessPorts) => replaceStreamingKey(by, ada, causeOf());

  test("that is replaced again and again meanwhile is answered as the one that works at the end", async () => {
    let newest = "";
    const again = async () => {
      newest = (await valueOf(replace(ports))).key;
    };
    const { inTurn: _ofThisProcess, ...log } = ports.log;
    const overtaken: ProcessPorts = {
      ...ports,
      log: {
        ...log,
        append: async (...args) => {
          const appended = await ports.log.append(...args);
          await again();
          return appended;
        },
      },
      vault: {
        ...ports.vault,
        get: async (owner, name) => {
          await again();
          return ports.vault.get(owner, name);
        },
      },
    };
    let looks = 0;
    const once: ProcessPorts["vault"]["get"] = (...args) => (looks++ === 0 ? overtaken : ports).vault.get(...args);
    expect(await replace({ ...overtaken, vault: { ...overtaken.vault, get: once } })).toMatchObject({
      ok: true,
      value: { key: newest },
    });
    expect(await ports.accessKeys.find(newest)).toMatchObject({ userId: ada });
    expect(await ports.accessKeys.listOf(ada)).toHaveLength(1);
  });
});
