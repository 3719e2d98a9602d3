import { refuse, type Refused } from "../call-result.ts";
import type { UploadPace } from "./upload-port.ts";

/** Calls `fail` once an upload is too slow or too long, or continues too long after the server began to end. */
export function watchPace(
  pace: UploadPace,
  stopping: AbortSignal,
  fail: (fault: Refused) => void,
): { received(bytes: number): void; stop(): void } {
  let inWindow = 0;
  let grace: NodeJS.Timeout | undefined;
  const slow = setInterval(() => {
    if (inWindow < pace.windowBytes)
      fail(refuse("upload-too-slow", { bytes: pace.windowBytes, withinMs: pace.windowMs }));
    inWindow = 0;
  }, pace.windowMs);
  const long = setTimeout(() => fail(refuse("upload-too-long", { withinMs: pace.totalMs })), pace.totalMs);
  const onStopping = (): void => {
    grace = setTimeout(() => fail(refuse("server-stopping")), pace.graceMs);
  };
  if (stopping.aborted) onStopping();
  else stopping.addEventListener("abort", onStopping, { once: true });
  return {
    received(bytes) {
      inWindow += bytes;
    },
    stop() {
      clearInterval(slow);
      clearTimeout(long);
      clearTimeout(grace);
      stopping.removeEventListener("abort", onStopping);
    },
  };
}
