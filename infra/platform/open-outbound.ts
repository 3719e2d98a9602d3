import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../config/config.ts";
import { createOutbound, type OutboundCall } from "../egress/create-outbound.ts";
import { proveLoopbackRefused } from "../egress/loopback-self-test.ts";
import type { Outbound, OutboundSessions } from "../egress/outbound-port.ts";
import type { Log } from "../observability/logger.ts";
import { recordSpan } from "../observability/tracing.ts";
import { startSandboxApi } from "../sandbox-api/start-sandbox-api.ts";

/** Longest path of a Unix socket on every system. */
const MAX_SOCKET_PATH_BYTES = 100;

/** The operator's exemptions, `host:port` each. */
export function allowedHosts({ outboundAllow }: Pick<Config, "outboundAllow">): string[] {
  return outboundAllow.map(
    ({ host, port }) => `${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`,
  );
}

/** Outbound HTTP for connectors, tested at start to refuse this machine. In embedded mode it also reaches the sandbox API. */
export async function openOutbound(
  config: Config,
  log: Log,
  userAgent: string,
): Promise<{ outbound: Outbound & OutboundSessions; close(): Promise<void> }> {
  const sandbox = config.databaseUrl ? null : await openSandbox(config, log);
  const allow = allowedHosts(config);
  const outbound = createOutbound({
    allow,
    userAgent,
    limits: { decodedBytes: config.limits.responseBytes, leastBytes: config.limits.responseBytesPerMinute },
    onCall(call) {
      const { origin, status, bytes, ms } = call;
      log.info({ origin, status, bytes, durationMs: ms }, "Call to the outside");
      recordCall(call);
    },
    isOff: !config.runs,
    ...(sandbox ? { sandboxSocket: sandbox.socketPath } : {}),
  });
  await proveLoopbackRefused(outbound, allow);
  return { outbound, close: async () => sandbox?.api.close() };
}

/** Nothing of the trace is sent to the other side: it is none of theirs. */
function recordCall({ method, origin, status, ms, bytes }: OutboundCall): void {
  const attributes = {
    ...{ "http.request.method": method, "server.address": origin, "http.response.body.size": bytes },
    ...(status === null ? { "error.type": "network" } : { "http.response.status_code": status }),
  };
  recordSpan(ms, { name: method, kind: "client", attributes });
}

async function openSandbox(config: Config, log: Log) {
  const folder = path.join(config.dataDir, "run");
  const socketPath = path.join(folder, "sandbox.sock");
  if (Buffer.byteLength(socketPath) > MAX_SOCKET_PATH_BYTES) {
    log.warn(
      {},
      "The path of the data folder is too long for the sandbox API's socket; connectors cannot be tried on it",
    );
    return null;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return { socketPath, api: await startSandboxApi({ socketPath }) };
}
