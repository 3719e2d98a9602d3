import type { FormFault, UploadPace } from "./upload-port.ts";

/** Calls `fail` once an upload is too slow or too long, or goes on too long after the server is to end. */
export function watchPace(
  pace: UploadPace,
  stopping: AbortSignal,
  fail: (fault: FormFault) => void,
): { received(bytes: number): void; stop(): void } {
  let inWindow = 0;
  let grace: NodeJS.Timeout | undefined;
  const slow = setInterval(() => {
    if (inWindow < pace.windowBytes)
      fail({
        ok: false,
        status: 408,
        error: `The upload was too slow: less than ${pace.windowBytes / 1_000} kB came within ${pace.windowMs / 1_000} s.`,
      });
    inWindow = 0;
  }, pace.windowMs);
  const long = setTimeout(
    () => fail({ ok: false, status: 408, error: `The upload took longer than ${pace.totalMs / 3_600_000} hours.` }),
    pace.totalMs,
  );
  const onStopping = (): void => {
    grace = setTimeout(
      () =>
        fail({
          ok: false,
          status: 503,
          error: "The server is stopping. Send the file again in a minute.",
          retryAfterSeconds: 60,
        }),
      pace.graceMs,
    );
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
