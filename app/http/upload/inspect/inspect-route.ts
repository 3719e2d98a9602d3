import type { Readable } from "node:stream";
import type { RequestHandler } from "express";
import { INSPECTED_BYTES } from "#domain/dataset/inspection.ts";
import { inspectEndpoint } from "../../byte-routes/byte-endpoints.ts";
import { refuse } from "../../call-result.ts";
import { queryOf } from "../../json-api/query.ts";
import { loadFailureAnswer } from "../../refusals/load-failures.ts";
import { receiveForm } from "../receive-form.ts";
import { receiveUpload, type Upload, type UploadRouteOptions } from "../receive-upload.ts";
import { LOAD_SETTINGS_NAMES, readLoadSettings } from "../settings/load-settings-fields.ts";
import { refusal, type UploadAnswer } from "../upload-answer.ts";
import { uploadHandler } from "../upload-handler.ts";
import { UPLOAD_PACE } from "../upload-limits.ts";
import type { Receive } from "../upload-port.ts";
import { receiveFile } from "../version/receive-file.ts";
import { inspectionShape } from "./inspection-shape.ts";

const FIELDS: ReadonlySet<string> = new Set(LOAD_SETTINGS_NAMES);

/** POST /api/assets/inspect (the file itself, or multipart): what a load would make of a file. Nothing is kept. */
export function inspectRoute(options: UploadRouteOptions): RequestHandler {
  return uploadHandler(options, inspectEndpoint, (upload, sendContinue) =>
    receiveUpload(upload, sendContinue, false, (_incoming, yielding) => inspect(upload, yielding)),
  );
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
  if (found === "too-slow") return refusal(refuse("preview-too-slow"));
  if (!found.ok) return refusal(loadFailureAnswer(found.failure));
  return { status: 200, body: inspectionShape(found) };
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
