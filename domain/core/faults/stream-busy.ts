/** Too many commands on one stream: this one was not decided in time and should be retried later. */
export class StreamBusyError extends Error {
  override readonly name = "StreamBusyError";

  constructor(stream: string) {
    super(`Too many commands are at the stream ${stream}`);
  }
}
