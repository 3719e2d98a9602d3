import type { Readable } from "node:stream";
import type { Express, Request, RequestHandler, Response } from "express";
import type { IncomingUpload } from "#domain/core/ports/uploads.ts";
import { uploadVersion, versionRefusal } from "#domain/use-cases/datasets/upload-version.ts";
import { VERSION_MODES, type VersionMode } from "#domain/dataset/events.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { RequestContext } from "../../../platform.ts";
import { addRowsEndpoint, newVersionEndpoint, newVersionFormEndpoint } from "./version-endpoints.ts";
import { NOT_FOUND, refuse, type Refused, refusedAs } from "../../call-result.ts";
import { loadReportOf } from "../../../datasets/loads/load-report-calls.ts";
import { causeOf } from "../../cause.ts";
import { allowedMethods, nameOf } from "../../json-api/endpoint.ts";
import { commandIdOf, idempotent } from "../../json-api/idempotent.ts";
import { queryOf, unknownParameter } from "../../json-api/query.ts";
import { weakKey } from "../../keys/key-refusals.ts";
import { beyondLimits } from "../../keys/within-limits.ts";
import { departureOf } from "../../server/departure.ts";
import { judgeFault } from "../../server/unavailable.ts";
import { preferenceOf } from "../../../waiting/accepted.ts";
import { keyOf } from "../../../versions/key-of.ts";
import { versionsOf } from "../../version-tag.ts";
import { waitForReadModels } from "../../wait-for-read-models.ts";
import { LOAD_WAIT_MS } from "../load-outcome.ts";
import { type FormLimits, type ReceivedForm, receiveForm } from "../receive-form.ts";
import { type Answered, receiveUpload, type Upload, type UploadRouteOptions } from "../receive-upload.ts";
import { refusal, sendAnswer, type UploadAnswer } from "../upload-answer.ts";
import { UPLOAD_PACE } from "../upload-limits.ts";
import type { Receive } from "../upload-port.ts";
import { readLoadSettings } from "../settings/load-settings-fields.ts";
import { receiveFile } from "./receive-file.ts";
import { receiveRows, rowsType, storeRows } from "./receive-rows.ts";
import { loaded, versionOutcome } from "./version-outcome.ts";

const FIELDS: ReadonlySet<string> = new Set(Object.keys(newVersionFormEndpoint.body.shape));
const COLUMNS = /^(same|change)$/;

/**
 * PUT /api/assets/{id}/data (the file itself, or multipart), POST /api/assets/{id}/versions (multipart, for forms) and
 * POST /api/assets/{id}/rows (rows as JSON or CSV): a file takes the place of the rows of a dataset or is added to them.
 * Readers see the rows before until all new ones can be read.
 */
export function versionRoutes(app: Express, options: UploadRouteOptions): void {
  const mount = (endpoint: VersionEndpoint): [string, RequestHandler] => [
    endpoint.path.replace("{id}", ":id"),
    (req, res, next) => {
      respond({ ...options, endpoint }, req, res).catch(next);
    },
  ];
  app.put(...mount(newVersionEndpoint));
  app.post(...mount(newVersionFormEndpoint));
  app.all(...mount(addRowsEndpoint));
}

type VersionEndpoint = typeof newVersionEndpoint | typeof newVersionFormEndpoint | typeof addRowsEndpoint;
type VersionRouteOptions = UploadRouteOptions & { readonly endpoint: VersionEndpoint };

async function respond(options: VersionRouteOptions, req: Request, res: Response): Promise<void> {
  const { answer, asked } = await answered(options, req, res);
  await sendAnswer(req, res, { ...answer, page: `/dataset_profile/${String(req.params["id"])}?new-version=1` }, asked);
}

async function answered(options: VersionRouteOptions, req: Request, res: Response): Promise<Answered> {
  const { platform } = options;
  const asking = options.requestContext(res);
  const asked = req.headers.expect === undefined;
  try {
    const fault = headRefusal(options.endpoint, req, asking);
    if (fault) return { answer: fault, asked };
    const viewer = asking.viewer as UserRow;
    const refused = await versionRefusal(platform.ports, { datasetId: idOf(req), by: viewer.id });
    if (refused) return { answer: refusal(refusedAs(refused)), asked };
    const upload = { ...options, req, asking: { ...asking, viewer }, left: departureOf(res) };
    return await receiveUpload(
      upload,
      () => res.writeContinue(),
      true,
      (incoming, yielding) => takeBody(upload, incoming, yielding),
    );
  } catch (error) {
    const found = judgeFault(platform, error, nameOf(newVersionEndpoint));
    return { answer: refusal(found ?? refuse("server-fault")), asked: true };
  }
}

function headRefusal(endpoint: VersionEndpoint, req: Request, { viewer, key }: RequestContext): UploadAnswer | null {
  if (req.method !== endpoint.method) {
    const headers = { Allow: allowedMethods([endpoint]) };
    return { ...refusal(refuse("method-not-allowed", { method: req.method })), headers };
  }
  const weak = weakKey(endpoint, key) ?? beyondLimits(endpoint, key, { params: { id: idOf(req) } });
  if (weak) return refusal(weak);
  if (!viewer) return refusal(refuse("login-needed"));
  const unknown = unknownParameter(queryOf(req), Object.keys(endpoint.query.shape));
  if (unknown !== null) return refusal(refuse("input-invalid", { message: unknown }));
  const unclear = wordFault(queryOf(req));
  if (unclear) return refusal(unclear);
  if (req.headers["content-encoding"] !== undefined) return refusal(refuse("file-encoded"));
  if (endpoint === addRowsEndpoint) return rowsType(req) === null ? refusal(refuse("rows-type-unknown")) : null;
  return req.method === "POST" && !isMultipart(req) ? refusal(refuse("file-not-multipart")) : null;
}

const isMultipart = (req: Request) => /^multipart\/form-data/i.test(req.headers["content-type"] ?? "");

/** What is wrong with the words of an upload, in its parameters or its form. */
function wordFault(words: { get(name: string): string | null | undefined }): Refused | null {
  const columns = words.get("columns");
  if (columns != null && !COLUMNS.test(columns)) return refuse("columns-unclear");
  const mode = words.get("mode");
  return mode == null || VERSION_MODES.some((known) => known === mode) ? null : refuse("mode-unclear");
}

const idOf = (req: Request) => String(req.params["id"]);

async function takeBody(
  upload: VersionUpload,
  incoming: IncomingUpload<Readable>,
  yielding: AbortSignal,
): Promise<UploadAnswer> {
  const { platform, req, asking, uploads, stopping, left, pace = UPLOAD_PACE } = upload;
  const limits = { maxFileBytes: uploads.maxBytes, pace, stopping, yielding };
  const store: typeof incoming.receive = (source, signal) => incoming.receive(source, signal);
  const form = await receiveBody(upload, store, limits);
  if (!form.ok) return refusal(form);
  const fault = formFault(form);
  if (fault) return refusal(fault);
  const read = settingsOf(req, form);
  if (!read.ok) return refusal(read);
  const key = req.headers["idempotency-key"];
  if (typeof key !== "string") return publish(upload, incoming, form, undefined, left);
  const fingerprint = JSON.stringify(["version", req.originalUrl, [...form.fields].sort(), form.file?.sha256]);
  const keyed = await idempotent(platform, { userId: asking.viewer.id, key, fingerprint }, async () => {
    const made = await publish(upload, incoming, form, commandIdOf(asking.viewer.id, key), null);
    return { status: made.status, body: JSON.stringify(made.body), headers: Object.entries(made.headers ?? {}) };
  });
  if (!keyed.ok) return refusal(keyed);
  const { status, body, headers } = keyed.answer;
  return {
    status,
    body: JSON.parse(body) as UploadAnswer["body"],
    headers: Object.fromEntries(headers),
    replayed: keyed.replayed,
  };
}

function formFault({ fields, file }: ReceivedForm): Refused | null {
  if (file === null) return refuse("file-missing");
  if (file.bytes === 0) return refuse("file-empty");
  return wordFault(fields);
}

type VersionUpload = Upload & { readonly endpoint: VersionEndpoint };

async function receiveBody(
  { platform, req, asking, endpoint }: VersionUpload,
  store: Receive,
  limits: FormLimits,
): Promise<ReceivedForm | Refused> {
  if (endpoint !== addRowsEndpoint) {
    if (!isMultipart(req)) return receiveFile(req, store, limits);
    const form = await receiveForm(req, store, { ...limits, fields: FIELDS });
    const rows = form.ok && form.file === null ? form.fields.get("rows") : undefined;
    return form.ok && rows ? storeRows(form, rows, store) : form;
  }
  const type = rowsType(req);
  const item = await platform.queries.catalogue.dataset(idOf(req), asking.viewer.id);
  if (!item || type === null) return NOT_FOUND;
  return receiveRows(req, store, { ...limits, type, columns: item.columns, reader: platform.uploads });
}

/** In the form, or in the address beside a file. */
function settingsOf(req: Request, { fields }: ReceivedForm) {
  const query = queryOf(req);
  return readLoadSettings((name) => fields.get(name) ?? query.get(name));
}

/** Records the version, starts its load and waits for the rows. */
async function publish(
  { platform, req, asking: { viewer, ...asking }, uploads, endpoint }: VersionUpload,
  incoming: IncomingUpload<Readable>,
  form: ReceivedForm,
  commandId: string | undefined,
  left: AbortSignal | null,
): Promise<UploadAnswer> {
  const { fields, fileName, file } = form;
  const datasetId = idOf(req);
  const item = await platform.queries.catalogue.dataset(datasetId, viewer.id);
  if (!item || !file) return refusal(NOT_FOUND);
  const cause = causeOf({ ...asking, viewer, platform }, commandId);
  const uploadId = platform.ports.ids.derive(cause.commandId, "version");
  const named = fields.get("version");
  const word = (name: string) => fields.get(name) || queryOf(req).get(name);
  const read = settingsOf(req, form);
  const settings = read.ok ? read.settings : {};
  const requested = await uploadVersion(
    {
      ...platform.ports,
      keepFile: (id, upload) => incoming.keepVersion(id, upload),
      removeFile: (id, upload) => uploads.removeVersion(id, upload),
    },
    {
      ...{ datasetId, uploadId, by: viewer.id, fileName: fileName ?? item.fileName ?? "upload.csv" },
      file: { sha256: file.sha256, bytes: file.bytes },
      mode: (word("mode") ?? (endpoint === addRowsEndpoint ? "append" : "replace")) as VersionMode,
      key: keyOf(word("key") ?? ""),
      mayChangeColumns: word("columns") === "change",
      settings,
      onlyAfter: named === undefined ? versionsOf(req.headers["if-match"]) : versionsOf(`"${named}"`),
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
