import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Request = { readonly req: IncomingMessage; readonly res: ServerResponse; readonly begin: () => void };
type Line = { busy: boolean; readonly waiting: Request[] };

/**
 * Serves the requests of a connection one after the other, as Node does not: a client may send hundreds in one packet, and those
 * behind the first have no connection yet that could tell them that their client has left. Ends a connection on which more than
 * `most` requests wait.
 */
export function servePipelinedInOrder(most: number): (req: IncomingMessage, res: ServerResponse, begin: () => void) => void {
  const lines = new WeakMap<Socket, Line>();
  const start = (line: Line, { res, begin }: Request): void => {
    line.busy = true;
    res.once("close", () => {
      line.busy = false;
      const next = line.waiting.shift();
      // Node gave the connection on before. Where it did not, the connection ends with this answer.
      if (next !== undefined && next.res.socket !== null && !next.req.socket.destroyed) start(line, next);
    });
    begin();
  };
  return (req, res, begin) => {
    const { socket } = req;
    const line = lines.get(socket) ?? { busy: false, waiting: [] };
    lines.set(socket, line);
    if (!line.busy) return start(line, { req, res, begin });
    line.waiting.push({ req, res, begin });
    if (line.waiting.length <= most) return;
    line.waiting.length = 0;
    socket.destroy();
  };
}
