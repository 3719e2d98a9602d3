import type { Readable } from "node:stream";
import type { Request, RequestHandler, Response } from "express";
import type { Inspection } from "#domain/dataset/inspection.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { RequestContext } from "../../../platform.ts";
import { inspectEndpoint } from "../../byte-routes/byte-endpoints.ts";
import { refuse } from "../../call-result.ts";
import { nameOf } from "../../json-api/endpoint.ts";
import { queryOf, unknownParameter } from "../../json-api/query.ts";
import { beyondLimits } from "../../keys/within-limits.ts";
import { weakKey } from "../../keys/key-refusals.ts";
import { loadFailureAnswer } from "../../refusals/load-failures.ts";
import { departureOf } from "../../server/departure.ts";
import { judgeFault } from "../../server/unavailable.ts";
import { receiveForm } from "../receive-form.ts";
import { type Answered, receiveUpload, type Upload, type UploadRouteOptions } from "../receive-upload.ts";
import {
  DELIMITER_WORDS,
  LOAD_SETTINGS_NAMES,
  QUOTE_WORDS,
  readLoadSettings,
} from "../settings/load-settings-fields.ts";
import { refusal, sendAnswer, type UploadAnswer } from "../upload-answer.ts";
import { UPLOAD_PACE } from "../upload-limits.ts";
import type { Receive } from "../upload-port.ts";
import { receiveFile } from "../version/receive-file.ts";

/** So much of a file is looked at; the rest is read and dropped. */
export const INSPECTED_BYTES = 1_000_000;
const FIELDS: ReadonlySet<string> = new Set(LOAD_SETTINGS_NAMES);

/** POST /api/assets/inspect (the file itself, or multipart): what a load would make of a file. Nothing is kept. */
export function inspectRoute(options: UploadRouteOptions): RequestHandler {
  return (req, res, next) => {
    answered(options, req, res)
      .then(({ answer, asked }) => sendAnswer(req, res, { ...answer, page: "/upload?tab=dataset" }, asked))
      .catch(next);
  };
}

async function answered(options: UploadRouteOptions, req: Request, res: Response): Promise<Answered> {
  const asking = options.requestContext(res);
  const refused = headRefusal(req, asking);
  if (refused) return { answer: refused, asked: req.headers.expect === undefined };
  try {
    const upload = { ...options, req, asking: { ...asking, viewer: asking.viewer as UserRow }, left: departureOf(res) };
    return await receiveUpload(
      upload,
      () => res.writeContinue(),
      false,
      (_incoming, yielding) => inspect(upload, yielding),
    );
  } catch (error) {
    const found = judgeFault(options.platform, error, nameOf(inspectEndpoint));
    return { answer: refusal(found ?? refuse("server-fault")), asked: true };
  }
}

function headRefusal(req: Request, { viewer, key }: RequestContext): UploadAnswer | null {
  if (req.method !== inspectEndpoint.method) {
    const headers = { Allow: inspectEndpoint.method };
    return { ...refusal(refuse("method-not-allowed", { method: req.method })), headers };
  }
  const weak = weakKey(inspectEndpoint, key) ?? beyondLimits(inspectEndpoint, key, { params: {} });
  if (weak) return refusal(weak);
  if (!viewer) return refusal(refuse("login-needed"));
  const unknown = unknownParameter(queryOf(req), Object.keys(inspectEndpoint.query.shape));
  if (unknown !== null) return refusal(refuse("parameter-unknown", { message: unknown }));
  return req.headers["content-encoding"] === undefined ? null : refusal(refuse("file-encoded"));
}

async function inspect(
  { req, uploads, stopping, pace = UPLOAD_PACE }: Upload,
  yielding: AbortSignal,
): Promise<UploadAnswer> {
  const head = new Head();
  const limits = { maxFileBytes: uploads.maxBytes, pace, stopping, yielding };
  const isMultipart = /^multipart\/form-data/i.test(req.headers["content-type"] ?? "");
  const form = isMultipart
    ? await receiveForm(req, head.receive, { ...limits, fields: FIELDS })
    : await receiveFile(req, head.receive, limits);
  if (!form.ok) return refusal(form);
  if (form.file === null) return refusal(refuse("file-missing"));
  const query = queryOf(req);
  const read = readLoadSettings((name) => form.fields.get(name) ?? query.get(name));
  if (!read.ok) return refusal(read);
  const found = await uploads.inspect({ bytes: head.bytes(), whole: head.size <= INSPECTED_BYTES }, read.settings);
  if (!found.ok) return refusal(loadFailureAnswer(found.failure));
  return { status: 200, body: shapeOf(found, head.size <= INSPECTED_BYTES) };
}

/** The first bytes of a file. */
class Head {
  readonly #parts: Buffer[] = [];
  #kept = 0;
  size = 0;

  readonly receive: Receive = async (source: Readable) => {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      this.size += chunk.length;
      if (this.#kept >= INSPECTED_BYTES) continue;
      const part = chunk.subarray(0, INSPECTED_BYTES - this.#kept);
      this.#parts.push(part);
      this.#kept += part.length;
    }
    return { ok: true, bytes: this.size, sha256: "" };
  };

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

function shapeOf({ found, columns, rows }: Extract<Inspection, { ok: true }>, whole: boolean) {
  return {
    whole,
    settings: {
      encoding: found.encoding,
      encoding_by: found.encodingBy,
      gzip: found.gzip,
      delimiter: wordOf(DELIMITER_WORDS, found.delimiter),
      quote: wordOf(QUOTE_WORDS, found.quote),
      header: found.header ? "yes" : "no",
      skip_lines: found.skippedLines,
    },
    skipped: found.skipped,
    columns,
    rows,
  };
}

function wordOf(words: Readonly<Record<string, string>>, value: string | null): string | null {
  return Object.keys(words).find((word) => words[word] === value) ?? null;
}
