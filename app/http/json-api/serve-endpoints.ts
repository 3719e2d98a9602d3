import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { RequestHandler, Response as ExpressResponse } from "express";
import type { AppContext } from "../../platform.ts";
import { isApi } from "../security/refuse-request.ts";
import { sendText } from "../server/send-text.ts";
import type { ApiAnswer } from "./api-answer.ts";
import { type ApiRequest, apiRequest } from "./api-request.ts";

/** Answers a call of the API, whatever its path. */
export type AnswerCall = (request: ApiRequest, context: AppContext) => Promise<ApiAnswer>;

type Options = {
  /** In development those of that moment. */
  readonly endpoints: () => AnswerCall | Promise<AnswerCall>;
  readonly contextOf: (res: ExpressResponse) => AppContext;
};

/** Answers every path of the API but those that transfer bytes, without Remix. */
export function serveEndpoints({ endpoints, contextOf }: Options): RequestHandler {
  return (req, res, next) => {
    if (!isApi(req.path)) return next();
    const answer = async (): Promise<void> => {
      const context = contextOf(res);
      const { status, headers, body } = await (
        await endpoints()
      )(apiRequest(req, context.platform.site.appUrl), context);
      res.status(status);
      for (const [name, value] of headers) res.append(name, value);
      if (body === null || req.method === "HEAD") return void res.end();
      if (typeof body !== "string") {
        context.needs(body.may);
        return sendEvents(res, body.stream);
      }
      await sendText(req, res, Buffer.from(body), context);
    };
    answer().catch(next);
  };
}

/** Sends events as fast as the client reads them. A client that leaves ends their source. */
async function sendEvents(res: ExpressResponse, body: ReadableStream<Uint8Array>): Promise<void> {
  res.flushHeaders();
  await pipeline(Readable.fromWeb(body as NodeReadableStream), res).catch((error: unknown) => {
    if (!res.destroyed) throw error;
  });
}
