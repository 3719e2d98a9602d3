import type { ServerResponse } from "node:http";
import { eventually } from "../../eventually.ts";
import type { Person } from "../../person.ts";
import { httpServer, type TestServer } from "../../servers/outbound-servers.ts";
import { openSite } from "../site/site.ts";
import type { Disturbance } from "./disturbance.ts";

const ROWS = Array.from({ length: 30 }, (_, id) => ({ id, text: "whole" }));
/** Runs may take a minute here; whoever follows one has to see its end soon after that. */
const [RUN_MINUTES, ENDS_WITHIN_MS] = ["1", 110_000] as const;
const BYTE_EVERY_MS = 1_000;

/** What an upstream does when it does not answer as it should. */
const SICK = {
  "accepts and never answers": () => undefined,
  "answers one byte a second": (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const text = JSON.stringify(ROWS);
    let at = 0;
    const timer = setInterval(() => response.write(text[at++ % text.length]), BYTE_EVERY_MS);
    response.on("close", () => clearInterval(timer));
  },
  "resets in the middle": (response) => {
    const text = JSON.stringify(ROWS);
    response.writeHead(200, { "content-type": "application/json", "content-length": text.length });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  },
} as const satisfies Record<string, (response: ServerResponse) => void>;
type Sickness = keyof typeof SICK;

export const hungUpstreams: Disturbance = {
  name: "hung-upstreams",
  does: "APIs accept and never answer, answer one byte a second or reset in the middle: runs end, and tables stay",
  async begin(ground) {
    const sick = new Set<string>();
    const server = await sickServer(sick);
    ground.atEnd(() => server.close());
    const upstreams = [...ground.upstreams, server.port];
    const site = await openSite({ ...ground, upstreams, settings: { env: { RUN_TIMEOUT_MINUTES: RUN_MINUTES } } });
    await site.startAll();
    const faults: string[] = [];
    return {
      site,
      async disturb({ others }) {
        const person = await site.webs()[0]!.person("Waiter", 3);
        const each = async (how: string) => {
          faults.push(...(await sickRun({ person, server, sick, others }, how as Sickness)));
          site.did("runs of sick APIs");
        };
        await Promise.all(Object.keys(SICK).map(each));
      },
      faults: async () => faults,
    };
  },
};

/** Answers well, but for the paths in `sick`, each named by what is wrong with it. */
function sickServer(sick: ReadonlySet<string>): Promise<TestServer> {
  return httpServer((request, response) => {
    const path = decodeURIComponent(request.url!.slice(1));
    if (sick.has(path)) return SICK[path as Sickness](response);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(ROWS));
  });
}

type Sickbed = {
  readonly person: Person;
  readonly server: TestServer;
  readonly sick: Set<string>;
  readonly others: string[];
};

async function sickRun({ person, server: { port }, sick, others }: Sickbed, how: Sickness): Promise<string[]> {
  const operations = [{ id: "rows", url: `http://127.0.0.1:${port}/${encodeURIComponent(how)}` }];
  const dsl = { protocol: "rest", auth: { type: "none" }, operations };
  const published = await person.post("/api/connectors/upload", { title: how, is_public: false, dsl });
  const { json: instance } = await person.post("/api/connectors/activate", { connector_id: published.json.id });
  others.push(published.json.id, instance.id);
  const run = async (number: number) => {
    await person.post(`/api/connectors/run/${instance.id}`);
    const record = () => person.get(`/api/connectors/instance/${instance.id}/runs/${instance.id}-${number}`);
    const ended = async () => {
      const { json } = await record();
      return json?.status !== undefined && json.status !== "running" && json;
    };
    return eventually(ended, ENDS_WITHIN_MS, `The run of an API that ${how} did not end`);
  };
  const rows = async (): Promise<number> => (await person.get(`/api/assets/table/${instance.id}`)).json.total;
  const said = (end: { status: string; error?: string | null }): string => `${end.status}, ${end.error}`;
  const faults: string[] = [];
  const well = await run(1);
  if (well.status !== "success") faults.push(`A run of a good API ended ${said(well)}`);
  sick.add(how);
  const end = await run(2);
  if (end.status !== "failed" || !/\w+ .*\.$/.test(end.error ?? ""))
    faults.push(`An API ${how}, and its run ended ${said(end)}`);
  if ((await rows()) !== ROWS.length) faults.push(`An API ${how}, and the table of before has ${await rows()} rows`);
  sick.delete(how);
  const again = await run(3);
  if (again.status !== "success") faults.push(`An API that ${how} is well again, and its run ended ${said(again)}`);
  return faults;
}
