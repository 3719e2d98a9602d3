import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import contentDisposition from "content-disposition";
import { type Refused, refusedAs } from "../../call-result.ts";
import { type FormLimits, type ReceivedForm, shortFileName, watchBody } from "../receive-form.ts";
import type { Receive } from "../upload-port.ts";

/**
 * Reads a body that is the file itself; its bytes are passed to `store` as they arrive. Resolves at the first fault and
 * reads no further. Throws if `store` does.
 */
export async function receiveFile(
  req: IncomingMessage,
  store: Receive,
  limits: FormLimits,
): Promise<ReceivedForm | Refused> {
  const cut = new AbortController();
  const bytes = new PassThrough();
  bytes.on("error", () => undefined);
  let fault: Refused | null = null;
  const unwatch = watchBody(req, limits, (found) => {
    fault ??= found;
    cut.abort(new Error(found.error));
  });
  req.on("error", () => undefined);
  req.pipe(bytes);
  try {
    const file = await store(bytes, cut.signal);
    if (!file.ok) return refusedAs(file.refusal);
    return { ok: true, fields: new Map(), fileName: nameOf(req), file: { bytes: file.bytes, sha256: file.sha256 } };
  } catch (error) {
    if (fault !== null) return fault;
    throw error;
  } finally {
    unwatch();
    req.unpipe(bytes);
    bytes.destroy();
  }
}

/** The file's name as Content-Disposition has it; null if it says none. */
function nameOf({ headers }: IncomingMessage): string | null {
  const header = headers["content-disposition"];
  if (header === undefined) return null;
  try {
    const { filename } = contentDisposition.parse(header).parameters;
    return filename ? shortFileName(filename).toWellFormed() : null;
  } catch {
    return null;
  }
}
