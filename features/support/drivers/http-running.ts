import type { ApiCall, ApiPost, JsonOf } from "#testing/api-client.ts";
import { eventually } from "#testing/eventually.ts";
import type { Run, Running } from "./driver.ts";
import { outcome } from "./http-calls.ts";

export type Instance = JsonOf<"GET", "/api/connectors/my">[number];
type RunAnswer = JsonOf<"POST", `/api/connectors/run/${string}`>;
type RunRecord = JsonOf<"GET", `/api/connectors/instance/${string}/runs/${string}`>;

type Calls = {
  readonly call: ApiCall;
  readonly post: ApiPost;
  instanceOf(connectorId: string): Promise<Instance | undefined>;
};

/** Starts and reads runs by calls of the API. */
export function httpRunning({ call, post, instanceOf }: Calls): Running {
  async function runsOf(connectorId: string): Promise<`/api/connectors/instance/${string}/runs`> {
    return `/api/connectors/instance/${(await instanceOf(connectorId))?.id ?? "none"}/runs`;
  }

  /** Starts a run with these choices and waits for its end. */
  async function runWith(connectorId: string, choices: object): Promise<Run> {
    const instance = await instanceOf(connectorId);
    if (!instance) return { succeeded: false, said: "There is no connection to run." };
    const started = await post(`/api/connectors/run/${instance.id}`, choices);
    return started.status >= 400 ? { succeeded: false, said: outcome(started).said } : runOf(started.json);
  }

  return {
    run: (connectorId) => runWith(connectorId, {}),
    async startRun(connectorId) {
      const id = (await instanceOf(connectorId))?.id ?? "none";
      const runs = `/api/connectors/instance/${id}/runs?limit=1` as const;
      const [before] = (await call("GET", runs)).json;
      const leaving = new AbortController();
      const answer = call("POST", `/api/connectors/instance/${id}/run`, { body: {}, signal: leaving.signal }).then(
        outcome,
        () => ({ ok: true, said: "" }),
      );
      const started = eventually(async () => (await call("GET", runs)).json[0]?.runId !== before?.runId).then(() => ({
        ok: true,
        said: "",
      }));
      const first = await Promise.race([answer, started]);
      leaving.abort();
      return first;
    },
    async rowsSoFar(connectorId) {
      const [newest] = (await call("GET", `${await runsOf(connectorId)}?limit=1`)).json;
      const { json } = await call("GET", `${await runsOf(connectorId)}/${newest?.runId ?? "none"}`);
      return json.status === "running" ? rowsOf(json) : null;
    },
    async cameTo(connectorId) {
      const [newest] = (await call("GET", `${await runsOf(connectorId)}?limit=1`)).json;
      const { json } = await call("GET", `${await runsOf(connectorId)}/${newest?.runId ?? "none"}`);
      return json.status === "running" ? null : rowsOf(json);
    },
    async cancelRun(connectorId) {
      const [newest] = (await call("GET", `${await runsOf(connectorId)}?limit=1`)).json;
      return outcome(await post(`${await runsOf(connectorId)}/${newest?.runId ?? "none"}/cancel`));
    },
    async runs(connectorId) {
      const { json } = await call("GET", await runsOf(connectorId));
      return json.map(({ status }) => (status === "success" ? "succeeded" : status));
    },
    async requests(connectorId) {
      const [newest] = (await call("GET", `${await runsOf(connectorId)}?limit=1`)).json;
      const { json } = await call("GET", `${await runsOf(connectorId)}/${newest?.runId ?? "none"}`);
      return json.requests.map((request) => JSON.stringify(request));
    },
    runWithout: (connectorId, key) => runWith(connectorId, { settings: { [key]: null } }),
    async saveSettings(connectorId, settings) {
      const instance = await instanceOf(connectorId);
      return outcome(await call("PATCH", `/api/connectors/instance/${instance?.id ?? "none"}`, { body: { settings } }));
    },
    async keepRows(connectorId) {
      const instance = await instanceOf(connectorId);
      return outcome(
        await call("PATCH", `/api/connectors/instance/${instance?.id ?? "none"}`, { body: { override: false } }),
      );
    },
    restart: (connectorId, how) => runWith(connectorId, how === "add" ? { restart: true } : { override: true }),
    async isAskedToRestart(connectorId) {
      const [newest] = (await call("GET", `${await runsOf(connectorId)}?limit=1`)).json;
      return newest?.asks != null;
    },
  };
}

/** The product answers when a run has ended, which all runs here do within its waiting time. */
function runOf(run: RunAnswer): Run {
  if (run.status === "running") throw new Error("The run did not end in time");
  return { succeeded: run.status === "success", said: [run.error ?? "", ...run.warnings].join(" ") };
}

function rowsOf({ progress }: RunRecord): number | null {
  return progress && progress.operations.reduce((sum, { rows }) => sum + rows, 0);
}
