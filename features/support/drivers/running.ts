import type { JsonOf } from "#testing/api-client.ts";
import { eventually } from "#testing/eventually.ts";
import type { Pages } from "../browser/pages.ts";
import type { Window } from "../browser/window.ts";
import type { Outcome } from "../http/answers.ts";
import { type HttpCalls, outcome } from "../http/http-calls.ts";

type RunAnswer = JsonOf<"POST", `/api/connectors/run/${string}`>;
type RunRecord = JsonOf<"GET", `/api/connectors/instance/${string}/runs/${string}`>;

export type Run = { readonly succeeded: boolean; readonly said: string };

/** What a user does with runs, and sees of them. */
export type Running = {
  /** Runs the connection and waits for its end. */
  run(connectorId: string): Promise<Run>;
  /** Starts a run and does not wait for its end. */
  startRun(connectorId: string): Promise<Outcome>;
  /** How many rows a running run has read, as the product shows it; null if none is running. */
  rowsSoFar(connectorId: string): Promise<number | null>;
  /** Cancels the running run. */
  cancelRun(connectorId: string): Promise<Outcome>;
  /** How many rows the newest run, which was cancelled or abandoned, had read; null if nothing is shown. */
  cameTo(connectorId: string): Promise<number | null>;
  /** The states of the runs, newest first, in the product's words. */
  runs(connectorId: string): Promise<readonly string[]>;
  /** The texts about the requests of the newest run. */
  requests(connectorId: string): Promise<readonly string[]>;
  /** Runs the connection once without a setting that it has stored, and waits for the end. */
  runWithout(connectorId: string, key: string): Promise<Run>;
  /** Makes each run keep the rows of the one before, if the connector leaves that open. */
  keepRows(connectorId: string): Promise<Outcome>;
  saveSettings(connectorId: string, settings: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Answers the question of the newest run: reads from the beginning, adding all rows again or replacing the table. */
  restart(connectorId: string, how: "add" | "replace"): Promise<Run>;
  /** Whether the newest run asks what to do with the table. */
  isAskedToRestart(connectorId: string): Promise<boolean>;
};

/** Starts and reads runs by calls of the API. */
export function httpRunning({ call, post, instanceOf }: HttpCalls): Running {
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

/** Runs as the pages of a connection and of each run show them. */
export function browserRunning({ window, at }: Pages): Running {
  /** The page of the newest run. */
  async function atNewestRun(connectorId: string): Promise<Window> {
    const { page } = await at(`/connector_profile/${connectorId}?tab=runs`);
    return at(
      (await page.getByRole("region", { name: "Last runs" }).locator("tbody a").first().getAttribute("href")) ?? "",
    );
  }

  /** Reloads until the newest run has ended. */
  async function ended(connectorId: string): Promise<Run> {
    const { page } = await window();
    const runs = page.getByRole("region", { name: "Last runs" });
    const [last, why] = [runs.locator("tbody .status").first(), runs.locator("tbody tr:first-child + tr.why .run-why")];
    for (;;) {
      await at(`/connector_profile/${connectorId}?tab=setup`);
      const word = await last.textContent();
      if (word !== "Running") return { succeeded: word === "Succeeded", said: (await why.allTextContents()).join(" ") };
    }
  }

  return {
    async run(connectorId): Promise<Run> {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      const asked = await send(page.getByRole("button", { name: "Run Now" }));
      // The result of a run is a message too.
      const refused = !asked.ok && !/^Run \d+ /.test(asked.said);
      return refused ? { succeeded: false, said: asked.said } : ended(connectorId);
    },
    async startRun(connectorId) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      return send(page.getByRole("button", { name: "Run Now" }));
    },
    async rowsSoFar(connectorId) {
      const { page } = await at(`/connector_profile/${connectorId}?tab=setup`);
      const shown = await page.locator(".live-operations").allTextContents();
      if ((await page.getByRole("button", { name: "Cancel run" }).count()) === 0) return null;
      return [...shown.join(" ").matchAll(/([\d,]+) rows?/g)].reduce(
        (sum, [, rows = "0"]) => sum + Number(rows.replaceAll(",", "")),
        0,
      );
    },
    async cancelRun(connectorId) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      return send(page.getByRole("button", { name: "Cancel run" }));
    },
    async cameTo(connectorId) {
      const { page } = await atNewestRun(connectorId);
      const rows = await page
        .getByRole("region", { name: "How far it came" })
        .locator("tbody tr td:first-of-type")
        .allTextContents();
      return rows.length === 0 ? null : rows.reduce((sum, cell) => sum + Number(cell.replaceAll(",", "")), 0);
    },
    async runs(connectorId) {
      const { page } = await at(`/connector_profile/${connectorId}?tab=runs`);
      return (await page.getByRole("region", { name: "Last runs" }).locator("tbody .status").allTextContents()).map(
        (word) => word.toLowerCase(),
      );
    },
    async requests(connectorId) {
      const { page } = await atNewestRun(connectorId);
      return page.getByRole("region", { name: "Requests" }).locator("tbody tr:not(.why)").allTextContents();
    },
    async runWithout(connectorId, key) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      await page.locator(`[name="setting.${key}"]`).fill("");
      const asked = await send(page.getByRole("button", { name: "Run Now" }));
      return asked.ok ? ended(connectorId) : { succeeded: false, said: asked.said };
    },
    async saveSettings(connectorId, settings) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      for (const [key, value] of Object.entries(settings)) await page.locator(`[name="setting.${key}"]`).fill(value);
      return send(page.getByRole("button", { name: "Save Settings" }));
    },
    async keepRows(connectorId) {
      const { page, send } = await at(`/connector_profile/${connectorId}?tab=setup`);
      await page.locator("[name=override]").uncheck();
      return send(page.getByRole("button", { name: "Save Settings" }));
    },
    async restart(connectorId, how) {
      const { page, send } = await atNewestRun(connectorId);
      await send(page.getByRole("button", { name: how === "add" ? "Add all rows again" : "Replace the table" }));
      return ended(connectorId);
    },
    async isAskedToRestart(connectorId) {
      const { page } = await atNewestRun(connectorId);
      return (await page.getByRole("heading", { name: "Read from the beginning?" }).count()) === 1;
    },
  };
}
