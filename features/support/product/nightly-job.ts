import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { NIGHTLY_JOB, NIGHTLY_JOB_BY_COMMAND } from "#app/documentation/program-pages.ts";
import { apiClient } from "../../../cli/client/client.ts";

const COMMAND = path.resolve(import.meta.dirname, "../../../cli/tributary.js");
const WITHIN_MS = 50_000;

/** The server, key and things of a job. */
export type Job = {
  readonly url: string;
  readonly key: string;
  readonly keyId: string;
  readonly dataset: string;
  readonly connection: string;
  readonly table: string;
};

/** How a job ended: its exit status, and the file that it was to write, null if there is none. */
export type JobEnd = { readonly exit: number; readonly said: string; readonly rows: string | null };

/** What a job can be done with. */
export const TOOLS = {
  "the documented lines": (job: Job, folder: string) => byShell(job, folder, NIGHTLY_JOB),
  "the command": (job: Job, folder: string) => byShell(job, folder, NIGHTLY_JOB_BY_COMMAND),
  "the generated client": byClient,
} as const;
export type Tool = keyof typeof TOOLS;

/** Runs the job in a folder of its own with last night's file. */
export async function runJob(job: Job, tool: Tool, file: string): Promise<JobEnd> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "tributary-job-"));
  try {
    await writeFile(path.join(folder, "night.csv"), file);
    const { exit, said } = await TOOLS[tool](job, folder);
    const rows = await readFile(path.join(folder, "rows.csv"), "utf8").catch(() => null);
    return { exit, said, rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lines as they are printed, in a shell that has only the job's variables. */
async function byShell({ url, key, dataset, connection, table }: Job, folder: string, lines: string) {
  const program = path.join(folder, "tributary");
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
  await chmod(program, 0o755);
  const env = {
    PATH: `${folder}:/usr/local/bin:/usr/bin:/bin`,
    NODE_ENV: "production" as const,
    XDG_CONFIG_HOME: folder,
    TRIBUTARY_URL: url,
    TRIBUTARY_KEY: key,
    DATASET: dataset,
    CONNECTION: connection,
    TABLE: table,
  };
  const { promise, resolve } = Promise.withResolvers<{ exit: number; said: string }>();
  execFile("sh", ["-c", lines], { cwd: folder, env, timeout: WITHIN_MS }, (error, out, err) =>
    resolve({ exit: error === null ? 0 : Number(error.code ?? 1), said: out + err }),
  );
  return promise;
}

async function byClient({ url, key, dataset: id, connection: instanceId, table }: Job, folder: string) {
  const signal = AbortSignal.timeout(WITHIN_MS);
  const api = apiClient({ url, key, signal, patience: 30, say: () => undefined });
  try {
    const form = new FormData();
    form.append("file", new File([await readFile(path.join(folder, "night.csv"))], "night.csv"));
    await api.call("put", "/api/assets/{id}/data", { path: { id }, file: form });
    const { json: started } = await api.call("post", "/api/connectors/instance/{instanceId}/run", {
      path: { instanceId },
      body: {},
    });
    const { json: ended } = await api.call("get", "/api/runs/{id}", {
      path: { id: started.runId },
      query: { wait: "30" },
    });
    if (ended.state !== "succeeded") return { exit: 1, said: ended.error?.message ?? ended.state };
    const rows = await api.open(`/d/${encodeURIComponent(table)}.csv`);
    await writeFile(path.join(folder, "rows.csv"), await rows.text());
    return { exit: 0, said: "" };
  } catch (error) {
    return { exit: 1, said: (error as Error).message };
  }
}
