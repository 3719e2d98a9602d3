import type { AppContext } from "../platform.ts";
import { type CallResult, refuse } from "./call-result.ts";
import { isNotNow } from "./server/unavailable.ts";

/**
 * The result of a call. An unexpected fault is logged with its request and becomes a refusal with this sentence, so
 * that the page stays. What cannot be served now keeps its own answer.
 */
export async function orFault<T>(
  { platform, requestId, signal }: AppContext,
  sentence: string,
  call: () => Promise<CallResult<T>>,
): Promise<CallResult<T>> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Response || signal.aborted || isNotNow(platform, error)) throw error;
    platform.reportError(error, `request ${requestId}: ${sentence}`);
    return { ...refuse("server-fault"), error: sentence };
  }
}
