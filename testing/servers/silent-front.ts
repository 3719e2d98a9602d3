import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";

export type SilentFront = {
  readonly port: number;
  /** While it is silent no byte passes in either direction, connections are accepted, and none is closed. */
  silence(on: boolean): void;
  close(): void;
};

/** Passes connections to `port` of loopback on to another one there, as long as it is not silent. 0: any free port. */
export async function startSilentFront(port: number, behind: number): Promise<SilentFront> {
  const open = new Set<Socket>();
  let silent = false;
  const server = createServer((client) => {
    const upstream = createConnection(behind, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from.on("error", () => undefined);
      from.on("data", (bytes) => to.write(bytes));
      if (silent) from.pause();
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    silence(on) {
      silent = on;
      for (const each of open)
        if (on) each.pause();
        else each.resume();
    },
    close() {
      server.close();
      for (const each of open) each.destroy();
    },
  };
}
