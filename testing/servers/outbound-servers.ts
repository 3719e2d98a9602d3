import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createOutbound, type OutboundOptions } from "#infra/egress/create-outbound.ts";
import type { OutboundRequest } from "#infra/egress/outbound-port.ts";

/** A real server on loopback for tests. `connections` counts every connection. */
export type TestServer = {
  readonly port: number;
  readonly connections: () => number;
  close(): Promise<void>;
};

export function httpServer(listener: RequestListener, host = "127.0.0.1", port = 0): Promise<TestServer> {
  return listen(createHttpServer(listener), host, port);
}

export function httpsServer(tls: { key: string; cert: string }, listener: RequestListener): Promise<TestServer> {
  return listen(createHttpsServer(tls, listener), "127.0.0.1", 0);
}

/** A server of bytes, not HTTP. */
export function rawServer(onConnection: (socket: Socket) => void): Promise<TestServer> {
  return listen(createTcpServer(onConnection), "127.0.0.1", 0);
}

async function listen(server: Server, host: string, port: number): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** An outbound client that may call the given loopback servers under any of `names`, and nothing else. */
export function outboundTo(
  servers: readonly TestServer[],
  options: Partial<OutboundOptions> = {},
  names: readonly string[] = ["api.test", "other.test"],
) {
  const allow = servers.flatMap(({ port }) => names.map((name) => `${name}:${port}`));
  const resolver = async () => ["127.0.0.1"];
  return createOutbound({ allow, userAgent: "Tributary/test", resolver, ...options });
}

/** A GET with consent for its own origin. */
export function get(url: string, more: Partial<OutboundRequest> = {}): OutboundRequest {
  const allowedOrigins = URL.canParse(url) ? [new URL(url).origin] : [];
  return { url, method: "GET", headers: [], allowedOrigins, secrets: [], secretHeaders: [], ...more };
}
