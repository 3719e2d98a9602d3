import type { EventOf } from "#domain/core/event-catalog.ts";
import { NO_STREAM } from "#domain/core/event-store.ts";
import type { Ids } from "#domain/core/ports/ports.ts";
import { connector } from "#domain/connector/decider.ts";
import { dataset } from "#domain/dataset/decider.ts";
import { instance } from "#domain/instance/decider.ts";
import { run } from "#domain/run/decider.ts";
import { user } from "#domain/user/decider.ts";
import type { allEvents, ProductLog } from "#domain/use-cases/all-events.ts";
import type { Subject } from "#domain/use-cases/history/subject.ts";
import { runIdOf } from "#domain/run/events.ts";
import { life } from "../history.ts";

type Event = EventOf<typeof allEvents>;
type Named<T extends Event["type"]> = Extract<Event, { type: T }>;

const EVENTS_AN_APPEND = 500;
const VERSIONS = 50;
/** Of the person whose they are: no other has it. */
const NUMBER = 1_000_000_000;

/**
 * Subjects with long histories of their own: a dataset with 50 versions and many grants, a connector with 50 versions
 * and many subscribers, an instance with many runs, a user with many API keys. `count`: events of each.
 */
export async function writeLongSubjects(log: ProductLog, ids: Ids, count: number): Promise<readonly Subject[]> {
  const all = life(ids, NUMBER).flatMap(({ happened }) => happened);
  const first = <T extends Event["type"]>(type: T) => all.find((event): event is Named<T> => event.type === type)!;
  const activated = first("InstanceActivated");
  const { instanceId, owner } = activated.data;
  const { datasetId } = first("DatasetCreated").data;
  const { rootId } = first("ConnectorVersionPublished").data;
  const repeat = (event: (at: number) => Event) => Array.from({ length: count }, (_, at) => event(at));
  await write(log, ids, user.stream(owner.id), [first("UserRegistered"), first("UserVerified")]);
  await write(log, ids, `api-keys-${owner.id}`, repeat(keyOf(owner.id)));
  await write(log, ids, dataset.stream(datasetId), [
    first("DatasetCreated"),
    ...repeat(versionOrGrant(ids, first("DatasetLoaded"), count / VERSIONS)),
  ]);
  await write(
    log,
    ids,
    connector.stream(rootId),
    repeat(versionOrSubscriber(ids, first("ConnectorVersionPublished"), count / VERSIONS)),
  );
  await write(log, ids, instance.stream(instanceId), [activated]);
  for (let number = 1; number <= count / 2; number += 1) {
    const runId = runIdOf(instanceId, number);
    const [started, ended] = [first("RunStarted"), first("RunSucceeded")];
    await write(log, ids, run.stream(runId), [
      { ...started, data: { ...started.data, runId, number } },
      { ...ended, data: { ...ended.data, runId } },
    ]);
  }
  return [
    { kind: "dataset", id: datasetId },
    { kind: "connector", id: rootId },
    { kind: "instance", id: instanceId },
    { kind: "user", id: owner.id },
  ];
}

/** Makes API keys and deletes them again. */
const keyOf =
  (userId: string) =>
  (at: number): Event =>
    at % 2 === 1
      ? { type: "ApiKeyDeleted", data: { userId, keyId: `k${at - 1}` } }
      : {
          type: "ApiKeyCreated",
          data: {
            ...{ userId, keyId: `k${at}`, name: "Nightly", prefix: "trib_0000", lastFour: "0000" },
            ...{ scopes: ["read"], tables: null, connectors: null, expiresAt: null },
          },
        };

/** The first of each `distance` events is a version, the others are grants. */
const versionOrGrant =
  (ids: Ids, loaded: Named<"DatasetLoaded">, distance: number) =>
  (at: number): Event => {
    const { datasetId } = loaded.data;
    if (at % distance === 0) return { ...loaded, data: { ...loaded.data, version: at / distance + 1 } };
    const userId = ids.fresh();
    return { type: "AccessGranted", data: { datasetId, userId, by: userId } };
  };

const versionOrSubscriber =
  (ids: Ids, published: Named<"ConnectorVersionPublished">, distance: number) =>
  (at: number): Event => {
    const { rootId, connectorId } = published.data;
    if (at % distance > 0)
      return {
        type: "ConnectorSubscribed",
        data: { rootId, connectorId, instanceId: ids.fresh(), userId: ids.fresh() },
      };
    const data = { ...published.data, version: at / distance + 1, connectorId: at === 0 ? rootId : ids.fresh() };
    return { ...published, data };
  };

async function write(log: ProductLog, ids: Ids, stream: string, events: readonly Event[]): Promise<void> {
  for (let from = 0; from < events.length; from += EVENTS_AN_APPEND) {
    const context = {
      ...{ actor: { kind: "system" as const, name: "bench" }, commandId: ids.fresh() },
      ...{ correlationId: "bench", causationId: null },
    };
    const expectedRevision = from === 0 ? NO_STREAM : from - 1;
    const some = events.slice(from, from + EVENTS_AN_APPEND);
    const result = await log.append(stream, some, { expectedRevision, context });
    if (!result.ok) throw new Error(result.reason);
  }
}
