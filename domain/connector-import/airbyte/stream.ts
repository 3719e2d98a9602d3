import { finding } from "../../core/findings/finding.ts";
import { placeholderNames } from "../../connector-language/json/placeholders.ts";
import { cleanText, type LooseObject } from "../imported.ts";
import { storedWord } from "../stored-texts.ts";
import { signInOf, type SignIn } from "./settings/authenticator.ts";
import { readErrorHandler } from "./request/error-handler.ts";
import { cursorField, nameSlice, readIncremental } from "./request/incremental.ts";
import type { Component } from "./manifest.ts";
import { readPaginator } from "./request/paginator.ts";
import { type FindParent, readPartitions } from "./request/partitions.ts";
import { readRecords } from "./records.ts";
import { readTransformations } from "./transformations.ts";
import { readRequester } from "./request/requester.ts";
import type { StreamDraft } from "./stream-draft.ts";

/** A stream as an operation without its id and base. */
export interface StreamMade {
  readonly operation: LooseObject;
  readonly base: string;
  readonly signIn: SignIn;
}

/** Reads a stream into an operation; null, with losses in the draft, if it has no request. */
export function readStream(stream: Component, draft: StreamDraft, findParent: FindParent): StreamMade | null {
  const retriever = stream.component("retriever");
  const requester = retriever?.component("requester") ?? null;
  if (retriever === null || requester === null || !isPlain(stream, retriever, requester, draft)) return null;
  const signIn = signInOf(requester.component("authenticator"), draft.settings);
  readPartitions(retriever, draft, findParent);
  // What the requests say of the parts would only be lost again.
  if (draft.losses.some(({ rows }) => rows)) return null;
  const cursor = nameSlice(stream, draft);
  draft.transformsFirst = cursor?.at("is_client_side_incremental")?.value === true;
  readTransformations(stream, draft);
  const target = readRequester(requester, draft);
  if (target === null) return null;
  const records = readRecords(retriever, cursorField(cursor, draft), draft);
  const incremental = readIncremental(cursor, target.base + target.url, draft);
  const pagination = readPaginator(retriever, records.path, draft);
  const key = primaryKey(stream, draft);
  const operation: LooseObject = { name: cleanText(draft.name, 400) };
  if (draft.method === "POST") operation.method = "POST";
  operation.url = target.url === "" ? "/" : target.url;
  if (Object.keys(draft.headers).length > 0) operation.headers = draft.headers;
  if (Object.keys(draft.query).length > 0) operation.query = draft.query;
  if (draft.body !== null && draft.method === "POST") operation.body_template = draft.body;
  Object.assign(operation, records.written);
  if (draft.columns.length + draft.dropped.length > 0)
    operation.columns = {
      ...(draft.columns.length === 0 ? {} : { add: draft.columns }),
      ...(draft.dropped.length === 0 ? {} : { drop: draft.dropped }),
    };
  if (pagination !== null) operation.pagination = pagination;
  if (incremental !== null) operation.incremental = incremental;
  if (key !== null) operation.primary_key = key;
  Object.assign(operation, readErrorHandler(requester, draft));
  readsWhole(cursor, incremental, draft);
  addForEach(operation, target.base, draft);
  return { operation, base: target.base, signIn };
}

/** Whether a stream has no part that only program code can do; otherwise that is a loss. */
function isPlain(stream: Component, retriever: Component, requester: Component, draft: StreamDraft): boolean {
  if (stream.type("DeclarativeStream") !== "DeclarativeStream") {
    draft.loseRows(stream.place, "stream", finding("type-unsupported", { type: storedWord(stream.type()) }));
    return false;
  }
  for (const [part, usual] of [
    [retriever, "SimpleRetriever"],
    [requester, "HttpRequester"],
  ] as const) {
    if (part.type(usual) === usual && !part.isCustom()) continue;
    const found = part.isCustom()
      ? finding("program-code", { part: "retriever" })
      : finding("type-unsupported", { type: storedWord(part.type()) });
    draft.loseRows(part.place, part.isCustom() ? "custom-component" : "retriever", found);
    return false;
  }
  return true;
}

/** The columns that tell rows apart; null if there are none, or if one of them is lost. */
function primaryKey(stream: Component, draft: StreamDraft): string[] | null {
  const names = stream
    .list("primary_key")
    .map((at) => (Array.isArray(at.value) ? at.value.map(String).join(".") : String(at.value)));
  const columns = names
    .filter((name) => name !== "")
    .map((name) => {
      const added = draft.addedFields.get(name);
      const isColumn = draft.columns.some((column) => column.name === name);
      return added === undefined || isColumn ? name : added;
    });
  const known = columns.filter((column) => column !== null);
  if (known.length < columns.length) {
    draft.lose(stream.placeOf("primary_key"), "primary-key", finding("key-lost", {}));
    return null;
  }
  return known.length === 0 || known.length > 32 ? null : [...new Set(known)];
}

/** One cursor stands for all that a stream goes through, so what is added there later would be missed. */
function readsWhole(cursor: Component | null, incremental: LooseObject | null, draft: StreamDraft): void {
  if (cursor === null || incremental === null || Object.keys(draft.forEach).length === 0) return;
  if (cursor.at("global_substream_cursor")?.value === true) return;
  draft.readsWhole = true;
  draft.note(cursor.place, finding("parts-read-whole", {}));
}

/** Adds `for_each` with the names that are needed, and what of them comes into the rows. */
function addForEach(operation: LooseObject, base: string, draft: StreamDraft): void {
  const used = new Set([...placeholderNames(JSON.stringify([base, operation])), ...draft.includeFromParent]);
  for (const [name, need] of draft.spareNames) {
    if (used.has(name)) need();
    else delete draft.forEach[name];
  }
  if (Object.keys(draft.forEach).length > 0) operation.for_each = draft.forEach;
}
