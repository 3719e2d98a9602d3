import express, { type Express } from "express";
import { expect, test } from "vitest";
import { endpoints } from "../../api/endpoints.ts";
import { gatedEndpoints, type GatedOptions } from "../../api/gated-endpoints.ts";
import { imageEndpoint } from "../byte-routes/image-route.ts";
import { datasetDownloadEndpoint, tableDownloadEndpoint } from "../byte-routes/table-download-route.ts";
import { type EndpointFacts, nameOf } from "../json-api/endpoint.ts";
import { type Operations, operations } from "../server/operations.ts";
import { expressPath, type Gate, mountEndpoints } from "./mount-endpoints.ts";

/** Nothing is called: what the handlers work with is not needed. */
const NOTHING = { platform: {} };
const mounted = gatedEndpoints({
  uploads: NOTHING,
  downloads: NOTHING,
  streams: NOTHING,
  odata: NOTHING,
} as unknown as GatedOptions);
/** The address of a row is one of its set. */
const IN_SET = "GET /odata/{set}({row})";
const SUPERVISOR = ["/healthz", "/readyz", "/metrics"];

test("every endpoint that transfers bytes is mounted once, and nothing else is", () => {
  const declared: readonly EndpointFacts[] = [
    ...endpoints.filter((each) => !("run" in each)),
    ...[imageEndpoint, datasetDownloadEndpoint, tableDownloadEndpoint],
  ];
  const names = mounted.map(({ endpoint }) => nameOf(endpoint)).sort();
  expect(names).toEqual(
    declared
      .map(nameOf)
      .filter((name) => name !== IN_SET)
      .sort(),
  );
  expect(mounted.filter(({ endpoint }) => !declared.includes(endpoint))).toEqual([]);
});

test("every path of the app belongs to an endpoint or a supervisor", () => {
  const app = express();
  operations(app, {} as Operations);
  mountEndpoints(app, {} as Gate, mounted);
  const known = new Set([...SUPERVISOR, ...mounted.map(({ endpoint: { path } }) => expressPath(path))]);
  expect(pathsOf(app).filter((path) => !known.has(path))).toEqual([]);
  expect(pathsOf(app).length).toBe(known.size);
});

test("no endpoint that answers with JSON is outside /api, where nobody would look for it", () => {
  expect(endpoints.filter((each) => "run" in each && !each.path.startsWith("/api/")).map(nameOf)).toEqual([]);
});

function pathsOf(app: Express): string[] {
  const { stack } = app._router as { stack: { route?: { path: string } }[] };
  return stack.flatMap(({ route }) => (route ? [route.path] : []));
}
