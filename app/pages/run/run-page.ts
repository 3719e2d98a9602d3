import { isFailedRequest, type RunRequest } from "#domain/core/ports/run-records.ts";
import { outputNames } from "#domain/use-cases/running/output-names.ts";
import { pageWithin } from "#domain/core/lists/list-page.ts";
import { readsAllEvents } from "#domain/transparency/event-readers.ts";
import type { ConnectorItem } from "#projections/catalogue/connector-queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { recordOf, runDetails, type RunRecord, unfinished } from "../../runs/run-calls.ts";
import { withError, withSentences } from "../../runs/with-sentences.ts";
import type { Platform } from "../../platform.ts";
import { definitionOf } from "../../connectors/definition-of.ts";
import { type LogView, requestsIn } from "./log-view.ts";
import type { RequestBin, RequestLogProps } from "./request-log.tsx";
import type { RunViewProps } from "./run-view.tsx";

const REQUESTS_PER_PAGE = 100;
const REQUEST_BINS = 60;

/** One run for its owner, with a page of its requests, and for auditors; null if the viewer may not see it. */
export async function runPage(
  platform: Platform,
  runId: string,
  viewer: UserRow,
  view: LogView,
  page: number,
): Promise<Omit<RunViewProps, "now"> | null> {
  const record = await recordFor(platform, runId, viewer);
  if (record === null) return null;
  const { run, progress } = record;
  const instance = await platform.queries.instances.byId(run.instanceId);
  const connector = await platform.queries.catalogue.connector(run.connectorId, viewer.id);
  return {
    run: { ...withSentences(run), operations: run.operations.map(withError) },
    isOwner: run.ownerId === viewer.id,
    progress: unfinished(record),
    connector: { href: `/connector_profile/${run.connectorId}`, title: connector?.title ?? "Connector" },
    tables: tablesOf(instance?.tableName ?? "", connector),
    newest: (await platform.queries.instances.runsOf(run.instanceId, 1))[0]?.number ?? run.number,
    log: progress && run.ownerId === viewer.id ? logOf(record, view, page) : null,
  };
}

/** A run for its owner, and without its requests, which may tell settings, for those who read every history. */
async function recordFor(platform: Platform, runId: string, viewer: UserRow): Promise<RunRecord | null> {
  const own = await recordOf(platform, runId, viewer);
  if (own.ok) return own.value;
  const run = readsAllEvents(viewer.roles) ? await runDetails(platform, runId) : null;
  return run && { run, progress: null, requests: [] };
}

/** The tables of the version that ran, by operation. */
function tablesOf(ownTable: string, connector: ConnectorItem | null): RunViewProps["tables"] {
  const definition = connector && definitionOf(connector);
  return definition ? Object.fromEntries(outputNames(ownTable, definition)) : {};
}

function logOf({ run, progress, requests }: RunRecord, view: LogView, asked: number): RequestLogProps {
  const shown = requestsIn(view, requests);
  const { page, pages } = pageWithin(asked, shown.length, REQUESTS_PER_PAGE);
  return {
    requests: shown.slice((page - 1) * REQUESTS_PER_PAGE, page * REQUESTS_PER_PAGE),
    view,
    total: progress?.requests ?? requests.length,
    kept: requests.length,
    shown: shown.length,
    failed: requests.filter(isFailedRequest).length,
    ignored: requests.filter(({ ignored }) => ignored).length,
    longest: Math.max(0, ...requests.map(({ ms }) => ms ?? 0)),
    page,
    pages,
    bins: run.endedAt === null ? [] : binsOf(requests),
  };
}

/** Counts requests by their start, in equal sections from the first to the last response. */
function binsOf(requests: readonly RunRequest[]): RequestBin[] {
  const first = requests[0];
  if (!first || requests.length < 3) return [];
  const start = Date.parse(first.at);
  const end = Math.max(...requests.map(({ at, ms }) => Date.parse(at) + (ms ?? 0)));
  const bins = Array.from({ length: REQUEST_BINS }, (): RequestBin => ({ requests: 0, failed: 0 }));
  for (const request of requests) {
    const bin =
      bins[
        Math.min(
          REQUEST_BINS - 1,
          Math.floor(((Date.parse(request.at) - start) / Math.max(1, end - start)) * REQUEST_BINS),
        )
      ];
    if (!bin) continue;
    bin.requests += 1;
    bin.failed += isFailedRequest(request) ? 1 : 0;
  }
  return bins;
}
