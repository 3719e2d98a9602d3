import { errorFacts, refusalHeaders, type Sendable } from "../error-body.ts";
import { requestIdOf } from "../security/refuse-request.ts";
import type { Request, Response } from "express";
import { counted } from "#domain/core/text/counted.ts";
import { flashCookie } from "../../cookies.server.ts";
import { REPLAYED } from "../json-api/idempotent.ts";
import { discardRest } from "./discard-rest.ts";

export type UploadAnswer = {
  readonly status: number;
  readonly body: Record<string, unknown> & { readonly error?: string; readonly redirectUrl?: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** For HTML clients: where a refused form is, and what is said when rows were loaded. */
  readonly page?: string;
  readonly said?: string;
  /** It is the answer of an earlier request with the same Idempotency-Key. */
  readonly replayed?: boolean;
};

/** A refusal as the answer to an upload. */
export function refusal(refused: Sendable): UploadAnswer {
  return { status: refused.status, body: errorFacts(refused), headers: refusalHeaders(refused) };
}

/**
 * Sends the answer: JSON, or for HTML clients a redirect with a message. An answer before the end of the body is sent
 * whole at once; the connection is closed after the rest of the body was read and dropped for a while.
 */
export async function sendAnswer(
  req: Request,
  res: Response,
  { status, body, headers = {}, page = "/upload", said, replayed }: UploadAnswer,
  asked: boolean,
): Promise<void> {
  res.set(headers);
  if (replayed) res.set(...REPLAYED);
  const wantsPage = (req.headers.accept ?? "").split(",")[0]?.trim().startsWith("text/html") === true;
  let text = "";
  if (wantsPage) {
    const failed = body.error !== undefined;
    const login = `/login?redirect=${encodeURIComponent(page.split("?", 1)[0] ?? page)}`;
    const to = failed ? (status === 401 ? login : page) : String(body.redirectUrl);
    const loaded = () => loadedSentence(Number(body["rowCount"]), Number(body["rejected"]));
    const message = failed
      ? String(body.error)
      : (said ?? (status === 202 ? "The file has arrived; its rows are being loaded." : loaded()));
    res.append("Set-Cookie", await flashCookie({ kind: failed ? "error" : "success", text: message }));
    res.status(303).set("Location", to);
  } else {
    text = JSON.stringify(body.error === undefined ? body : { ...body, request_id: requestIdOf(res) });
    res.status(status).type("json");
  }
  res.set("Content-Length", String(Buffer.byteLength(text)));
  if (req.complete || req.destroyed) return void res.end(text);
  // The unread rest of the body must not be parsed as the next request.
  res.set("Connection", "close");
  res.flushHeaders();
  if (text !== "") res.write(text);
  if (asked) await discardRest(req);
  res.end();
}

function loadedSentence(rows: number, rejected: number): string {
  return `${counted(rows, "row")} can be read now.${rejected > 0 ? ` ${counted(rejected, "row was", "rows were")} not loaded.` : ""}`;
}
