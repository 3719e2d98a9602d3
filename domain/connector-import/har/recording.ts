import { Steps } from "../../core/limits/steps.ts";
import { looksSecret } from "../../connector-language/settings/looks-secret.ts";
import { sizeFault } from "../document-size.ts";
import { isObject, type Loose, type LooseObject, member, textMember } from "../imported.ts";

/** Entries, parameters and characters that are looked at. */
const MOST_STEPS = 500_000;
const MAX_URL = 8_000;
const MAX_SEGMENTS = 30;

/** One recorded request with an answer in JSON. */
export interface Recorded {
  readonly place: string;
  readonly request: LooseObject;
  readonly url: URL;
  /** The parts of the path, without what follows a semicolon in them. */
  readonly segments: readonly string[];
  /** The body of the answer, if it was recorded. */
  readonly answer: string | null;
}

/** All recorded requests to one path by one method. */
export interface RequestGroup {
  readonly key: string;
  readonly method: string;
  readonly origin: string;
  /** The parts of the path; null for one that is an id or changes. */
  readonly path: readonly (string | null)[];
  /** Each different request once. */
  readonly requests: Recorded[];
}

export interface Recording {
  readonly groups: readonly RequestGroup[];
  /** The origin with most requests. */
  readonly origin: string;
  /** Entries that are no reading of JSON, such as pages and pictures. */
  readonly others: number;
  readonly steps: Steps;
}

/** Opens a HAR file that was parsed: its requests for JSON, grouped by path, duplicates once. */
export function openRecording(
  value: unknown,
  steps = new Steps(MOST_STEPS),
): { ok: true; recording: Recording } | { ok: false; message: string } {
  const fault = sizeFault(value);
  if (fault !== null) return { ok: false, message: fault };
  const entries = member(member(value as Loose, "log"), "entries");
  const all = Array.isArray(entries) ? entries : [];
  steps.take(all.length);
  const groups = new Map<string, RequestGroup>();
  const seen = new Set<string>();
  let others = 0;
  for (const [index, entry] of all.entries()) {
    const recorded = recordedOf(entry, `log.entries[${index}]`, steps);
    if (recorded === null) {
      others += 1;
      continue;
    }
    const { request, url, segments } = recorded;
    const method = (textMember(request, "method") ?? "").toUpperCase();
    const path = segments.map((segment) => (isId(segment) ? null : segment));
    const key = JSON.stringify([method, url.origin, path]);
    const same = `${method} ${url.href} ${textMember(member(request, "postData"), "text") ?? ""}`;
    steps.take(same.length / 50);
    if (seen.has(same)) continue;
    seen.add(same);
    const group = groups.get(key) ?? { key: "", method, origin: url.origin, path, requests: [] };
    group.requests.push(recorded);
    groups.set(key, group);
  }
  const counts = new Map<string, number>();
  for (const { origin, requests } of groups.values()) counts.set(origin, (counts.get(origin) ?? 0) + requests.length);
  const origin = [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
  if (origin === undefined) return { ok: false, message: "The recording has no GET or POST whose answer is JSON." };
  const named = [...groups.values()].map((group) => ({ ...group, key: keyOf(group, origin) }));
  return { ok: true, recording: { groups: named, origin, others, steps } };
}

/** A path as people read it, its changing parts as `{id}`. */
function keyOf({ method, origin, path }: RequestGroup, main: string): string {
  const shown = `/${path.map((part) => part ?? "{id}").join("/")}`;
  return `${method} ${origin === main ? "" : origin}${shown}`;
}

function recordedOf(entry: Loose, place: string, steps: Steps): Recorded | null {
  const request = member(entry, "request");
  const response = member(entry, "response");
  const written = textMember(request, "url") ?? "";
  if (!isObject(request) || written.length > MAX_URL || !/^https?:\/\//i.test(written) || !URL.canParse(written))
    return null;
  steps.take(1 + written.length / 50);
  const method = (textMember(request, "method") ?? "").toUpperCase();
  const content = member(response, "content");
  const status = Number(member(response, "status") ?? 0);
  if (
    (method !== "GET" && method !== "POST") ||
    !/\bjson\b/i.test(textMember(content, "mimeType") ?? "") ||
    status >= 300
  )
    return null;
  const url = new URL(written);
  // What follows a semicolon is a parameter of the part, mostly a session.
  const segments = url.pathname
    .split("/")
    .map((segment) => segment.replace(/;.*$/, ""))
    .filter((segment) => segment !== "");
  if (segments.length > MAX_SEGMENTS) return null;
  const isText = textMember(content, "encoding") === null;
  return { place, request, url, segments, answer: isText ? textMember(content, "text") : null };
}

/** Whether a part of a path names one thing, or may say something about a person. */
function isId(segment: string): boolean {
  if (/^v\d{1,4}(\.\d{1,4})?$/.test(segment)) return false;
  return (
    /^\d+$/.test(segment) ||
    /[@+=]|%(20|25|2b|3[abd]|40)/i.test(segment) ||
    (segment.length >= 8 && /\d/.test(segment)) ||
    looksSecret(segment)
  );
}
