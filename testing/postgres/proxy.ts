import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";

/** A TCP proxy to Postgres that can fall silent: no byte passes in either direction, and no connection is closed. */
export type SilentProxy = {
  readonly url: string;
  silence(on: boolean): void;
  /** Stops reading from the connections that are open, and goes on. */
  hold(on: boolean): void;
  close(): Promise<void>;
};

/** `url` is of a Postgres on a Unix socket. `hear` is called for each connection and gets what its client sends. */
export async function silentProxy(url: string, hear?: () => (bytes: Buffer) => void): Promise<SilentProxy> {
  const target = new URL(url);
  const socket = `${target.searchParams.get("host")}/.s.PGSQL.${target.port || "5432"}`;
  const open = new Set<Socket>();
  let silent = false;
  const server = createServer((client) => {
    const upstream = createConnection(socket);
    if (hear) client.on("data", hear());
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on("error", () => undefined);
      from.on("data", (bytes) => to.write(bytes));
      if (silent) from.pause();
      from.on("close", () => {
        open.delete(from);
        if (!silent) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    silence(on) {
      silent = on;
      // A silenced connection stays silent.
      if (on) for (const each of open) each.pause();
    },
    hold(on) {
      for (const each of open)
        if (on) each.pause();
        else each.resume();
    },
    close: () =>
      new Promise((resolve) => {
        for (const each of open) each.destroy();
        server.close(() => resolve());
      }),
  };
}
