import type { Readable } from "node:stream";
import type { FileHead } from "#domain/dataset/inspection.ts";
import { inspectEndpoint } from "../../byte-routes/byte-endpoints.ts";
import { refuse } from "../../call-result.ts";
import { type FileCall, fileEndpoint, isForm } from "../../gate/file-endpoint.ts";
import type { GatedEndpoint } from "../../gate/mount-endpoints.ts";
import { loadFailureAnswer } from "../../refusals/load-failures.ts";
import { type FormLimits, receiveForm } from "../receive-form.ts";
import { receiveUpload, type UploadOptions } from "../receive-upload.ts";
import { LOAD_SETTINGS_NAMES, readLoadSettings } from "../settings/load-settings-fields.ts";
import { refusal, type UploadAnswer } from "../upload-answer.ts";
import { UPLOAD_PAGE } from "../upload-limits.ts";
import type { Receive } from "../upload-port.ts";
import { receiveFile } from "../version/receive-file.ts";
import { inspectionShape } from "./inspection-shape.ts";

const FIELDS: ReadonlySet<string> = new Set(LOAD_SETTINGS_NAMES);

/** POST /api/assets/inspect (the file itself, or multipart): what a load would make of a file. Nothing is kept. */
export function inspectRoute(options: UploadOptions): GatedEndpoint {
  return fileEndpoint(inspectEndpoint, options, {
    page: () => UPLOAD_PAGE,
    take: (call) => receiveUpload(call, false, (_incoming, limits) => inspect(call, limits)),
  });
}

async function inspect(
  { req, uploads, query }: FileCall<typeof inspectEndpoint>,
  limits: FormLimits,
): Promise<UploadAnswer> {
  const kept: { head: FileHead | null } = { head: null };
  const receive: Receive = async (source: Readable) => {
    kept.head = await uploads.receiveHead(source as AsyncIterable<Buffer>);
    return { ok: true, bytes: kept.head.bytes, sha256: "" };
  };
  try {
    const form = isForm(req)
      ? await receiveForm(req, receive, { ...limits, fields: FIELDS })
      : await receiveFile(req, receive, limits);
    if (!form.ok) return refusal(form);
    if (form.file === null || kept.head === null) return refusal(refuse("file-missing"));
    const read = readLoadSettings((name) => form.fields.get(name) ?? query[name]);
    if (!read.ok) return refusal(read);
    const found = await uploads.inspect(kept.head, read.settings);
    if (found === "too-slow") return refusal(refuse("preview-too-slow"));
    if (!found.ok) return refusal(loadFailureAnswer(found.failure));
    return { status: 200, body: inspectionShape(found) };
  } finally {
    await kept.head?.remove();
  }
}
