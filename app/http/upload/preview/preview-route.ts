import type { Readable } from "node:stream";
import type { IncomingUpload } from "#domain/core/ports/uploads.ts";
import { previewEndpoint } from "../../byte-routes/byte-endpoints.ts";
import { refuse } from "../../call-result.ts";
import { fileEndpoint } from "../../gate/file-endpoint.ts";
import type { GatedEndpoint } from "../../gate/mount-endpoints.ts";
import { type FormLimits, receiveForm } from "../receive-form.ts";
import { receiveUpload, type Upload, type UploadOptions } from "../receive-upload.ts";
import { refusal, type UploadAnswer } from "../upload-answer.ts";
import { UPLOAD_PAGE } from "../upload-limits.ts";
import { UPLOAD_FIELDS } from "../upload-route.ts";

/** POST /api/assets/preview (multipart): receives a file and keeps it for a day, to be looked at and published on a page. */
export function previewRoute(options: UploadOptions): GatedEndpoint {
  return fileEndpoint(previewEndpoint, options, {
    page: () => UPLOAD_PAGE,
    take: (upload) => receiveUpload(upload, true, (incoming, limits) => keep(upload, incoming, limits)),
  });
}

async function keep(
  { platform, req, asking: { viewer } }: Upload,
  incoming: IncomingUpload<Readable>,
  limits: FormLimits,
): Promise<UploadAnswer> {
  const store: typeof incoming.receive = (source, signal) => incoming.receive(source, signal);
  const form = await receiveForm(req, store, { ...limits, fields: UPLOAD_FIELDS });
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
