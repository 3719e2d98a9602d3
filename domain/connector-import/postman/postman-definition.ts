import { finding } from "../../core/findings/finding.ts";
import type { Steps } from "../../core/limits/steps.ts";
import { cutText } from "../../core/text/text.ts";
import {
  cleanText,
  type Imported,
  type ImportLoss,
  type ImportNote,
  type LooseObject,
  lossAt,
  member,
  noteAt,
  type NotImported,
  notPortable,
  textMember,
  withinSteps,
} from "../imported.ts";
import type { Choices } from "../openapi/openapi-definition.ts";
import { connectorOf, type MadeRequest } from "../requests-definition.ts";
import { storedMethod } from "../stored-texts.ts";
import { firstOnes, wantedOnes } from "../wanted-operations.ts";
import { type CollectionAuth, collectionAuth } from "./collection-auth.ts";
import { type Collection, type CollectionRequest, openCollection } from "./collection.ts";
import { readRequest } from "./collection-request.ts";
import { Variables } from "./variables.ts";

const NO_REQUESTS: NotImported = { ok: false, message: "The collection has no request." };

/** The requests of a collection to choose from; those that read are usual. */
export function collectionChoices(value: unknown, steps?: Steps): Choices {
  return withinSteps(() => {
    const opened = openCollection(value, steps);
    if (!opened.ok) return opened;
    const { root, requests } = opened.collection;
    if (requests.length === 0) return NO_REQUESTS;
    const title = cleanText(textMember(member(root, "info"), "name") ?? "", 200);
    const choices = requests.map(({ key, name, method }) => ({ key, summary: name, usual: method === "GET" }));
    return { ok: true, title, choices };
  });
}

/**
 * Makes a connector from a Postman collection (JSON as parsed). `wanted`: requests by `METHOD folder/name` or by name
 * alone; without it those that read by GET. `steps`: what reading it may cost, if not as much as usual.
 */
export function importPostman(value: unknown, wanted: readonly string[] | null = null, steps?: Steps): Imported {
  return withinSteps(() => {
    const opened = openCollection(value, steps);
    if (!opened.ok) return opened;
    const { collection } = opened;
    const notes: ImportNote[] = [];
    const lost: ImportLoss[] = [];
    const chosen = choose(collection, wanted, lost);
    if (!Array.isArray(chosen)) return chosen;
    const variables = new Variables(collection, notes);
    const { auth, taken } = signedIn(chosen, { collection, variables, lost });
    const requests = taken.flatMap((request): MadeRequest[] => {
      const made = readRequest(request, { collection, variables, notes, lost });
      return made === null ? [] : [{ ...made, place: request.place }];
    });
    if (requests.length === 0 || (wanted !== null && requests.length < chosen.length)) return notPortable(lost);
    if (auth !== null) notes.push(noteAt("auth", finding("credentials-not-stored", {})));
    const info = member(collection.root, "info");
    const title = cleanText((textMember(info, "name") ?? "").replace(/\s+/g, " "), 200);
    const about = textMember(info, "description") ?? textMember(member(info, "description"), "content") ?? "";
    const description = cleanText(cutText(about, 10_000).split(/\n\s*\n/)[0] ?? "", 1_000);
    return connectorOf({
      requests,
      auth: auth?.auth ?? null,
      fields: variables.fields,
      signing: auth?.fields ?? new Set(),
      card: { title: title === "" ? "Imported API" : title, description, apiDocUrl: null },
      notes,
      lost,
      isNamed: wanted !== null,
    });
  });
}

function choose(
  { requests }: Collection,
  wanted: readonly string[] | null,
  lost: ImportLoss[],
): CollectionRequest[] | NotImported {
  if (requests.length === 0) return NO_REQUESTS;
  if (wanted === null) {
    const usual = requests.filter(({ method }) => method === "GET");
    for (const { place, method } of requests)
      if (method !== "GET" && method !== "POST")
        lost.push(lossAt(place, "http-method", finding("method-unsupported", { method: storedMethod(method) })));
    return usual.length === 0
      ? { ok: false, message: "The collection has no GET. Choose the POST requests that read." }
      : firstOnes(usual, ({ place }) => place, "too-many-requests", lost);
  }
  const find = (name: string) =>
    requests.find(({ key }) => key === name) ?? requests.find((each) => each.name === name);
  return wantedOnes(wanted, find, { source: "The collection", one: "request" });
}

type Signed = { readonly auth: Extract<CollectionAuth, { ok: true }> | null; readonly taken: CollectionRequest[] };

/** The way to sign in that most requests have, and the requests that go with it. */
function signedIn(
  chosen: readonly CollectionRequest[],
  { collection, variables, lost }: { collection: Collection; variables: Variables; lost: ImportLoss[] },
): Signed {
  const groups = new Map<string, { auth: CollectionAuth; requests: CollectionRequest[] }>();
  const open: CollectionRequest[] = [];
  for (const request of chosen) {
    const written: LooseObject[string] = request.auth ?? null;
    collection.steps.take(10);
    const key = JSON.stringify(written);
    if (written === null || textMember(written, "type") === "noauth") open.push(request);
    else {
      const group = groups.get(key) ?? {
        auth: collectionAuth(written, variables, `${request.place}.auth`, collection.steps),
        requests: [],
      };
      group.requests.push(request);
      groups.set(key, group);
    }
  }
  const sorted = [...groups.values()].toSorted((a, b) => b.requests.length - a.requests.length);
  const main = sorted.find(({ auth }) => auth.ok);
  for (const group of sorted) {
    if (group === main) continue;
    const found = group.auth.ok ? finding("sign-in-differs", {}) : group.auth.finding;
    for (const { place } of group.requests) lost.push(lossAt(place, "authenticator", found));
  }
  const taken = new Set([...open, ...(main?.requests ?? [])]);
  return { auth: main?.auth.ok === true ? main.auth : null, taken: chosen.filter((request) => taken.has(request)) };
}
