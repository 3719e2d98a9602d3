import type { Readable } from "node:stream";
import type { RequestHandler } from "express";
import type { IncomingUpload } from "#domain/core/ports/uploads.ts";
import { cardFields } from "../../../datasets/card-fields.ts";
import { previewEndpoint } from "../../byte-routes/byte-endpoints.ts";
import { refuse } from "../../call-result.ts";
import { receiveForm } from "../receive-form.ts";
import { receiveUpload, type Upload, type UploadRouteOptions } from "../receive-upload.ts";
import { LOAD_SETTINGS_NAMES } from "../settings/load-settings-fields.ts";
import { refusal, type UploadAnswer } from "../upload-answer.ts";
import { uploadHandler } from "../upload-handler.ts";
import { UPLOAD_PACE } from "../upload-limits.ts";

const FIELDS: ReadonlySet<string> = new Set([
  ...Object.keys(cardFields),
  "license_id",
  "price",
  ...LOAD_SETTINGS_NAMES,
]);

/** POST /api/assets/preview (multipart): receives a file and keeps it for a day, to be looked at and published on a page. */
export function previewRoute(options: UploadRouteOptions): RequestHandler {
  return uploadHandler(options, previewEndpoint, (upload, sendContinue) =>
    receiveUpload(upload, sendContinue, true, (incoming, yielding) => keep(upload, incoming, yielding)),
  );
}

async function keep(
  { platform, req, asking: { viewer }, uploads, stopping, pace = UPLOAD_PACE }: Upload,
  incoming: IncomingUpload<Readable>,
  yielding: AbortSignal,
): Promise<UploadAnswer> {
  const form = await receiveForm(req, (source, signal) => incoming.receive(source, signal), {
    ...{ maxFileBytes: uploads.maxBytes, pace, stopping, yielding, fields: FIELDS },
  });
  if (!form.ok) return refusal(form);
  const { file, fileName, fields } = form;
  if (file === null) return refusal(refuse("file-missing"));
  if (file.bytes === 0) return refusal(refuse("file-empty"));
  const id = platform.ports.ids.fresh();
  await incoming.keep(id);
  await platform.uploads.keepPreviewed(viewer.id, {
    ...{ id, fileName: fileName ?? "upload.csv", bytes: file.bytes, sha256: file.sha256 },
    fields: Object.fromEntries(fields),
  });
  const redirectUrl = `/upload/preview/${id}`;
  const headers = { Location: `${platform.site.appUrl}${redirectUrl}` };
  return { status: 201, body: { id, redirectUrl }, headers, said: "The file has arrived. Nothing is published yet." };
}
