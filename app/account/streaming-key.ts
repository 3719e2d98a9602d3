import { replaceStreamingKey } from "#domain/use-cases/accounts/replace-streaming-key.ts";
import { streamingKeyOf } from "#domain/use-cases/accounts/streaming-key.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, toCallResult } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";

/** The user's streaming key, or null before the first was made. Shown only to its owner. */
export async function streamingKey(platform: Platform, viewer: UserRow): Promise<string | null> {
  return streamingKeyOf(platform.ports, viewer.id, viewer.streamingKeyId);
}

/** Generate New Key: the old one stops working at once, and the spreadsheet tokens with it. */
export async function renewStreamingKey(
  platform: Platform,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ key: string }>> {
  return toCallResult(platform, await replaceStreamingKey(platform.ports, viewer.id, cause));
}
