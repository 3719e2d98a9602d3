import type { Request, RequestHandler, Response } from "express";
import type { RequestContext } from "../../platform.ts";
import { refuse } from "../call-result.ts";
import { type EndpointFacts, nameOf } from "../json-api/endpoint.ts";
import { queryOf, unknownParameter } from "../json-api/query.ts";
import { weakKey } from "../keys/key-refusals.ts";
import { beyondLimits } from "../keys/within-limits.ts";
import { departureOf } from "../server/departure.ts";
import { judgeFault } from "../server/unavailable.ts";
import type { Answered, Upload, UploadRouteOptions } from "./receive-upload.ts";
import { refusal, sendAnswer, type UploadAnswer } from "./upload-answer.ts";

/** Takes the body of a call whose head is fine. `sendContinue` tells the client to send it. */
type TakeUpload = (upload: Upload, sendContinue: () => void) => Promise<Answered>;

/**
 * Handles a call of the upload page that brings a file. Refusals are sent while the body is still arriving; what the
 * head decides is checked before the body is requested.
 */
export function uploadHandler(options: UploadRouteOptions, endpoint: EndpointFacts, take: TakeUpload): RequestHandler {
  return (req, res, next) => {
    answered(options, endpoint, take, req, res)
      .then(({ answer, asked }) => sendAnswer(req, res, { ...answer, page: "/upload?tab=dataset" }, asked))
      .catch(next);
  };
}

async function answered(
  options: UploadRouteOptions,
  endpoint: EndpointFacts,
  take: TakeUpload,
  req: Request,
  res: Response,
): Promise<Answered> {
  const { viewer, ...asking } = options.requestContext(res);
  const refused = headRefusal(endpoint, req, { viewer, ...asking });
  if (refused || !viewer)
    return { answer: refused ?? refusal(refuse("login-needed")), asked: req.headers.expect === undefined };
  try {
    const upload = { ...options, req, asking: { ...asking, viewer }, left: departureOf(res) };
    return await take(upload, () => res.writeContinue());
  } catch (error) {
    const found = judgeFault(options.platform, error, nameOf(endpoint));
    return { answer: refusal(found ?? refuse("server-fault")), asked: true };
  }
}

function headRefusal(endpoint: EndpointFacts, req: Request, { viewer, key }: RequestContext): UploadAnswer | null {
  if (req.method !== endpoint.method) {
    const headers = { Allow: endpoint.method };
    return { ...refusal(refuse("method-not-allowed", { method: req.method })), headers };
  }
  const weak = weakKey(endpoint, key) ?? beyondLimits(endpoint, key, { params: {} });
  if (weak) return refusal(weak);
  if (!viewer) return refusal(refuse("login-needed"));
  const unknown = unknownParameter(queryOf(req), Object.keys(endpoint.query.shape));
  if (unknown !== null) return refusal(refuse("parameter-unknown", { message: unknown }));
  if (req.headers["content-encoding"] !== undefined) return refusal(refuse("file-encoded"));
  const isForm = /^multipart\/form-data/i.test(req.headers["content-type"] ?? "");
  return isForm || endpoint.types ? null : refusal(refuse("file-not-multipart"));
}
