import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

type Value = { readonly stringValue?: string; readonly intValue?: number };
type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
};
type Sent = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
};

/** A collector: what a server with OTEL_EXPORTER_OTLP_ENDPOINT sends, and what it must not send. */
const TRACE = "0af7651916cd43dd8448eb211c80319c";
let db: FreshDatabase;
let dataDir: string;
let collector: TestServer;
let upstream: TestServer;
let product: Product;
let spans: Span[] = [];
const paths: string[] = [];
let upstreamHeaders: Record<string, unknown> = {};

beforeAll(async () => {
  db = await testDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), "tributary-traces-"));
  collector = await httpServer((request, response) => {
    paths.push(request.url ?? "");
    void text(request).then((body) => {
      const sent = JSON.parse(body) as Sent;
      spans.push(...sent.resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  upstream = await httpServer((request, response) => {
    upstreamHeaders = request.headers;
    response.setHeader("content-type", "application/json").end('[{"id":1}]');
  });
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${collector.port}/`;
  product = await startProduct({
    ...{ databaseUrl: db.url, dataDir, upstreams: [upstream.port] },
    env: { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_BSP_SCHEDULE_DELAY: "200", TRUST_PROXY: "1", LOG_LEVEL: "info" },
  });
}, 180_000);
afterAll(async () => {
  await product?.stop("SIGKILL");
  await upstream?.close();
  await collector?.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  await db?.drop();
});

const named = (name: string) => spans.filter((span) => span.name === name);
const attribute = (span: Span, key: string) => {
  const value = span.attributes.find((each) => each.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

test("a request, the job that it queues, its calls and its statements are one trace, without data or keys", async () => {
  const ana = await product.person("Ana", 3);
  const dsl = {
    ...{ protocol: "rest", auth: { type: "none" } },
    operations: [{ id: "items", url: `http://127.0.0.1:${upstream.port}/items?token=upstream-secret` }],
  };
  const connector = await ana.post("/api/connectors/upload", { title: "Items of O'Brien", is_public: true, dsl });
  const made = await ana.post("/api/connectors/activate", { connector_id: connector.json.id, auth_data: {} });
  spans = [];
  const ran = await ana.post(`/api/connectors/run/${made.json.id}`);
  expect(ran.json).toMatchObject({ status: "success" });
  const route = "POST /api/connectors/run/{instanceId}";
  const request = await eventually(async () => named(route)[0] ?? null);
  expect(attribute(request, "http.response.status_code")).toBe(200);
  expect(attribute(request, "tributary.request_id")).toBe(ran.headers.get("x-request-id"));
  expect(product.output()).toContain(`"traceId":"${request.traceId}"`);

  const job = await eventually(async () => named("job pull").find((span) => span.traceId === request.traceId) ?? null);
  expect(job.parentSpanId).toBeDefined();
  const within = await eventually(async () => {
    const found = spans.filter((span) => span.traceId === request.traceId);
    const call = found.find((span) => attribute(span, "server.address") === `http://127.0.0.1:${upstream.port}`);
    return call !== undefined && { call, found };
  });
  expect(attribute(within.call, "http.response.status_code")).toBe(200);
  const statements = within.found.filter((span) => attribute(span, "db.system.name") === "postgresql");
  expect(new Set(statements.map((span) => span.parentSpanId)).has(job.spanId)).toBe(true);
  expect(new Set(statements.map((span) => attribute(span, "db.operation.name")?.toString().toUpperCase()))).toContain(
    "SELECT",
  );
  // The other side learns nothing of the trace.
  expect(Object.keys(upstreamHeaders)).not.toContain("traceparent");
  const all = JSON.stringify(spans);
  for (const secret of ["upstream-secret", "O'Brien", ana.cookie, "ana@"]) expect(all).not.toContain(secret);
  expect(new Set(paths)).toEqual(new Set(["/v1/traces"]));
});

test("a trace of the proxy goes on here", async () => {
  const parent = `00-${TRACE}-b7ad6b7169203331-01`;
  await fetch(`${product.url}/api/datasets/nothing-here`, { headers: { traceparent: parent } });
  const span = await eventually(async () => spans.find(({ traceId }) => traceId === TRACE) ?? null);
  expect(span.parentSpanId).toBe("b7ad6b7169203331");
  await fetch(`${product.url}/api/datasets/nothing-here`, { headers: { traceparent: "00-nonsense" } });
});

test("without its collector the server goes on, and says so once", async () => {
  await collector.close();
  for (let round = 0; round < 3; round += 1)
    expect((await fetch(`${product.url}/api/v1/status`)).status).toBeLessThan(500);
  await eventually(async () => product.output().includes("Traces cannot be sent"));
  expect(product.output().split("Traces cannot be sent")).toHaveLength(2);
  expect(await product.stop("SIGTERM")).toBe(0);
}, 60_000);
