import type { Server } from "node:http";
import { setImmediate } from "node:timers/promises";
import { StartRefused } from "#infra/platform/start-refused.ts";
import { DRAIN_MS } from "../lifecycle.ts";

/** A turn of the event loop that is so short, and brings no connection, has found none waiting. */
const QUIET_TURN_MS = 0.2;
/** A server that is never so quiet closes all the same. */
const QUIET_WITHIN_MS = 1_000;
/** How often connections whose last request was answered during the stop are closed. */
const CLOSE_IDLE_MS = 100;

type Address = { readonly port: number; readonly host: string };

/** Listens on an address of this machine. Throws `StartRefused` if that is not possible. */
export async function listen(server: Server, address: Address): Promise<{ close(): Promise<void> }> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(refused(error, address)));
    server.listen(address.port, address.host, resolve);
  });
  return {
    /** Accepts no new connection, and waits for the requests in progress. */
    async close() {
      await untilNoneWaits(server);
      await new Promise<void>((resolve) => {
        const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
        // Otherwise each of them would stay open for its keep-alive time.
        const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
        server.close(() => {
          clearTimeout(late);
          clearInterval(idle);
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}

/**
 * Waits until no connection waits to be accepted: the system resets those when a server stops listening, after their
 * clients may have sent a request, which a proxy must not send to another server if it is a POST.
 */
async function untilNoneWaits(server: Server): Promise<void> {
  let came = false;
  const note = (): void => void (came = true);
  server.on("connection", note);
  const until = performance.now() + QUIET_WITHIN_MS;
  // The turn that goes on now may have looked for connections before something long.
  await setImmediate();
  for (let began = performance.now(), isQuiet = false; !isQuiet && began < until;) {
    came = false;
    await setImmediate();
    const ended = performance.now();
    isQuiet = !came && ended - began < QUIET_TURN_MS;
    began = ended;
  }
  server.off("connection", note);
}

function refused(error: NodeJS.ErrnoException, { port, host }: Address): Error {
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT: another program listens on port ${port} of ${host} already. Stop it, or set PORT to another number.`,
    EACCES: `PORT: this account may not listen on port ${port} of ${host}. Set PORT to a number from 1024.`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST: there is no host called ${host}.`,
    EAI_AGAIN: `HOST: the name ${host} cannot be looked up.`,
  };
  const sentence = sentences[error.code ?? ""];
  return sentence === undefined ? error : new StartRefused(sentence);
}
