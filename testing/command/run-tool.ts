import { execFile } from "node:child_process";
import path from "node:path";
import { COMPILED_SOURCES } from "../server-process.ts";

const TOOLS = path.resolve(import.meta.dirname, "../../infra/cli");

/** What a command line tool printed, and its exit status. */
export type ToolRun = { readonly status: number; readonly out: string; readonly faults: string };

/** A tool that hangs is ended then, with status -1. */
const HANGS_AFTER_MS = 120_000;

/** Runs a tool of infra/cli in a process of its own. */
export function runTool(
  tool: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  timeout = HANGS_AFTER_MS,
): Promise<ToolRun> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "test",
    NODE_COMPILE_CACHE: COMPILED_SOURCES,
    EVENTSTORE_URL: "",
    ...variables,
  };
  const file = path.join(TOOLS, `${tool}.ts`);
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file, ...args], { env, timeout }, (_, out, faults) =>
      resolve({ status: child.exitCode ?? -1, out, faults }),
    );
  });
}
