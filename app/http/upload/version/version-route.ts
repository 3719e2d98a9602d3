import type { Readable } from "node:stream";
import type { z } from "zod";
import type { IncomingUpload } from "#domain/core/ports/uploads.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { uploadVersion, versionRefusal } from "#domain/use-cases/datasets/upload-version.ts";
import { addRowsEndpoint, newVersionEndpoint, newVersionFormEndpoint, versionWords } from "./version-endpoints.ts";
import { NOT_FOUND, refuse, type Refused, refusedAs } from "../../call-result.ts";
import { loadReportOf } from "../../../datasets/loads/load-report-calls.ts";
import { causeOf } from "../../cause.ts";
import { type FileCall, fileEndpoint, isForm } from "../../gate/file-endpoint.ts";
import type { GatedEndpoint } from "../../gate/mount-endpoints.ts";
import { checked } from "../../json-api/json-body.ts";
import { preferenceOf } from "../../../waiting/accepted.ts";
import { keyOf } from "../../../versions/key-of.ts";
import { versionsOf } from "../../version-tag.ts";
import { waitForReadModels } from "../../wait-for-read-models.ts";
import { answerOnce, repeatKey } from "../answer-once.ts";
import { LOAD_WAIT_MS } from "../load-outcome.ts";
import { type FormLimits, type ReceivedForm, receiveForm } from "../receive-form.ts";
import { receiveUpload, type UploadOptions } from "../receive-upload.ts";
import { refusal, type UploadAnswer } from "../upload-answer.ts";
import type { Receive } from "../upload-port.ts";
import { readLoadSettings } from "../settings/load-settings-fields.ts";
import { receiveFile } from "./receive-file.ts";
import { receiveRows, rowsType, storeRows } from "./receive-rows.ts";
import { loaded, versionOutcome } from "./version-outcome.ts";

const FIELDS: ReadonlySet<string> = new Set(Object.keys(newVersionFormEndpoint.body.shape));
type VersionEndpoint = typeof newVersionEndpoint | typeof newVersionFormEndpoint | typeof addRowsEndpoint;
type VersionCall = FileCall<VersionEndpoint> & { readonly addsRows: boolean };

/**
 * PUT /api/assets/{id}/data (the file itself, or multipart), POST /api/assets/{id}/versions (multipart, for forms) and
 * POST /api/assets/{id}/rows (rows as JSON or CSV): a file takes the place of the rows of a dataset or is added to them.
 * Readers see the rows before until all new ones can be read.
 */
export function versionRoutes(options: UploadOptions): readonly GatedEndpoint[] {
  const made = (endpoint: VersionEndpoint) =>
    fileEndpoint(endpoint, options, {
      page: ({ id }) => `/dataset_profile/${String(id)}?new-version=1`,
      take: (call) => takeVersion({ ...call, addsRows: endpoint === addRowsEndpoint }),
    });
  return [made(newVersionEndpoint), made(newVersionFormEndpoint), made(addRowsEndpoint)];
}

async function takeVersion(call: VersionCall): Promise<UploadAnswer> {
  const { platform, req, asking, params, addsRows } = call;
  if (addsRows && rowsType(req) === null) return refusal(refuse("rows-type-unknown"));
  const refused = await versionRefusal(platform.ports, { datasetId: params.id, by: asking.viewer.id });
  if (refused) return refusal(refusedAs(refused));
  return receiveUpload(call, true, (incoming, limits) => takeBody(call, incoming, limits));
}

async function takeBody(
  call: VersionCall,
  incoming: IncomingUpload<Readable>,
  limits: FormLimits,
): Promise<UploadAnswer> {
  const { platform, req, asking, query, left } = call;
  const form = await receiveBody(call, (source, signal) => incoming.receive(source, signal), limits);
  if (!form.ok) return refusal(form);
  const { fields, file, fileName, rowsRead } = form;
  if (file === null) return refusal(refuse("file-missing"));
  if (file.bytes === 0) return refusal(refuse("file-empty"));
  // In the form, or in the address beside a file.
  const inAddress = query as Readonly<Record<string, string | undefined>>;
  const text = (name: string) => fields.get(name) ?? inAddress[name];
  // A form has an empty field for a key that nobody typed.
  const key = fields.get("key") || inAddress["key"];
  const words = checked({ columns: text("columns"), mode: text("mode"), key }, versionWords);
  if (!words.ok) return refusal(words);
  const read = readLoadSettings(text);
  if (!read.ok) return refusal(read);
  const readings = { ...rowsRead?.columns, ...read.settings.columns };
  const settings = {
    ...rowsRead,
    ...read.settings,
    ...(Object.keys(readings).length > 0 ? { columns: readings } : {}),
  };
  const received = { file, fileName, ...words.value, settings, replaced: fields.get("version") };
  const repeat = repeatKey(req);
  const sent = ["version", req.originalUrl, [...fields].sort(), file.sha256];
  return answerOnce(platform, asking.viewer.id, { key: repeat, sent }, (commandId) =>
    publish(call, incoming, received, commandId, repeat === null ? left : null),
  );
}

async function receiveBody(
  { platform, req, asking, params, addsRows }: VersionCall,
  store: Receive,
  limits: FormLimits,
): Promise<ReceivedForm | Refused> {
  if (!addsRows) {
    if (!isForm(req)) return receiveFile(req, store, limits);
    const form = await receiveForm(req, store, { ...limits, fields: FIELDS });
    const rows = form.ok && form.file === null ? form.fields.get("rows") : undefined;
    return form.ok && rows ? storeRows(form, rows, store) : form;
  }
  const type = rowsType(req);
  const item = await platform.queries.catalogue.dataset(params.id, asking.viewer.id);
  if (!item || type === null) return NOT_FOUND;
  return receiveRows(req, store, { ...limits, type, columns: item.columns, reader: platform.uploads });
}

type Received = z.output<typeof versionWords> & {
  readonly file: NonNullable<ReceivedForm["file"]>;
  readonly fileName: string | null;
  readonly settings: LoadSettings;
  /** The number of the version that a form replaces. */
  readonly replaced: string | undefined;
};

/** Records the version, starts its load and waits for the rows. */
async function publish(
  { platform, req, asking: { viewer, ...asking }, uploads, params: { id: datasetId }, addsRows }: VersionCall,
  incoming: IncomingUpload<Readable>,
  { file, fileName, settings, mode, key, columns, replaced }: Received,
  commandId: string | undefined,
  left: AbortSignal | null,
): Promise<UploadAnswer> {
  const item = await platform.queries.catalogue.dataset(datasetId, viewer.id);
  if (!item) return refusal(NOT_FOUND);
  const cause = causeOf({ ...asking, viewer, platform }, commandId);
  const uploadId = platform.ports.ids.derive(cause.commandId, "version");
  const requested = await uploadVersion(
    {
      ...platform.ports,
      keepFile: (id, upload) => incoming.keepVersion(id, upload),
      removeFile: (id, upload) => uploads.removeVersion(id, upload),
    },
    {
      ...{ datasetId, uploadId, by: viewer.id, fileName: fileName ?? item.fileName ?? "upload.csv" },
      file: { sha256: file.sha256, bytes: file.bytes },
      mode: mode ?? (addsRows ? "append" : "replace"),
      key: keyOf(key ?? ""),
      mayChangeColumns: columns === "change",
      settings,
      onlyAfter: versionsOf(replaced === undefined ? req.headers["if-match"] : `"${replaced}"`),
    },
    cause,
  );
  if (!requested.ok) return refusal(refusedAs(requested.refusal));
  await waitForReadModels(platform, requested.position);
  if (!requested.value.isNew) return loaded(item, false, await loadReportOf(platform, datasetId, viewer.id));
  const { waitMs, headers } = preferenceOf(req.headers.prefer?.toString(), LOAD_WAIT_MS);
  const outcome = await versionOutcome(platform, { datasetId, uploadId }, viewer.id, left, waitMs);
  return { ...outcome, headers: { ...outcome.headers, ...headers } };
}
