import type { Readable } from "node:stream";
import type { Request, Response } from "express";
import type { RateLimitState } from "#domain/core/ports/rate-limits.ts";
import type { IncomingUpload, UploadStore } from "#domain/core/ports/uploads.ts";
import type { FileInspector } from "#domain/dataset/inspection.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { Platform, RequestContext } from "../../platform.ts";
import { refuse, type Refused, refusedAs } from "../call-result.ts";
import { counted, tellLimit } from "../limits/told-limits.ts";
import { bodyTransfer } from "../server/slow-transfers.ts";
import { FORM_BYTES } from "./receive-form.ts";
import { refusal, type UploadAnswer } from "./upload-answer.ts";
import type { UploadSlots } from "./upload-limits.ts";
import type { UploadPace } from "./upload-port.ts";

export type UploadRouteOptions = {
  readonly platform: Platform;
  readonly uploads: UploadStore<Readable> & FileInspector;
  readonly slots: UploadSlots;
  readonly requestContext: (res: Response) => RequestContext;
  /** Aborts when the server is about to end: unfinished uploads then have little time left. */
  readonly stopping: AbortSignal;
  readonly pace?: UploadPace;
};

export type Upload = UploadRouteOptions & {
  readonly req: Request;
  readonly asking: RequestContext & { readonly viewer: UserRow };
  /** Aborts when the client has left. */
  readonly left: AbortSignal;
};

/** `asked`: the client was told to send the body, or did not wait for that. */
export type Answered = { readonly answer: UploadAnswer; readonly asked: boolean };

/** What is done with the bytes of an upload. `yielding` aborts when others need the slot of a slow upload. */
export type TakeBody = (incoming: IncomingUpload<Readable>, yielding: AbortSignal) => Promise<UploadAnswer>;

/**
 * Takes a slot for an upload and tells the client to send the body, unless it is refused before. `counts` false: it is a
 * repeated request, whose file is not stored and counts against no limit.
 */
export async function receiveUpload(
  { req, asking, uploads, slots }: Upload,
  sendContinue: () => void,
  counts: boolean,
  takeBody: TakeBody,
): Promise<Answered> {
  const expects = req.headers.expect !== undefined;
  const leave = slots.enter(asking.viewer.id, asking.clientAddress);
  if (typeof leave !== "function") return { answer: refusal(slotRefusal(leave)), asked: !expects };
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
    if (refused) return { answer: refusal(refusedAs(refused)), asked: !expects };
    if (expects) sendContinue();
    return { answer: await takeBody(incoming, yielding.signal), asked: true };
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
