import type { Status } from "./status.ts";
import { isOver } from "./status.ts";
import type { StatusWatch } from "./status-watch.ts";

/** A proxy may end a connection on which nothing comes for half a minute. */
const KEEP_ALIVE_MS = 15_000;
/** A client that goes on after so long connects again, and its right is checked again. */
const LONGEST_MS = 15 * 60_000;
/** How soon a browser connects again after a lost connection, in milliseconds. */
const RECONNECT_MS = 2_000;
/** The id of the last event: a browser that connects again after it is told that there is nothing more. */
export const LAST_EVENT_ID = "over";

export const EVENT_STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  // A proxy such as nginx would hold the events back.
  "X-Accel-Buffering": "no",
} as const;

type EventsOptions = {
  readonly watch: StatusWatch<Status>;
  readonly id: string;
  readonly shape: (status: Status) => object;
  /** Aborts when the client leaves or the server stops. */
  readonly signal: AbortSignal;
  /** Called once when the stream is over, whatever ended it. */
  readonly over: () => void;
};

/**
 * The statuses of a run or load as server-sent events, until the last one. A client that reads slowly gets the newest
 * status when it has room: nothing is kept for it.
 */
export function statusEvents(options: EventsOptions): ReadableStream<Uint8Array> {
  let open: ReturnType<typeof openEvents> | null = null;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      open = openEvents(controller, options);
    },
    pull: () => open?.flush(),
    cancel: () => open?.end(),
  });
}

function openEvents(
  controller: ReadableStreamDefaultController<Uint8Array>,
  { watch, id, shape, signal, over }: EventsOptions,
) {
  const encoder = new TextEncoder();
  let unsent: Status | null = null;
  let hasEnded = false;
  let leave = (): void => undefined;
  const send = (text: string): void => controller.enqueue(encoder.encode(text));
  const hasRoom = (): boolean => !hasEnded && (controller.desiredSize ?? 0) > 0;
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(alive);
    clearTimeout(late);
    signal.removeEventListener("abort", close);
    leave();
    over();
  };
  const close = (): void => {
    if (hasEnded) return;
    end();
    controller.close();
  };
  const flush = (): void => {
    if (unsent === null || !hasRoom()) return;
    const status = unsent;
    // What is sent may ask for more at once.
    unsent = null;
    const last = isOver(status);
    send(`${last ? `id: ${LAST_EVENT_ID}\n` : ""}data: ${JSON.stringify(shape(status))}\n\n`);
    if (last) close();
  };
  const alive = setInterval(() => hasRoom() && send(": keep-alive\n\n"), KEEP_ALIVE_MS);
  const late = setTimeout(close, LONGEST_MS);
  send(`retry: ${RECONNECT_MS}\n\n`);
  signal.addEventListener("abort", close);
  leave = watch.follow(id, {
    see(status) {
      if (status === null) return close();
      unsent = status;
      flush();
    },
    fail: close,
  });
  if (signal.aborted) close();
  if (hasEnded) leave();
  return { flush, end };
}
