import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { IncomingUpload } from "#domain/core/ports/uploads.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { pick } from "#domain/core/values/pick.ts";
import { toCallResult } from "../call-result.ts";
import { cardFields } from "../../datasets/card-fields.ts";
import { causeOf } from "../cause.ts";
import { uploadEndpoint } from "../byte-routes/byte-endpoints.ts";
import { fileEndpoint } from "../gate/file-endpoint.ts";
import type { GatedEndpoint } from "../gate/mount-endpoints.ts";
import { commandIdOf } from "../json-api/idempotent.ts";
import { preferenceOf } from "../../waiting/accepted.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { LOAD_SETTINGS_NAMES, readLoadSettings } from "./settings/load-settings-fields.ts";
import { answerOnce, repeatKey } from "./answer-once.ts";
import { cardOf } from "./form-card.ts";
import { formFault } from "./form-fault.ts";
import { LOAD_WAIT_MS, loadOutcome } from "./load-outcome.ts";
import { type FormLimits, receiveForm, type ReceivedForm } from "./receive-form.ts";
import { receiveUpload, type Upload, type UploadOptions } from "./receive-upload.ts";
import { refusal, type UploadAnswer } from "./upload-answer.ts";
import { UPLOAD_PAGE } from "./upload-limits.ts";
import type { Receive } from "./upload-port.ts";
import { type UploadAttempt, uploadAttempt, uploadDataset } from "#domain/use-cases/datasets/upload-dataset.ts";
import { deleteDataset } from "#domain/use-cases/datasets/delete-dataset.ts";

/** The texts of the form. */
export const UPLOAD_FIELDS: ReadonlySet<string> = new Set([
  ...Object.keys(cardFields),
  "license_id",
  "price",
  ...LOAD_SETTINGS_NAMES,
]);

/**
 * POST /api/assets/upload-csv (multipart). Answers once the rows can be read, or after 30 s with a link to the
 * progress.
 */
export function uploadRoute(options: UploadOptions): GatedEndpoint {
  return fileEndpoint(uploadEndpoint, options, { page: () => UPLOAD_PAGE, take: takeUpload });
}

async function takeUpload(upload: Upload): Promise<UploadAnswer> {
  const { req, asking, platform } = upload;
  const key = repeatKey(req);
  const commandId = key === null ? undefined : commandIdOf(asking.viewer.id, key);
  const attempt = await uploadAttempt(platform.ports, causeOf({ ...asking, platform }, commandId));
  return receiveUpload(upload, !attempt.exists, (incoming, limits) =>
    takeBody(upload, { incoming, limits, attempt, key }),
  );
}

type Body = {
  readonly incoming: IncomingUpload<Readable>;
  readonly limits: FormLimits;
  readonly attempt: UploadAttempt;
  readonly key: string | null;
};

async function takeBody(upload: Upload, { incoming, limits, attempt, key }: Body): Promise<UploadAnswer> {
  const { platform, req, asking, uploads, left } = upload;
  const store: Receive = attempt.exists
    ? readOnly(uploads.maxBytes)
    : (source, signal) => incoming.receive(source, signal);
  const form = await receiveForm(req, store, { ...limits, fields: UPLOAD_FIELDS });
  if (!form.ok) return refusal(form);
  const fault = await formFault(platform, form);
  if (fault) return refusal(fault);
  const read = readLoadSettings((name) => form.fields.get(name));
  if (!read.ok) return refusal(read);
  const sent = ["upload", [...form.fields].sort(), form.fileName, form.file?.sha256];
  const answer = await answerOnce(platform, asking.viewer.id, { key, sent }, () =>
    publish(upload, incoming, attempt, form, key === null ? left : null),
  );
  // The rows may have been loaded meanwhile.
  if (answer.replayed && answer.status === 202)
    return { ...(await loadOutcome(platform, String(answer.body["id"]), asking.viewer.id, left)), replayed: true };
  return answer;
}

/** Records the dataset, starts its load and waits for the rows. A file that cannot be loaded leaves no dataset. */
async function publish(
  upload: Upload,
  incoming: IncomingUpload<Readable>,
  { cause, datasetId, exists }: UploadAttempt,
  form: ReceivedForm,
  left: AbortSignal | null,
): Promise<UploadAnswer> {
  const {
    platform,
    req,
    asking: { viewer },
  } = upload;
  if (!exists) {
    const created = await toCallResult(
      platform,
      await uploadDataset(
        { ...platform.ports, keepFile: (id) => incoming.keep(id) },
        {
          ...{ datasetId, ...cardOf(form), fileName: form.fileName ?? "upload.csv", by: viewer.id },
          ...(form.file ? { file: pick(form.file, ["sha256", "bytes"]) } : {}),
          ...settingsIn(form),
        },
        cause,
      ),
    );
    if (!created.ok) return refusal(created);
  }
  const { waitMs, headers } = preferenceOf(req.headers.prefer?.toString(), LOAD_WAIT_MS);
  const outcome = await loadOutcome(platform, datasetId, viewer.id, left, waitMs);
  const answer = { ...outcome, headers: { ...outcome.headers, ...headers } };
  if (answer.body.error !== undefined && answer.status !== 404) {
    const gone = await deleteDataset(
      platform.ports,
      { datasetId, by: viewer.id },
      { ...cause, commandId: `${cause.commandId}/refused` },
    );
    if (gone.ok) await waitForReadModels(platform, gone.position);
    await upload.uploads.remove(datasetId);
  }
  return answer;
}

/** Checked before. */
function settingsIn({ fields }: ReceivedForm): { readonly settings?: LoadSettings } {
  const read = readLoadSettings((name) => fields.get(name));
  return read.ok && Object.keys(read.settings).length > 0 ? { settings: read.settings } : {};
}

/** Counts and hashes the bytes of a file, and drops them. */
function readOnly(maxBytes: number): Receive {
  return async (source: Readable) => {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) return { ok: false, refusal: { code: "repeated-upload-too-large" } };
      hash.update(chunk);
    }
    return { ok: true, bytes, sha256: hash.digest("hex") };
  };
}
