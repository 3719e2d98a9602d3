import { createHash } from "node:crypto";
import { isKnownTag } from "../byte-routes/file-headers.ts";
import type { ApiAnswer } from "./api-answer.ts";
import type { ApiRequest } from "./api-request.ts";

/** Characters of a hash: two bodies of one address will not share it. */
const HASH_CHARS = 22;
/** What a 304 repeats (RFC 9110): what a cache needs, and what a list says beside its items. */
const KEPT = ["Vary", "Link", "X-Total-Count"];

/**
 * The answer to a GET with its ETag, or 304 if the client has it already. The tag is a hash of the body: what an answer
 * shows also follows from the time and from what the viewer may see, which no position of a read model knows. An ETag
 * that the endpoint has set is the start of it (versionTag). Answers with a Cache-Control of their own stay as they are.
 */
export function withTag(answer: ApiAnswer, request: ApiRequest): ApiAnswer {
  const { status, body, headers } = answer;
  if (status !== 200 || typeof body !== "string" || headers.has("Cache-Control")) return answer;
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, HASH_CHARS);
  const start = headers.get("ETag");
  const etag = start === null ? `W/"${hash}"` : `${start.slice(0, -1)}${hash}"`;
  headers.set("ETag", etag);
  headers.set("Cache-Control", "private, no-cache");
  headers.append("Vary", "Cookie, Authorization");
  if (!isKnownTag(request.headers.get("If-None-Match"), etag)) return answer;
  const kept = new Headers({ ETag: etag, "Cache-Control": "private, no-cache" });
  for (const name of KEPT) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return { status: 304, headers: kept, body: null };
}
