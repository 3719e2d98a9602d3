import { randomUUID } from "node:crypto";
import type { Client } from "../client/client.ts";
import { EXIT, Failure } from "../failure.ts";
import { onlyOne } from "../options.ts";
import type { Terminal } from "../terminal.ts";
import type { Command, CommandContext } from "./command.ts";
import { idOf } from "./table-named.ts";
import { tellEnd, waitForEnd } from "./wait-for-end.ts";

export const run: Command = {
  usage: "run <connection> [--wait] [--restart]",
  about: "Starts a run of a connection; --wait waits for its end, and Ctrl-C then ends the run.",
  options: { wait: { type: "boolean" }, restart: { type: "boolean" } },
  async run(context, given) {
    const instanceId = await idOf(context.api, "connection", onlyOne(given.positionals, "connection"));
    const started = await start(context, instanceId, given.values["restart"] === true);
    if (given.values["wait"] !== true) {
      context.terminal.result(started, started.runId);
      return EXIT.ok;
    }
    return tellEnd(context.terminal, started.runId, await followed(context, instanceId, started.runId));
  },
};

async function start(context: CommandContext, instanceId: string, restart: boolean) {
  const headers = { prefer: "respond-async", "idempotency-key": randomUUID() };
  const begin = async (client: Client) => {
    const body = restart ? { restart } : {};
    return (await client.call("post", RUN, { path: { instanceId }, body, headers })).json;
  };
  try {
    return await begin(context.api);
  } catch (error) {
    // The run may have begun: the same call with the same key tells which it is.
    if (context.signal.aborted) await cancel(context, instanceId, begin(context.lastCalls()));
    throw error;
  }
}

/** Waits for the end of the run. Who ends the command meanwhile ends the run. */
async function followed(context: CommandContext, instanceId: string, runId: string) {
  try {
    return await waitForEnd(context.terminal, async (wait) => {
      const { json } = await context.api.call("get", STATUS, { path: { id: runId }, query: { wait: String(wait) } });
      return json;
    });
  } catch (error) {
    if (context.signal.aborted) await cancel(context, instanceId, Promise.resolve({ runId }));
    throw error;
  }
}

const RUN = "/api/connectors/instance/{instanceId}/run";
const STATUS = "/api/runs/{id}";
const CANCEL = "/api/connectors/instance/{instanceId}/runs/{runId}/cancel";

async function cancel(
  { lastCalls, terminal }: CommandContext,
  instanceId: string,
  started: Promise<{ readonly runId: string }>,
): Promise<void> {
  try {
    const { runId } = await started;
    await lastCalls().call("post", CANCEL, { path: { instanceId, runId } });
  } catch (error) {
    sayIfItGoesOn(terminal, error);
  }
}

/** A run that has ended meanwhile needs no end. */
function sayIfItGoesOn(terminal: Terminal, error: unknown): void {
  if (!(error instanceof Failure && error.exit === EXIT.conflict)) terminal.say("The run may go on.");
}
