import { createHash } from "node:crypto";
import type { allEvents, ProductLog } from "#domain/use-cases/all-events.ts";
import type { EventOf } from "#domain/core/event-catalog.ts";
import { NO_STREAM } from "#domain/core/event-store.ts";
import type { Ids } from "#domain/core/ports/ports.ts";
import { user } from "#domain/user/decider.ts";
import { dataset } from "#domain/dataset/decider.ts";
import { connector } from "#domain/connector/decider.ts";
import { instance } from "#domain/instance/decider.ts";
import { quota } from "#domain/quota/decider.ts";
import { run } from "#domain/run/decider.ts";

type Event = EventOf<typeof allEvents>;
type Loaded = Extract<Event, { type: "DatasetLoaded" }>["data"]["table"];

const RUNS_EACH = 5;
const AT_ONCE = 8;

/**
 * Fills a log with the history of `people`: each uploads a dataset, publishes a connector, connects to it and runs it
 * five times. Returns the number of events.
 */
export async function writeHistory(log: ProductLog, ids: Ids, people: number): Promise<number> {
  let events = 0;
  let next = 0;
  const write = async () => {
    while (next < people) {
      const lives = life(ids, next++);
      for (const { stream, happened } of lives) {
        const context = {
          actor: { kind: "system" as const, name: "bench" },
          commandId: ids.fresh(),
          correlationId: "bench",
          causationId: null,
        };
        const result = await log.append(stream, happened, { expectedRevision: NO_STREAM, context });
        if (!result.ok) throw new Error(result.reason);
        events += happened.length;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
  return events;
}

/** What one person does, by event stream. */
export function life(ids: Ids, number: number): { stream: string; happened: Event[] }[] {
  const [userId, datasetId, rootId, instanceId] = [ids.fresh(), ids.fresh(), ids.fresh(), ids.fresh()];
  const owner = { kind: "user" as const, id: userId };
  const connectorId = rootId;
  const setup = {
    config: `instance/${instanceId}/config/1`,
    settingKeys: ["city"],
    secretKeys: [],
    headerNames: [],
    hasBody: false,
    method: "GET" as const,
    refreshInterval: 60,
    override: true,
  };
  return [
    {
      stream: user.stream(userId),
      happened: [
        { type: "UserRegistered", data: { userId, name: `Person ${number}`, email: `person.${number}@example.org` } },
        { type: "UserVerified", data: { userId } },
      ],
    },
    {
      stream: dataset.stream(datasetId),
      happened: [
        {
          type: "DatasetCreated",
          data: {
            datasetId,
            owner,
            title: `River levels ${number}`,
            description: "Daily gauge readings",
            category: "Environment",
            keywords: ["water"],
            price: 0,
            isPublic: true,
            license: "none",
            onRequest: false,
            tableName: `river_levels_${number}`,
            fileName: "levels.csv",
          },
        },
        { type: "DatasetLoaded", data: { datasetId, version: 1, table: tableOf(ids, datasetId), rejected: 0 } },
        { type: "AccessGranted", data: { datasetId, userId, by: userId } },
      ],
    },
    {
      stream: connector.stream(rootId),
      happened: [
        {
          type: "ConnectorVersionPublished",
          data: {
            rootId,
            connectorId,
            version: 1,
            owner,
            title: `Weather ${number}`,
            description: "Forecasts by the hour",
            category: "API",
            apiDocUrl: "https://weather.example/docs",
            isPublic: true,
            definition: DEFINITION,
            parentId: null,
          },
        },
        { type: "ConnectorSubscribed", data: { rootId, connectorId, instanceId, userId } },
      ],
    },
    {
      stream: instance.stream(instanceId),
      happened: [
        {
          type: "InstanceActivated",
          data: {
            instanceId,
            owner,
            rootId,
            connectorId,
            tableName: `weather_${number}`,
            consent: { hosts: ["https://api.weather.example"], authType: "none", secrets: [] },
            setup,
          },
        },
      ],
    },
    {
      stream: quota.stream({ userId }),
      happened: [{ type: "PlaceTaken", data: { userId, kind: "connector", itemId: instanceId } }],
    },
    ...Array.from({ length: RUNS_EACH }, (_, index) =>
      runOf(ids, { runId: `${instanceId}-${index + 1}`, instanceId, ownerId: userId, connectorId }, index + 1, number),
    ).flat(),
  ];
}

function runOf(
  ids: Ids,
  ref: { runId: string; instanceId: string; ownerId: string; connectorId: string },
  number: number,
  person: number,
): { stream: string; happened: Event[] }[] {
  const { runId, instanceId, ownerId, connectorId } = ref;
  return [
    {
      stream: run.stream(runId),
      happened: [
        {
          type: "RunStarted",
          data: {
            runId,
            instanceId,
            ownerId,
            number,
            connectorId,
            trigger: "manual",
            slot: null,
            lastSlot: null,
            override: true,
            settings: null,
            settingKeys: [],
            incremental: [],
            failuresBefore: 0,
            deadline: "2030-01-01T00:00:00.000Z",
          },
        },
        {
          type: "RunSucceeded",
          data: {
            runId,
            instanceId,
            ownerId,
            pages: 4,
            rowCount: 312,
            warnings: [],
            operations: [],
            outputs: [{ operation: "hourly", tableName: `weather_${person}`, table: tableOf(ids, runId) }],
          },
        },
      ],
    },
    {
      stream: quota.stream({ userId: ownerId, week: `2026-W${10 + number}` }),
      happened: [
        { type: "RunCounted", data: { userId: ownerId, week: `2026-W${10 + number}`, runId, scheduled: false } },
      ],
    },
  ];
}

function tableOf(ids: Ids, seed: string): Loaded {
  return {
    physical: `t_${ids.fresh().replaceAll("-", "")}`,
    columns: [
      { name: "time", label: "time", type: "timestamptz" },
      { name: "temperature", label: "data.temperature", type: "double precision" },
    ],
    rows: 312,
    contentHash: createHash("sha256").update(seed).digest("hex"),
  };
}

const DEFINITION = {
  protocol: "rest",
  operations: [
    {
      id: "hourly",
      name: "Hourly forecast",
      method: "GET",
      url: "https://api.weather.example/v1/{city}/hourly",
      params_fields: [{ key: "city", label: "City", type: "text", required: true }],
      pagination: { strategy: "page", page_param: "page" },
    },
  ],
};
