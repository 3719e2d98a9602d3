/** So many commands are at one stream that this one could not be decided in its time: to be tried again later. */
export class StreamBusyError extends Error {
  override readonly name = "StreamBusyError";

  constructor(stream: string) {
    super(`Too many commands are at the stream ${stream}`);
  }
}
