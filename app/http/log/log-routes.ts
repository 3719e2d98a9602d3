import type { Request, Response } from "express";
import type { TransparencyLog } from "#domain/transparency/ports.ts";
import { parseTilePath } from "#domain/transparency/tree/tile-path.ts";
import { mayReadEvent, readsAllEvents } from "#domain/transparency/event-readers.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { Platform } from "../../platform.ts";
import { disposition } from "../byte-routes/file-headers.ts";
import { NOT_FOUND, refuse, type Refused } from "../call-result.ts";
import { byteEndpoint } from "../gate/byte-endpoint.ts";
import type { GatedEndpoint } from "../gate/mount-endpoints.ts";
import type { EndpointFacts } from "../json-api/endpoint.ts";
import { sendRefusal } from "../security/refuse-request.ts";
import {
  addCheckpointEndpoint,
  checkpointEndpoint,
  cosignedEndpoint,
  entriesEndpoint,
  logKeysEndpoint,
  proofEndpoint,
  tileEndpoint,
} from "./log-endpoints.ts";
import { readText } from "./read-text.ts";

const TEXT = "text/plain; charset=utf-8";
/** What never changes may be kept by everybody. */
const FOR_EVER = "public, max-age=31536000, immutable";
const SECONDS = "public, max-age=2";
const MAX_REQUEST_BYTES = addCheckpointEndpoint.bodyBytes;
type Sent = {
  readonly type: string;
  readonly body: Uint8Array | string;
  readonly caching: string;
  readonly name?: string;
};
type Asked = {
  readonly log: TransparencyLog;
  readonly viewer: UserRow | null;
  readonly params: Readonly<Record<string, string>>;
};
type Answer = (asked: Asked) => Promise<Sent | Refused>;

/** The addresses of the transparency log. What is public may be read by scripts of every site. */
export function logRoutes({ transparency: log }: Pick<Platform, "transparency">): readonly GatedEndpoint[] {
  const made = (endpoint: EndpointFacts, answer: Answer) =>
    byteEndpoint(endpoint, {
      async may({ viewer, params }) {
        const found = await answer({ log, viewer, params: params as Asked["params"] });
        return "error" in found ? found : { ok: true, value: found };
      },
      send: async ({ req, res }, sent) => send(req, res, sent),
    });
  return [
    made(checkpointEndpoint, checkpoint),
    made(logKeysEndpoint, keys),
    made(entriesEndpoint, entries),
    made(tileEndpoint, tile),
    made(proofEndpoint, proof),
    made(cosignedEndpoint, cosigned),
    byteEndpoint(addCheckpointEndpoint, { send: ({ req, res }) => addCheckpoint(log, req, res) }),
  ];
}

function send(req: Request, res: Response, { type, body, caching, name }: Sent): void {
  const bytes = Buffer.from(body);
  const isPublic = caching.startsWith("public");
  res.set({
    "Content-Type": type,
    "Content-Length": String(bytes.length),
    "Cache-Control": caching,
    ...(isPublic ? { "Access-Control-Allow-Origin": "*" } : { Vary: "Cookie, Authorization" }),
    ...(name === undefined ? {} : { "Content-Disposition": disposition("attachment", name) }),
  });
  res.end(req.method === "HEAD" ? undefined : bytes);
}

const checkpoint: Answer = async ({ log }) => {
  const { checkpoint: signed } = await log.head();
  return signed ? { type: TEXT, body: signed.note, caching: SECONDS } : refuse("log-not-signed");
};

const keys: Answer = async ({ log }) => {
  const lines = (await log.keys()).map(
    ({ vkey, kind, retiredAt }) => `${kind} ${vkey}${retiredAt === null ? "" : ` retired ${retiredAt}`}\n`,
  );
  return { type: TEXT, body: lines.join(""), caching: SECONDS };
};

const tile: Answer = async ({ log, params }) => {
  const address = parseTilePath(params["tile"] ?? "");
  const level = /^(?:[0-9]|[1-5]\d|6[0-3])$/.test(params["level"] ?? "") ? Number(params["level"]) : null;
  const hashes = address && level !== null ? await log.tile(level, address) : null;
  return hashes ? { type: "application/octet-stream", body: hashes, caching: FOR_EVER } : refuse("log-tile-missing");
};

const entries: Answer = async ({ log, viewer, params }) => {
  if (!readsAllEvents(viewer?.roles ?? [])) return refuse("auditors-only");
  const address = parseTilePath(params["tile"] ?? "");
  const bundle = address && (await log.entries(address));
  return bundle
    ? { type: "application/octet-stream", body: bundle, caching: "private, no-cache" }
    : refuse("log-tile-missing");
};

const proof: Answer = async ({ log, viewer, params }) => {
  const [stream = "", revision = ""] = [params["stream"], params["revision"]];
  const found = /^(?:0|[1-9]\d{0,8})$/.test(revision) ? await log.event(stream, Number(revision)) : null;
  if (!found || !viewer || !mayReadEvent(viewer, found.event, found.first)) return NOT_FOUND;
  const file = await log.proof(found.event);
  if (file === null) return refuse("proof-later");
  return { type: TEXT, body: file, caching: "private, no-cache", name: `${stream}-${revision}.tlog-proof` };
};

const cosigned: Answer = async ({ log, params }) => {
  const note = await log.cosigned(params["originHash"] ?? "");
  return note === null ? refuse("log-not-signed") : { type: TEXT, body: note, caching: SECONDS };
};

const WITNESS_REFUSALS: Readonly<Record<number, Refused>> = {
  400: refuse("witness-request-invalid"),
  403: refuse("witness-signature-wrong"),
  404: refuse("witness-log-unknown"),
  422: refuse("witness-proof-wrong"),
  503: refuse("witness-not-ready"),
};

async function addCheckpoint(log: TransparencyLog, req: Request, res: Response): Promise<void> {
  const body = await readText(req, MAX_REQUEST_BYTES);
  if (!body.ok)
    return sendRefusal(
      res,
      body.why === "size" ? refuse("body-too-large", { bytes: MAX_REQUEST_BYTES }) : refuse("witness-request-invalid"),
    );
  const { status, text } = await log.addCheckpoint(body.text);
  const refused = WITNESS_REFUSALS[status];
  if (refused) return sendRefusal(res.set("Cache-Control", "no-store"), refused);
  // Express would add a charset to the type, which clients compare.
  res.status(status).setHeader("Content-Type", status === 409 ? "text/x.tlog.size" : TEXT);
  res.set("Cache-Control", "no-store").end(text);
}
