import type { Dispatcher } from "undici";
import type { OutboundHeaders } from "../outbound-port.ts";

type Head = { readonly status: number; readonly headers: OutboundHeaders };

/** Most bytes buffered for a slow reader before the sender is paused. */
const MAX_WAITING_BYTES = 64 * 1024;

/**
 * A response as it arrives: its head, then its body in pieces. Stream layers in between would cost more than the
 * request.
 */
export class IncomingAnswer implements Dispatcher.DispatchHandler {
  /** Rejects with the error that ended the response before its head. */
  readonly head: Promise<Head>;
  private readonly arrival = Promise.withResolvers<Head>();
  private chunks: Uint8Array[] = [];
  private waiting = 0;
  private complete = false;
  private failure: Error | null = null;
  private controller: Dispatcher.DispatchController | null = null;
  private wake: () => void = () => undefined;

  constructor() {
    this.head = this.arrival.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.failure) controller.abort(this.failure);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status >= 200)
      this.arrival.resolve({ status, headers: headerPairs(controller.rawHeaders as readonly Buffer[]) });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.chunks.push(chunk);
    this.waiting += chunk.length;
    if (this.waiting >= MAX_WAITING_BYTES) controller.pause();
    this.wake();
  }

  onResponseEnd(): void {
    this.complete = true;
    this.wake();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.abort(error);
  }

  /** Ends the response, complete or not. */
  abort(error: Error): void {
    if (this.failure) return;
    this.failure = error;
    if (!this.complete) this.controller?.abort(error);
    this.arrival.reject(error);
    this.wake();
  }

  /**
   * The next piece of the body, or null at its end; throws the error that ended the response early. `onIdle` is called
   * if none arrives for `idleMs`.
   */
  async read(idleMs: number, onIdle: () => void): Promise<Uint8Array | null> {
    if (this.chunks.length === 0 && !this.complete && !this.failure) {
      const timer = setTimeout(onIdle, idleMs);
      await new Promise<void>((resolve) => (this.wake = resolve));
      clearTimeout(timer);
    }
    if (this.failure) throw this.failure;
    // Joined: a response may arrive in pieces of one byte, and each piece costs its reader an object.
    const chunk = this.chunks.length > 1 ? Buffer.concat(this.chunks) : (this.chunks[0] ?? null);
    this.chunks = [];
    this.waiting = 0;
    this.controller?.resume();
    return chunk;
  }
}

function headerPairs(raw: readonly Buffer[]): OutboundHeaders {
  return Array.from(
    { length: raw.length / 2 },
    (_, i) => [String(raw[2 * i]), (raw[2 * i + 1] as Buffer).toString("latin1")] as const,
  );
}
