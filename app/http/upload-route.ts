import type { Readable } from "node:stream";
import busboy from "busboy";
import type { Request, RequestHandler, Response } from "express";
import { cutText } from "#domain/core/text.ts";
import { isLicense, NO_LICENSE } from "#domain/dataset/licenses.ts";
import { createDataset, deleteDataset } from "#domain/processes/datasets.ts";
import { loadDataset } from "#domain/processes/load-dataset.ts";
import { flashCookie } from "../cookies.server.ts";
import { isCategory } from "../connectors/categories.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { Asking, Platform } from "../platform.ts";
import { causeOf } from "./cause.ts";
import { idempotent } from "./idempotent.ts";
import { ITEM_NOT_FOUND } from "./refusals.ts";
import { shown } from "./shown.ts";

/** Where uploads go: bytes are kept as they come, rows are loaded by a runner. */
export type UploadStore = {
  receive(request: { datasetId: string; userId: string; source: Readable; signal: AbortSignal }): Promise<
    { readonly ok: true; readonly bytes: number } | { readonly ok: false; readonly reason: "too-large" | "quota" | "disk-full"; readonly message: string }
  >;
  remove(datasetId: string): Promise<void>;
};

type Answer = { readonly status: number; readonly body: Record<string, unknown> & { readonly error?: string; readonly redirectUrl?: string } };
type Form = { readonly fields: ReadonlyMap<string, string>; readonly fileName: string | null; readonly stored: Awaited<ReturnType<UploadStore["receive"]>> | null };
type Fault = { readonly status: number; readonly error: string };

const FIELDS = new Set(["title", "description", "category", "keywords", "license", "price", "is_public"]);
const YES = new Set(["true", "on", "1", "yes"]);
const NO = new Set(["", "false", "off", "0", "no"]);
const WAIT_MS = 30_000;
const MISSING = "Add title & CSV file";

/**
 * POST /api/assets/upload-csv (multipart). Answers once the rows can be read, or after 30 s with what to look at meanwhile.
 * Whoever asks for HTML is sent on to a page with the message.
 */
export function uploadRoute(platform: Platform, uploads: UploadStore, askingOf: (res: Response) => Asking): RequestHandler {
  return (req, res, next) => {
    upload(platform, uploads, askingOf(res), req).then((answer) => reply(req, res, answer), next);
  };
}

async function upload(platform: Platform, uploads: UploadStore, asking: Asking, req: Request): Promise<Answer> {
  if (req.method !== "POST") return no(405, `${req.method} is not possible here.`);
  const { viewer } = asking;
  if (!viewer) return no(401, "Please log in to access this page.");
  if (req.headers["content-encoding"] !== undefined) return no(415, "Send the file without Content-Encoding.");
  if (!/^multipart\/form-data/i.test(req.headers["content-type"] ?? "")) return no(415, "Send the file as multipart/form-data.");
  const key = req.headers["idempotency-key"];
  if (typeof key !== "string") return take(platform, uploads, { ...asking, viewer }, req);
  let mine = false;
  // The body cannot be known before it is read; that of another request has another length.
  const fingerprint = `upload\n${req.headers["content-length"] ?? ""}`;
  const keyed = await idempotent(platform, { userId: viewer.id, key, fingerprint }, async (commandId) => {
    mine = true;
    const { status, body } = await take(platform, uploads, { ...asking, viewer }, req, commandId);
    return { status, body: JSON.stringify(body), headers: [] };
  });
  if (!mine) await drain(req);
  return keyed.ok ? { status: keyed.answer.status, body: JSON.parse(keyed.answer.body) as Answer["body"] } : no(keyed.status, keyed.error);
}

async function take(platform: Platform, uploads: UploadStore, asking: Asking & { viewer: UserRow }, req: Request, commandId?: string): Promise<Answer> {
  const { viewer } = asking;
  const cause = causeOf({ ...asking, platform }, commandId);
  const datasetId = platform.ports.ids.derive(cause.commandId, "dataset");
  const state = await loadDataset(platform.ports, datasetId);
  if (state.status !== "absent") {
    req.resume();
    return outcome(platform, datasetId, viewer.id);
  }
  const form = await receive(req, (source, signal) => uploads.receive({ datasetId, userId: viewer.id, source, signal }));
  const fault = "status" in form ? form : faultOf(form);
  if (fault || "status" in form) {
    await uploads.remove(datasetId);
    return no(fault?.status ?? 400, fault?.error ?? MISSING);
  }
  const text = (name: string) => form.fields.get(name)?.trim() ?? "";
  const created = await createDataset(
    platform.ports,
    {
      datasetId,
      title: text("title"),
      description: text("description"),
      category: text("category") || "Other",
      keywords: keywordsOf(text("keywords")),
      license: text("license") || NO_LICENSE,
      isPublic: YES.has(text("is_public").toLowerCase()),
      fileName: form.fileName ?? "upload.csv",
    },
    viewer.id,
    cause,
  );
  if (!created.ok) return no(409, "This upload was begun already.");
  await shown(platform, created.position);
  await platform.jobs.wake("load-dataset", datasetId);
  const answer = await outcome(platform, datasetId, viewer.id);
  if (answer.status === 400 || answer.status === 413) {
    const gone = await deleteDataset(platform.ports, datasetId, viewer.id, { ...cause, commandId: `${cause.commandId}/refused` });
    if (gone.ok) await shown(platform, gone.position);
    await uploads.remove(datasetId);
  }
  return answer;
}

/** Reads the parts of the body; the file goes to the store while it comes. */
function receive(
  req: Request,
  store: (source: Readable, signal: AbortSignal) => ReturnType<UploadStore["receive"]>,
): Promise<Form | Fault> {
  return new Promise((resolve, reject) => {
    const cut = new AbortController();
    const fields = new Map<string, string>();
    let fileName: string | null = null;
    let stored: Promise<Form["stored"]> = Promise.resolve(null);
    let fault: Fault | null = null;
    const settle = (): void => {
      stored.then((result) => resolve(fault ?? { fields, fileName, stored: result }), (error: unknown) => (fault ? resolve(fault) : reject(error as Error)));
    };
    const fail = (status: number, error: string): void => {
      fault ??= { status, error };
    };
    let parts: busboy.Busboy;
    try {
      parts = busboy({ headers: req.headers, defParamCharset: "utf8", limits: { files: 1, fields: 20, fieldSize: 100_000, fieldNameSize: 100, parts: 22 } });
    } catch {
      req.resume();
      return resolve({ status: 400, error: "The form is not valid multipart data." });
    }
    req.on("aborted", () => {
      cut.abort(new Error("The upload was cut off"));
      fail(408, "The upload was cut off.");
      settle();
    });
    parts.on("field", (name, value, info) => {
      if (info.valueTruncated || info.nameTruncated) return fail(413, "A field of the form is too long.");
      // A form without a chosen file may send an empty text in its place.
      if (name === "file" && value === "") return;
      if (!FIELDS.has(name)) return fail(400, `Unknown field: ${cutText(name, 60)}.`);
      if (value.includes("\0") || !value.isWellFormed()) return fail(400, "Text must not contain NUL characters.");
      fields.set(name, value);
    });
    parts.on("file", (name, file, info) => {
      if (name !== "file") {
        fail(400, `Unknown field: ${cutText(name, 60)}.`);
        return void file.resume();
      }
      // A form without a chosen file sends an empty one without a name.
      if (!info.filename) return void file.resume();
      fileName = cutText(info.filename.replace(/^.*[\\/]/, ""), 200);
      if (!/\.csv(\.gz)?$/i.test(fileName)) {
        fail(400, "Choose a file whose name ends in .csv.");
        return void file.resume();
      }
      stored = store(file, cut.signal).finally(() => file.resume());
      stored.catch(() => undefined);
    });
    for (const limit of ["filesLimit", "fieldsLimit", "partsLimit"] as const) parts.on(limit, () => fail(400, "The form has too many parts."));
    parts.on("error", () => {
      cut.abort(new Error("The form ended early"));
      fail(400, "The form is not valid multipart data.");
      req.unpipe(parts);
      req.resume();
      settle();
    });
    parts.on("close", settle);
    req.pipe(parts);
  });
}

function faultOf({ fields, fileName, stored }: Form): Fault | null {
  if (stored && !stored.ok) return { status: { "too-large": 413, quota: 429, "disk-full": 507 }[stored.reason], error: stored.message };
  const title = fields.get("title")?.trim() ?? "";
  if (title === "" || fileName === null || stored === null) return { status: 400, error: MISSING };
  if (title.length > 200) return { status: 400, error: "The title must not be longer than 200 characters." };
  if (stored.bytes === 0) return { status: 400, error: "The file is empty." };
  const category = fields.get("category")?.trim() ?? "";
  if (category !== "" && !isCategory(category)) return { status: 400, error: "This category does not exist." };
  const license = fields.get("license")?.trim() ?? "";
  if (license !== "" && !isLicense(license)) return { status: 400, error: "This licence is not in the list." };
  const isPublic = fields.get("is_public")?.trim().toLowerCase() ?? "";
  if (!YES.has(isPublic) && !NO.has(isPublic)) return { status: 400, error: "is_public must be true or false." };
  const price = fields.get("price")?.trim() ?? "";
  return price === "" || Number(price) === 0 ? null : { status: 400, error: "The price is fixed at 0." };
}

/** Waits until the rows can be read or are refused, at most 30 s. */
async function outcome(platform: Platform, datasetId: string, userId: string): Promise<Answer> {
  const redirectUrl = `/dataset_profile/${datasetId}`;
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const item = await platform.queries.catalogue.dataset(datasetId, userId);
    if (item?.status === "failed") return refusedLoad(item.load_error);
    if (item?.status === "ready") {
      const columns = item.columns.map(({ name, label, type }) => ({ name, label, type }));
      return { status: 201, body: { id: datasetId, table_name: item.table_name, rowCount: item.rows, columns, rejected: item.rejected, redirectUrl } };
    }
    if (!item && Date.now() > until - WAIT_MS + 5_000) return no(404, ITEM_NOT_FOUND);
    if (Date.now() >= until) return { status: 202, body: { id: datasetId, job: `/upload/job/${datasetId}`, redirectUrl } };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The log keeps a load's refusal as a sentence; those about a crossed limit name it. */
function refusedLoad(sentence: string | null): Answer {
  return no(sentence !== null && /\blimit\b|\blonger than\b/.test(sentence) ? 413 : 400, sentence ?? "Upload failed");
}

function reply(req: Request, res: Response, { status, body }: Answer): void {
  const wantsPage = (req.headers.accept ?? "").split(",")[0]?.trim().startsWith("text/html") === true;
  // What was not read of the body must not be taken for the next request.
  if (!req.complete) res.set("Connection", "close");
  if (!wantsPage) {
    if (status === 405) res.set("Allow", "POST");
    res.status(status).json(body);
    return;
  }
  const failed = body.error !== undefined;
  const to = failed ? (status === 401 ? "/login?redirect=/upload" : "/upload?tab=dataset") : String(body.redirectUrl);
  const message = failed ? String(body.error) : status === 201 ? `${String(body["rowCount"])} rows can be read now.` : "The file has arrived; its rows are being loaded.";
  void flashCookie(failed ? "error" : "success", message).then((cookie) => res.append("Set-Cookie", cookie).redirect(303, to));
}

function keywordsOf(text: string): string[] {
  return [...new Set(text.split(",").map((word) => cutText(word.trim(), 100)).filter((word) => word !== ""))].slice(0, 50);
}

/** Reads a body to its end for nothing: most clients look at an answer only when they have sent everything. */
function drain(req: Request): Promise<void> {
  req.resume();
  return new Promise((resolve) => (req.complete || req.destroyed ? resolve() : void req.once("end", resolve).once("close", resolve)));
}

function no(status: number, error: string): Answer {
  return { status, body: { error } };
}
