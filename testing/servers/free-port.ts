import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that systems give to servers that ask for any: none of those can take it meanwhile. */
const [FIRST, LAST] = [20_000, 32_000];
const ATTEMPTS = 50;

/** A free port of loopback. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${ATTEMPTS} ports is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
