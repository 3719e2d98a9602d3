import { EXIT, Failure } from "../failure.ts";
import { onlyOne } from "../options.ts";
import type { Terminal } from "../terminal.ts";
import type { Command, CommandContext } from "./command.ts";
import { exitOfState, waitForEnd } from "./wait-for-end.ts";

export const run: Command = {
  usage: "run <connection> [--wait] [--restart]",
  about: "Starts a run of a connection; --wait waits for its end.",
  options: { wait: { type: "boolean" }, restart: { type: "boolean" } },
  async run(context, given) {
    const { api, terminal } = context;
    const instanceId = onlyOne(given.positionals, "connection");
    const { json: started } = await api.call("post", "/api/connectors/instance/{instanceId}/run", {
      path: { instanceId },
      body: given.values["restart"] === true ? { restart: true } : {},
      headers: { prefer: "respond-async" },
    });
    if (given.values["wait"] !== true) {
      terminal.result(started, started.runId);
      return EXIT.ok;
    }
    const ended = await followed(context, instanceId, started.runId);
    const { state, rows, error } = ended;
    terminal.result(
      ended,
      [`${started.runId}: ${state}`, `${rows ?? 0} rows`, ...(error ? [error.message] : [])].join(", "),
    );
    return exitOfState(ended);
  },
};

const CANCEL = "/api/connectors/instance/{instanceId}/runs/{runId}/cancel";

/** A run that has ended meanwhile needs no end. */
function cannotCancel(terminal: Terminal, runId: string) {
  return (error: unknown): void => {
    if (!(error instanceof Failure && error.exit === EXIT.conflict)) terminal.say(`The run ${runId} may go on.`);
  };
}

/** Waits for the end of the run. Who ends the command meanwhile ends the run. */
async function followed({ api, lastCalls, terminal, signal }: CommandContext, instanceId: string, runId: string) {
  try {
    return await waitForEnd(terminal, async (wait) => {
      const { json } = await api.call("get", "/api/runs/{runId}", { path: { runId }, query: { wait: String(wait) } });
      return json;
    });
  } catch (error) {
    const path = { instanceId, runId };
    if (signal.aborted) await lastCalls().call("post", CANCEL, { path }).catch(cannotCancel(terminal, runId));
    throw error;
  }
}
