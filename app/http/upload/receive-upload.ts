import type { Readable } from "node:stream";
import type { Request } from "express";
import type { RateLimitState } from "#domain/core/ports/rate-limits.ts";
import type { IncomingUpload, UploadStore } from "#domain/core/ports/uploads.ts";
import type { FileInspector } from "#domain/dataset/inspection.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { Platform, RequestContext } from "../../platform.ts";
import { refuse, type Refused, refusedAs } from "../call-result.ts";
import { counted, tellLimit } from "../limits/told-limits.ts";
import { bodyTransfer } from "../server/slow-transfers.ts";
import { FORM_BYTES, type FormLimits } from "./receive-form.ts";
import { refusal, type UploadAnswer } from "./upload-answer.ts";
import { UPLOAD_PACE, type UploadSlots } from "./upload-limits.ts";
import type { UploadPace } from "./upload-port.ts";

export type UploadOptions = {
  readonly platform: Platform;
  readonly uploads: UploadStore<Readable> & FileInspector;
  readonly slots: UploadSlots;
  /** Aborts when the server is about to end: unfinished uploads then have little time left. */
  readonly stopping: AbortSignal;
  readonly pace?: UploadPace;
};

export type Upload = UploadOptions & {
  readonly req: Request;
  readonly asking: RequestContext & { readonly viewer: UserRow };
  /** Aborts when the client has left. */
  readonly left: AbortSignal;
  /** Tells the client to send the body, if it waits for that. */
  readonly sendContinue: () => void;
};

/** What is done with the bytes of an upload. `limits`: what can stop it before its end. */
export type TakeBody = (incoming: IncomingUpload<Readable>, limits: FormLimits) => Promise<UploadAnswer>;

/**
 * Takes a slot for an upload and tells the client to send the body, unless it is refused before. `counts` false: it is a
 * repeated request, whose file is not stored and counts against no limit.
 */
export async function receiveUpload(
  { req, asking, uploads, slots, stopping, pace = UPLOAD_PACE, sendContinue }: Upload,
  counts: boolean,
  takeBody: TakeBody,
): Promise<UploadAnswer> {
  const leave = slots.enter(asking.viewer.id, asking.clientAddress);
  if (typeof leave !== "function") return refusal(slotRefusal(leave));
  const incoming = uploads.incoming(asking.viewer.id);
  counted("upload", () => incoming.uncount());
  const yielding = new AbortController();
  const over = slots.slow.watch(
    bodyTransfer(req, () => {
      leave();
      yielding.abort();
    }),
  );
  try {
    const bytes = Math.max(0, Number(req.headers["content-length"] ?? 0) - FORM_BYTES);
    const refused = counts ? await uploads.check(asking.viewer.id, bytes) : null;
    if (counts) tellLimit(afterThisOne(await uploads.left(asking.viewer.id)));
    if (refused) return refusal(refusedAs(refused));
    sendContinue();
    return await takeBody(incoming, { maxFileBytes: uploads.maxBytes, pace, stopping, yielding: yielding.signal });
  } finally {
    over();
    await incoming.discard();
    leave();
  }
}

/** What is left once the present upload has begun. */
function afterThisOne(left: RateLimitState): RateLimitState {
  return { ...left, remaining: Math.max(0, left.remaining - 1) };
}

function slotRefusal({ full, limit }: { readonly full: "user" | "address" | "all"; readonly limit: number }): Refused {
  if (full === "user") return refuse("uploads-of-user-busy", { limit });
  return full === "address" ? refuse("uploads-of-address-busy", { limit }) : refuse("uploads-busy");
}
