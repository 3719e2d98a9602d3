import type { Client } from "./client.ts";
import { effectOf, type Words } from "./journal.ts";
import { picked } from "./random.ts";

/** What a client may do next, the more often the more often it is listed. Each returns false if there is nothing to do it with. */
export const ACTIONS: readonly ((client: Client) => Promise<boolean>)[] = [
  ...[upload, append, append, publish, connect, connect],
  ...[run, run, disconnect, takeAccess, takeAccess, leave],
];

const MOST_ROWS = 20;

const RUN_ENDS = {
  success: "RunSucceeded",
  partial: "RunPartlySucceeded",
  failed: "RunFailed",
  cancelled: "RunCancelled",
  abandoned: "RunAbandoned",
} as const;

/** A definition whose runs each add the rows of the upstream once more. */
export function definition(upstream: string): object {
  const operations = [{ id: "rows", url: "/rows", records: "$", write_disposition: "append" }];
  return { protocol: "rest", base_url: upstream, operations };
}

function someRows({ random, word }: Client): { readonly text: string; readonly count: number } {
  return { text: word(), count: 1 + Math.floor(random() * MOST_ROWS) };
}

function addWords(words: Words, text: string, count: number): void {
  words.set(text, (words.get(text) ?? 0) + count);
}

async function upload(client: Client): Promise<boolean> {
  const { person, journal, datasets, acknowledged } = client;
  const { text, count } = someRows(client);
  const csv = `n,word\n${Array.from({ length: count }, (_, n) => `${n},${text}\n`).join("")}`;
  const { json } = await acknowledged("An upload", (headers) =>
    person.upload(csv, { title: text, is_public: "false" }, headers),
  );
  journal.effects.push(
    effectOf("DatasetCreated", `dataset-${json.id}`),
    effectOf("DatasetLoaded", `dataset-${json.id}`),
  );
  journal.words.set(json.id, new Map([[text, count]]));
  datasets.push(json.id);
  return true;
}

async function append(client: Client): Promise<boolean> {
  const { person, journal, datasets, random, acknowledged } = client;
  if (datasets.length === 0) return false;
  const id = picked(random, datasets);
  const { text, count } = someRows(client);
  const rows = Array.from({ length: count }, (_, n) => ({ n, word: text }));
  // 202: the file is there, and its rows will be.
  await acknowledged("An append", (headers) => person.post(`/api/assets/${id}/rows`, rows, headers), [200, 202]);
  journal.effects.push(
    effectOf("DatasetVersionRequested", `dataset-${id}`),
    effectOf("DatasetLoaded", `dataset-${id}`),
  );
  addWords(journal.words.get(id)!, text, count);
  return true;
}

async function publish({ world, person, journal, word, acknowledged }: Client): Promise<boolean> {
  const title = word();
  const drafted = await acknowledged("A new draft", (headers) =>
    person.post("/api/connectors/draft", { title, dsl: definition(world.upstream) }, headers),
  );
  const draft: string = drafted.json.connector.id;
  journal.effects.push(effectOf("DraftCreated", `draft-${draft}`));
  const published = await acknowledged("A publication", (headers) =>
    person.post(`/api/connectors/${draft}/publish`, {}, headers),
  );
  journal.effects.push(
    effectOf("DraftPublished", `draft-${draft}`),
    effectOf("ConnectorVersionPublished", `connector-${published.json.id}`),
  );
  return true;
}

async function connect({ world, person, journal, instances, random, acknowledged }: Client): Promise<boolean> {
  const free = world.connectors.filter((each) => !instances.has(each));
  if (free.length === 0) return false;
  const connector = picked(random, free);
  const { json } = await acknowledged("A connection", (headers) =>
    person.post("/api/connectors/activate", { connector_id: connector }, headers),
  );
  journal.effects.push(effectOf("InstanceActivated", `instance-${json.id}`));
  instances.set(connector, json.id);
  return true;
}

async function run({ world, person, journal, instances, random, acknowledged }: Client): Promise<boolean> {
  if (instances.size === 0) return false;
  const instance = picked(random, [...instances.values()]);
  const { json } = await acknowledged("A run", (headers) =>
    person.post(`/api/connectors/instance/${instance}/run`, {}, headers),
  );
  const end = RUN_ENDS[json.status as keyof typeof RUN_ENDS];
  const stream = `run-${json.runId}`;
  journal.effects.push(effectOf(end, stream));
  // The upstream always answers.
  if (end !== "RunSucceeded" && !world.runsMayFail)
    journal.faults.push(`The run ${json.runId} ended as ${json.status}: ${json.error}`);
  const words = journal.words.get(instance) ?? new Map<string, number>();
  if (end === "RunSucceeded") for (const each of world.upstreamWords) addWords(words, each, 1);
  journal.words.set(instance, words);
  return true;
}

async function disconnect({ person, journal, instances, random, acknowledged }: Client): Promise<boolean> {
  if (instances.size === 0) return false;
  const [connector, instance] = picked(random, [...instances]);
  await acknowledged("A removal", (headers) => person.post(`/api/connectors/remove/${instance}`, {}, headers));
  journal.effects.push(effectOf("InstanceRemoved", `instance-${instance}`));
  journal.words.delete(instance);
  instances.delete(connector);
  return true;
}

async function takeAccess({ world, person, journal, granted, random, acknowledged }: Client): Promise<boolean> {
  const free = world.offered.filter((each) => !granted.has(each));
  if (free.length === 0) return false;
  const dataset = picked(random, free);
  await acknowledged("An access", (headers) => person.post("/api/access/grant", { assetId: dataset }, headers));
  journal.effects.push(effectOf("AccessGranted", `dataset-${dataset}`, person.id));
  granted.add(dataset);
  return true;
}

async function leave({ person, journal, granted, random, acknowledged }: Client): Promise<boolean> {
  if (granted.size === 0) return false;
  const dataset = picked(random, [...granted]);
  await acknowledged("A leaving", (headers) => person.post("/api/access/remove", { assetId: dataset }, headers));
  journal.effects.push(effectOf("AccessRemoved", `dataset-${dataset}`, person.id));
  granted.delete(dataset);
  return true;
}
