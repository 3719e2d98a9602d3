import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { RequestHandler } from "express";
import type { IncomingUpload } from "#domain/core/ports/uploads.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { pick } from "#domain/core/values/pick.ts";
import { toCallResult } from "../call-result.ts";
import { cardFields } from "../../datasets/card-fields.ts";
import { causeOf } from "../cause.ts";
import { uploadEndpoint } from "../byte-routes/byte-endpoints.ts";
import { commandIdOf, idempotent } from "../json-api/idempotent.ts";
import { preferenceOf } from "../../waiting/accepted.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { LOAD_SETTINGS_NAMES, readLoadSettings } from "./settings/load-settings-fields.ts";
import { cardOf } from "./form-card.ts";
import { formFault } from "./form-fault.ts";
import { LOAD_WAIT_MS, loadOutcome } from "./load-outcome.ts";
import { receiveForm, type ReceivedForm } from "./receive-form.ts";
import { type Answered, receiveUpload, type Upload, type UploadRouteOptions } from "./receive-upload.ts";
import { refusal, type UploadAnswer } from "./upload-answer.ts";
import { uploadHandler } from "./upload-handler.ts";
import { UPLOAD_PACE } from "./upload-limits.ts";
import type { Receive } from "./upload-port.ts";
import { type UploadAttempt, uploadAttempt, uploadDataset } from "#domain/use-cases/datasets/upload-dataset.ts";
import { deleteDataset } from "#domain/use-cases/datasets/delete-dataset.ts";

/**
 * POST /api/assets/upload-csv (multipart). Answers once the rows can be read, or after 30 s with a link to the
 * progress.
 */
export function uploadRoute(options: UploadRouteOptions): RequestHandler {
  return uploadHandler(options, uploadEndpoint, takeUpload);
}

async function takeUpload(upload: Upload, sendContinue: () => void): Promise<Answered> {
  const { req, asking, platform } = upload;
  const header = req.headers["idempotency-key"];
  const key = typeof header === "string" ? header : null;
  const commandId = key === null ? undefined : commandIdOf(asking.viewer.id, key);
  const attempt = await uploadAttempt(platform.ports, causeOf({ ...asking, platform }, commandId));
  return receiveUpload(upload, sendContinue, !attempt.exists, (incoming, yielding) =>
    takeBody({ ...upload, yielding }, incoming, attempt, key),
  );
}

async function takeBody(
  upload: Upload & { readonly yielding: AbortSignal },
  incoming: IncomingUpload<Readable>,
  attempt: UploadAttempt,
  key: string | null,
): Promise<UploadAnswer> {
  const { platform, req, asking, uploads, stopping, yielding, left, pace = UPLOAD_PACE } = upload;
  const store: Receive = attempt.exists
    ? readOnly(uploads.maxBytes)
    : (source, signal) => incoming.receive(source, signal);
  const form = await receiveForm(req, store, {
    maxFileBytes: uploads.maxBytes,
    pace,
    stopping,
    yielding,
    fields: CARD,
  });
  if (!form.ok) return refusal(form);
  const fault = await formFault(platform, form);
  if (fault) return refusal(fault);
  const read = readLoadSettings((name) => form.fields.get(name));
  if (!read.ok) return refusal(read);
  if (key === null) return publish(upload, incoming, attempt, form, left);
  const keyed = await idempotent(
    platform,
    { userId: asking.viewer.id, key, fingerprint: fingerprintOf(form) },
    async () => {
      const { status, body, headers = {} } = await publish(upload, incoming, attempt, form, null);
      return { status, body: JSON.stringify(body), headers: Object.entries(headers) };
    },
  );
  if (!keyed.ok) return refusal(keyed);
  const {
    answer: { status, headers, ...answer },
    replayed,
  } = keyed;
  const body = JSON.parse(answer.body) as UploadAnswer["body"];
  // The rows may have been loaded meanwhile.
  if (replayed && status === 202)
    return {
      ...(await loadOutcome(platform, String(body["id"]), asking.viewer.id, left)),
      replayed,
    };
  return { status, body, replayed, headers: Object.fromEntries(headers) };
}

/** The texts of the form. */
const CARD: ReadonlySet<string> = new Set([...Object.keys(cardFields), "license_id", "price", ...LOAD_SETTINGS_NAMES]);

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

function fingerprintOf({ fields, fileName, file }: ReceivedForm): string {
  return JSON.stringify(["upload", [...fields].sort(), fileName, file?.sha256]);
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
