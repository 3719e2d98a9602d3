/**
 * The server cannot start for a reason that its operator can correct. The message is one sentence for them; no stack is
 * shown.
 */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}
