import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import busboy from "busboy";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { cutText } from "#domain/core/text/text.ts";
import { refuse, type Refused, refusedAs } from "../call-result.ts";
import { cleanFormText } from "../forms/form-texts.ts";
import type { Receive, UploadPace } from "./upload-port.ts";
import { watchPace } from "./watch-pace.ts";
import { onOneLine } from "#domain/core/text/lines.ts";

/**
 * Names of files that are received; what they are is found by their bytes. Some are known to be no tables that can be
 * read: their refusals say what to do.
 */
const FILE_NAMES =
  /\.(?:csv|tsv|tab|txt|xlsx|xlsm|json|geojson|ndjson|jsonl|parquet|gz|zst|zip|xls|xlsb|ods|pdf|html?|docx)$/i;

export type ReceivedForm = {
  readonly ok: true;
  readonly fields: ReadonlyMap<string, string>;
  /** Both null: the form has no file. */
  readonly fileName: string | null;
  readonly file: { readonly bytes: number; readonly sha256: string } | null;
  /** How rows of a request are read, which have no file; absent: they have one. */
  readonly rowsRead?: LoadSettings;
};

/**
 * Most bytes of a form without its file: an upload is refused by its length if it is longer than file and form can be.
 */
export const FORM_BYTES = 300_000;

const LIMITS = { files: 1, fields: 38, fieldSize: 100_000, fieldNameSize: 100, parts: 40 };
const NAME_SHOWN = 60;
const MAX_FILE_NAME = 200;
const CUT_OFF = refuse("upload-cut-off");

/** What can stop an upload before its end, besides its own faults. */
export type FormLimits = {
  readonly maxFileBytes: number;
  readonly pace: UploadPace;
  readonly stopping: AbortSignal;
  /** Aborts when others need the slot of a slow upload. */
  readonly yielding?: AbortSignal;
};

/**
 * Reads the parts of a form; its file is passed to `store` as it arrives. Resolves at the first fault, however much is
 * still to arrive, and reads no further: the caller handles the rest of the body. Waits until `store` has ended too.
 * Throws if `store` does.
 */
export function receiveForm(
  req: IncomingMessage,
  store: Receive,
  limits: FormLimits & { /** The names of its texts. */ readonly fields?: ReadonlySet<string> },
): Promise<ReceivedForm | Refused> {
  return new Promise((resolve, reject) => {
    const parts = parser(req);
    if (!parts) return resolve(refuse("multipart-invalid"));
    if (req.destroyed) return resolve(CUT_OFF);
    const cut = new AbortController();
    const form = formParts(limits.fields ?? new Set());
    let stored: Promise<Awaited<ReturnType<Receive>> | null> = Promise.resolve(null);
    let ended = false;

    /** Stops reading the body; the caller discards what was stored of it. */
    const end = (): boolean => {
      if (ended) return false;
      ended = true;
      unwatch();
      req.unpipe(parts);
      return true;
    };
    const fail = (found: Refused): void => {
      if (!end()) return;
      cut.abort(new Error(found.error));
      parts.destroy();
      stored.then(
        () => resolve(found),
        () => resolve(found),
      );
    };
    const finish = (): void => {
      if (!end()) return;
      stored.then(
        (file) =>
          resolve(
            file && !file.ok
              ? refusedAs(file.refusal)
              : { ok: true, fields: form.fields, fileName: form.fileName(), file },
          ),
        reject,
      );
    };
    const storeFile = (file: Readable): void => {
      stored = storing(store, file, cut.signal);
      stored.then(
        (result) => {
          if (result && !result.ok) fail(refusedAs(result.refusal));
        },
        (error: unknown) => {
          if (end()) reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    };
    const unwatch = watchBody(req, limits, fail);
    req.on("error", () => undefined);
    readParts(parts, form, { storeFile, fail });
    parts.on("close", finish);
    req.pipe(parts);
  });
}

/**
 * Calls `fail` if the body breaks off, is too large or too slow, or its slot is needed. Returns a function that ends
 * the watch.
 */
export function watchBody(req: IncomingMessage, limits: FormLimits, fail: (fault: Refused) => void): () => void {
  const pace = watchPace(limits.pace, limits.stopping, fail);
  limits.yielding?.addEventListener("abort", () => fail(refuse("upload-yielded")), { once: true });
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    pace.received(chunk.length);
    if (bytes > limits.maxFileBytes + FORM_BYTES) fail(refuse("form-too-large"));
  };
  const onClose = (): void => {
    // All of it may have arrived without having been read.
    if (!req.readableEnded) fail(CUT_OFF);
  };
  req.on("data", count).on("close", onClose);
  return () => {
    pace.stop();
    req.off("data", count).off("close", onClose);
  };
}

/** Passes the parts to `form` as they arrive, an accepted file to `storeFile`, and each fault to `fail`. */
function readParts(
  parts: busboy.Busboy,
  form: ReturnType<typeof formParts>,
  { storeFile, fail }: { storeFile(file: Readable): void; fail(fault: Refused): void },
): void {
  parts.on("error", () => fail(refuse("multipart-invalid")));
  parts.on("field", (name, value, info) => {
    const found = form.field(name, value, info);
    if (found) fail(found);
  });
  parts.on("file", (name, file, info) => {
    const found = form.file(name, info);
    // A file that is not stored is read and dropped, so that the parts after it arrive; its faults are those of the
    // form.
    file.on("error", () => undefined);
    if (found === "store") return storeFile(file);
    file.resume();
    if (found) fail(found);
  });
  for (const limit of ["filesLimit", "fieldsLimit", "partsLimit"] as const)
    parts.on(limit, () => fail(refuse("form-too-many-parts")));
}

async function storing(store: Receive, file: Readable, signal: AbortSignal): ReturnType<Receive> {
  return store(file, signal);
}

function parser(req: IncomingMessage): busboy.Busboy | null {
  try {
    return busboy({ headers: req.headers, defParamCharset: "utf8", limits: LIMITS });
  } catch {
    return null;
  }
}

/** Checks the parts of a form as they arrive and collects its texts. The parser may return parts without a name. */
function formParts(known: ReadonlySet<string>) {
  const fields = new Map<string, string>();
  let fileName: string | null = null;
  let length = 0;
  const unknown = (name: string | undefined) =>
    name ? refuse("form-field-unknown", { part: cutText(name, NAME_SHOWN) }) : refuse("form-part-unnamed");
  return {
    fields,
    fileName: () => fileName,
    field(name: string | undefined, value: string, info: busboy.FieldInfo): Refused | null {
      length += value.length;
      if (info.valueTruncated || info.nameTruncated || length > FORM_BYTES / 2) return refuse("form-field-too-long");
      // A form without a chosen file may send an empty text in its place.
      if (name === "file" && value === "") return null;
      if (name === undefined || !known.has(name)) return unknown(name);
      if (value.includes("\0") || !value.isWellFormed()) return refuse("text-with-nul");
      fields.set(name, cleanFormText(name, value));
      return null;
    },
    file(name: string | undefined, info: busboy.FileInfo): Refused | "store" | null {
      if (name !== "file") return unknown(name);
      // A form without a chosen file sends an empty one without a name.
      if (!info.filename) return null;
      fileName = shortFileName(info.filename);
      return FILE_NAMES.test(info.filename) ? "store" : refuse("file-name-not-csv");
    },
  };
}

/** The name of a file without its folders. */
export function shortFileName(name: string): string {
  return cutText(onOneLine(name.replace(/^.*[\\/]/s, "")), MAX_FILE_NAME);
}
