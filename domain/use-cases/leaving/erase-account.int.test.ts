import { expect, test } from "vitest";
import { causeOf, datasetWithRows, person, useCasePorts, valueOf } from "#testing/use-case-ports.ts";
import { aggregate } from "../../core/aggregate.ts";
import { dataset } from "../../dataset/decider.ts";
import { user } from "../../user/decider.ts";
import { userByEmail } from "../accounts/reservations.ts";
import { deleteAccount } from "./delete-account.ts";
import { eraseAccount } from "./erase-account.ts";
import type { ErasePorts } from "./erase-ports.ts";

const { ports } = await useCasePorts();
const none = async () => [];

/** Ports whose call number `dies` throws, as if the process had ended there. */
function dyingPorts(datasetId: string, dies: number) {
  let calls = 0;
  const step =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      calls += 1;
      if (calls === dies) throw new Error("dead");
      return work(...args);
    };
  const removed: string[] = [];
  const dying: ErasePorts = {
    ...ports,
    log: { ...ports.log, append: step(ports.log.append) },
    vault: { ...ports.vault, forget: step(ports.vault.forget) },
    sessions: { endAll: step(ports.sessions.endAll) },
    belongings: {
      ...{
        instances: none,
        connectors: none,
        accesses: none,
        requests: none,
        drafts: none,
        dataApps: none,
        likes: none,
      },
      datasets: async (_user, after) => (after === "" ? [datasetId] : []),
    },
    files: { removeOf: step(async (id) => void removed.push(id)) },
    personalRows: { remove: step(async (id) => void removed.push(id)), removeTexts: async () => undefined },
    modelsSettled: step(async () => true),
  };
  return { dying, removed, survived: () => calls < dies };
}

test("a crash at any step is finished by the next attempt", async () => {
  const adminIds = none;
  for (let dies = 1; ; dies += 1) {
    const userId = await person(ports, `Leaver${dies}`);
    const datasetId = await datasetWithRows(ports, userId);
    await valueOf(deleteAccount({ ...ports, adminIds }, userId, causeOf()));
    const { dying, survived, removed } = dyingPorts(datasetId, dies);
    const cause = causeOf(`erase/${userId}`);
    const outcome = await eraseAccount(dying, userId, cause).catch(() => "died");
    if (!survived()) {
      expect(outcome).toBe("died");
      expect(await eraseAccount(dying, userId, cause)).toBe("done");
    }
    expect(await aggregate(ports.log, user).load(userId)).toEqual({ status: "absent", deleted: "erased" });
    expect(await aggregate(ports.log, dataset).load(datasetId)).toMatchObject({ status: "deleted" });
    expect(await userByEmail(ports, `leaver${dies}@example.org`)).toBeNull();
    expect((await ports.log.read(`user-${userId}`))[0]?.data).toMatchObject({ name: "[erased]", email: "[erased]" });
    expect(removed).toContain(userId);
    // The name is free again.
    await person(ports, `Leaver${dies}`);
    if (survived()) break;
  }
});
