import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { whenClosed } from "#app/http/watching/when-closed.ts";

type PipelinedRequest = { readonly req: IncomingMessage; readonly res: ServerResponse; readonly serve: () => void };
type Pipeline = { busy: boolean; readonly waiting: PipelinedRequest[] };

/**
 * Serves the pipelined requests of a connection one after the other. Node starts them all at once, and those behind the
 * first have no connection yet that could report that their client has left. A connection on which more than
 * `maxWaiting` requests wait is closed.
 */
export function servePipelinedInOrder(
  maxWaiting: number,
): (req: IncomingMessage, res: ServerResponse, serve: () => void) => void {
  const pipelines = new WeakMap<Socket, Pipeline>();
  const start = (pipeline: Pipeline, { res, serve }: PipelinedRequest): void => {
    pipeline.busy = true;
    whenClosed(res, () => {
      pipeline.busy = false;
      const next = pipeline.waiting.shift();
      // Node has assigned the connection to the next response by now. If not, this was the last response of the
      // connection.
      if (next !== undefined && next.res.socket !== null && !next.req.socket.destroyed) start(pipeline, next);
    });
    serve();
  };
  return (req, res, serve) => {
    const { socket } = req;
    const pipeline = pipelines.get(socket) ?? { busy: false, waiting: [] };
    pipelines.set(socket, pipeline);
    if (!pipeline.busy) return start(pipeline, { req, res, serve });
    pipeline.waiting.push({ req, res, serve });
    if (pipeline.waiting.length <= maxWaiting) return;
    pipeline.waiting.length = 0;
    socket.destroy();
  };
}
