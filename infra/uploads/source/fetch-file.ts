import { Readable } from "node:stream";
import type { Pool } from "pg";
import type { IncomingUpload, UploadRefusal } from "#domain/core/ports/uploads.ts";
import type { UploadedFile } from "#domain/dataset/events.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import { type Outbound, OutboundStreamError, type OutboundStream } from "../../egress/outbound-port.ts";
import { progressWriter } from "../load-upload.ts";
import { closeBody, failed, headerOf, openFile } from "./open-file.ts";
import { keepValidators, type Validators, validatorsOf } from "./validators.ts";

/** Characters. */
const MOST_VALIDATOR = 1_000;

type FetchOptions = {
  readonly outbound: Outbound;
  readonly pool: Pool;
  readonly uploads: {
    check(userId: string, bytes: number): Promise<UploadRefusal | null>;
    incoming(userId: string): IncomingUpload<Readable>;
  };
};

/** `uploadId` null: the first file of its dataset. `knownSha256`: of the file that the rows were made from. */
type WantedFile = {
  readonly ownerId: string;
  readonly datasetId: string;
  readonly uploadId: string | null;
  readonly url: string;
  readonly knownSha256: string | null;
};

/** `file` null: it is the known one. */
type FetchedFile =
  { readonly ok: true; readonly file: UploadedFile | null } | { readonly ok: false; readonly failure: LoadFailure };

/**
 * Fetches the files of datasets and stores them as uploads of their owners, within the same limits. The host is asked
 * whether the file has changed, if it told how to ask; the same bytes are not stored again.
 */
export function createFileFetcher({ outbound, pool, uploads }: FetchOptions) {
  return async (wanted: WantedFile, signal: AbortSignal): Promise<FetchedFile> => {
    const { ownerId, datasetId, url, knownSha256 } = wanted;
    const refused = await uploads.check(ownerId, 0);
    if (refused) return { ok: false, failure: failureOf(refused) };
    const known = knownSha256 === null ? null : await validatorsOf(pool, datasetId, knownSha256);
    const opened = await openFile(outbound, { url, headers: conditions(known), signal });
    if (!opened.ok) return opened;
    const { answer } = opened;
    if (answer.status === 304 && known) {
      await closeBody(answer);
      return { ok: true, file: null };
    }
    if (answer.status !== 200) {
      await closeBody(answer);
      const { host } = new URL(answer.url);
      return { ok: false, failure: { code: "source-status", facts: { host, status: answer.status } } };
    }
    return store({ pool, uploads }, wanted, answer, signal);
  };
}

async function store(
  { pool, uploads }: Omit<FetchOptions, "outbound">,
  { ownerId, datasetId, uploadId, knownSha256 }: WantedFile,
  answer: OutboundStream,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const incoming = uploads.incoming(ownerId);
  const length = Number(headerOf(answer.headers, "content-length") ?? Number.NaN);
  const packed = headerOf(answer.headers, "content-encoding") !== null;
  const ofBytes = packed || !Number.isSafeInteger(length) ? null : length;
  const body = Readable.from(counted(answer.body, progressWriter(pool, datasetId), ofBytes), { objectMode: false });
  try {
    const received = await incoming.receive(body, signal);
    if (!received.ok) return { ok: false, failure: failureOf(received.refusal) };
    const { sha256, bytes } = received;
    const validators: Validators = {
      etag: shortHeader(answer, "etag"),
      lastModified: shortHeader(answer, "last-modified"),
    };
    const isKnown = sha256 === knownSha256;
    if (!isKnown) await (uploadId === null ? incoming.keep(datasetId) : incoming.keepVersion(datasetId, uploadId));
    await keepValidators(pool, datasetId, sha256, validators);
    return { ok: true, file: isKnown ? null : { sha256, bytes } };
  } catch (error) {
    if (error instanceof OutboundStreamError) return failed(error.failure.finding);
    throw error;
  } finally {
    body.destroy();
    await incoming.discard();
  }
}

/** A header that can be sent back; null: it is missing or too long. */
function shortHeader({ headers }: OutboundStream, name: string): string | null {
  const value = headerOf(headers, name);
  return value !== null && value.length <= MOST_VALIDATOR ? value : null;
}

/** The headers that ask for the file only if it has changed. */
function conditions(known: Validators | null): readonly (readonly [string, string])[] {
  return [
    ["accept", "text/csv, */*;q=0.5"],
    ...(known?.etag ? [["if-none-match", known.etag] as const] : []),
    ...(known?.lastModified ? [["if-modified-since", known.lastModified] as const] : []),
  ];
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  onProgress: ReturnType<typeof progressWriter>,
  ofBytes: number | null,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    onProgress({ stage: "receive", bytes, ofBytes, rows: 0 });
    yield chunk;
  }
}

function failureOf(refused: UploadRefusal): LoadFailure {
  switch (refused.code) {
    case "upload-too-large":
      return { code: "too-large", facts: { maxBytes: refused.maxBytes } };
    case "no-room":
      return { code: "no-room", facts: {} };
    case "bytes-of-day-used":
    case "uploads-of-day-used":
      return { code: "quota", facts: {} };
  }
}
