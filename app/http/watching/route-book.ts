import { bodyBytesOf, MAX_BODY_BYTES, PAGE_BODY_BYTES } from "../gate/body-limits.ts";
import type { EndpointFacts } from "../json-api/endpoint.ts";

/**
 * What an answer is, so that those that last hours by nature are never mixed with those that should take milliseconds.
 * `form`: a page's form, which may start work and wait for it. `wait`: a call that may wait for a run or a load, or
 * follows one. `watch`: liveness, readiness and metrics.
 */
export const REQUEST_KINDS = [
  "page",
  "form",
  "call",
  "wait",
  "stream",
  "download",
  "upload",
  "asset",
  "watch",
  "other",
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Where a request belongs: a pattern of ours, never a path that somebody made up. */
export type RequestPlace = {
  readonly route: string;
  readonly kind: RequestKind;
  /** Most bytes of a body; null: it is a file, which has the limits of uploads. */
  readonly bodyBytes: number | null;
};

export type RouteBook = (method: string, path: string) => RequestPlace;

const UNKNOWN: RequestPlace = { route: "other", kind: "other", bodyBytes: MAX_BODY_BYTES };
const WATCHED = ["/healthz", "/readyz", "/metrics"];
/** Longer paths are nobody's. */
const MAX_PATH = 2_000;

/** What a page's route says of itself in the build. */
export type PageRoute = { readonly path?: string | undefined; readonly index?: boolean | undefined };

type Entry = { readonly place: RequestPlace; readonly segments: readonly string[]; readonly method: string | null };

/** Finds the route of a request among the endpoints and pages. Takes steps in proportion to the length of the path. */
export function createRouteBook(endpoints: readonly EndpointFacts[], pages: readonly PageRoute[]): RouteBook {
  const entries: Entry[] = [
    ...endpoints.map((each) => entryOf(each.path, kindOf(each), each.method, bodyBytesOf(each))),
    ...pages.filter(({ path, index }) => index || (path && path !== "*")).flatMap(({ path = "" }) => pageEntries(path)),
    ...WATCHED.map((path) => entryOf(path, "watch")),
    entryOf("/images/{id}/{name}", "asset"),
    ...["/dataset_profile/{id}", "/table/{id}"].map((table) => entryOf(`${table}/download.{format}`, "download")),
    ...["/odata/{rest*}", "/d/{rest*}", "/api/stream/{rest*}"].map((path) => entryOf(path, "stream")),
    entryOf("/assets/{file*}", "asset"),
  ];
  // Names before parameters, and those that end with "anything" last.
  const ordered = entries.toSorted((a, b) => openness(a) - openness(b));
  const byLength = Map.groupBy(
    ordered.filter(({ segments }) => !isOpen(segments)),
    ({ segments }) => segments.length,
  );
  const open = ordered.filter(({ segments }) => isOpen(segments));
  return (method, path) => {
    if (path.length > MAX_PATH) return UNKNOWN;
    const segments = segmentsOf(path.replace(/\.data$/, ""));
    const asked = method === "HEAD" ? "GET" : method;
    const here = [...(byLength.get(segments.length) ?? []), ...open].filter((each) => fits(each.segments, segments));
    const found = here.find((each) => each.method === null || each.method === asked);
    if (found) return found.place;
    return here[0] ? { ...here[0].place, bodyBytes: refusedBytes(method, here) } : UNKNOWN;
  };
}

function pageEntries(path: string): Entry[] {
  const pattern = `/${path.replace(/:(\w+)/g, "{$1}")}`;
  return [entryOf(pattern, "form", "POST", PAGE_BODY_BYTES[pattern]), entryOf(pattern, "page")];
}

function entryOf(
  route: string,
  kind: RequestKind,
  method: string | null = null,
  bodyBytes: number | null = MAX_BODY_BYTES,
): Entry {
  return { place: { route, kind, bodyBytes }, method, segments: segmentsOf(route) };
}

/** A byte endpoint has no `run`: Express answers it. */
function kindOf(endpoint: EndpointFacts): RequestKind {
  const { answers, method, who } = endpoint;
  if (method !== "GET" && bodyBytesOf(endpoint) === null) return "upload";
  if (who === "key") return "stream";
  const follows = Object.values(answers).some((each) => "also" in each && each.also?.includes("text/event-stream"));
  if (follows || (method !== "GET" && 202 in answers)) return "wait";
  return method === "GET" && !("run" in endpoint) ? "download" : "call";
}

/** Divides a path at its slashes. One more at its end is no segment; two in a row are, and no route has such a one. */
function segmentsOf(path: string): string[] {
  const segments = path.split("/").slice(1);
  return segments.at(-1) === "" ? segments.slice(0, -1) : segments;
}

/** A method that a route does not have is refused without a look at its body: also if it is a file, by PUT in place of POST. */
function refusedBytes(method: string, here: readonly Entry[]): number | null {
  const isFile = ["POST", "PUT", "PATCH"].includes(method) && here.some(({ place }) => place.bodyBytes === null);
  return isFile ? null : MAX_BODY_BYTES;
}

/** A parameter may end a segment: `download.{format}`. */
const isParameter = (segment: string): boolean => segment.includes("{");
const isOpen = (segments: readonly string[]): boolean => /^\{(?:\w+\*|tile)\}$/.test(segments.at(-1) ?? "");

function openness({ segments }: Entry): number {
  return segments.filter(isParameter).length + (isOpen(segments) ? 100 : 0) - segments.length / 100;
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  const open = isOpen(pattern);
  if (open ? path.length < pattern.length : path.length !== pattern.length) return false;
  return pattern.every((segment, at) =>
    isParameter(segment) ? path[at]?.startsWith(segment.slice(0, segment.indexOf("{"))) : segment === path[at],
  );
}
