import type { Request } from "express";
import type { Platform } from "../../platform.ts";
import { idempotent } from "../json-api/idempotent.ts";
import { refusal, type UploadAnswer } from "./upload-answer.ts";

/**
 * Makes an answer once for each Idempotency-Key of a user; without a key each time. `make` gets the command id of the two. `sent`
 * identifies what was sent: a key is for one request only.
 */
export async function answerOnce(
  platform: Platform,
  userId: string,
  { key, sent }: { readonly key: string | null; readonly sent: readonly unknown[] },
  make: (commandId?: string) => Promise<UploadAnswer>,
): Promise<UploadAnswer> {
  if (key === null) return make();
  const kept = await idempotent(platform, { userId, key, fingerprint: JSON.stringify(sent) }, async (commandId) => {
    const { status, body, headers = {} } = await make(commandId);
    return { status, body: JSON.stringify(body), headers: Object.entries(headers) };
  });
  if (!kept.ok) return refusal(kept);
  const { status, body, headers } = kept.answer;
  return {
    status,
    body: JSON.parse(body) as UploadAnswer["body"],
    headers: Object.fromEntries(headers),
    replayed: kept.replayed,
  };
}

/** Reads the Idempotency-Key of an upload; null: it has none. */
export function repeatKey({ headers }: Pick<Request, "headers">): string | null {
  const key = headers["idempotency-key"];
  return typeof key === "string" ? key : null;
}
