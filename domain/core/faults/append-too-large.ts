/** Most bytes of one append, with what the log adds to each event. EventStoreDB takes 1 MiB unless it is configured otherwise. */
export const MAX_APPEND_BYTES = 1_000_000;

/** What a command would record is larger than the log takes at once. Nothing was sent; trying again does not help. */
export class AppendTooLarge extends Error {
  override readonly name = "AppendTooLarge";

  constructor(types: readonly string[], bytes: number, most = MAX_APPEND_BYTES) {
    super(`${[...new Set(types)].join(", ")} cannot be appended: ${bytes} bytes are more than ${most}`);
  }
}
