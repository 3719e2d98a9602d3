/** How a command ended, for the shell and for schedulers. */
export const EXIT = {
  ok: 0,
  /** The run or the load failed. */
  failed: 1,
  badUse: 2,
  notAllowed: 3,
  notFound: 4,
  /** Something else is going on, the thing has changed meanwhile, or a limit is reached. */
  conflict: 5,
  serverAway: 6,
  /** As shells count a process that was ended by SIGINT (Ctrl-C) or SIGTERM. */
  interrupted: 130,
  /** As they count one that writes to a pipe whose reader has left. */
  readerLeft: 141,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Why a command ends without a result, in one sentence. */
export class Failure extends Error {
  readonly exit: ExitCode;
  /** What the server said besides: its code, the request's id and the facts. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(exit: ExitCode, sentence: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(sentence);
    this.exit = exit;
    this.facts = facts;
  }
}

/** The failure that an error of the API is. */
export function failureOf(status: number, body: unknown): Failure {
  const { error, ...facts } = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const sentence = typeof error === "string" ? error : `The server answered with status ${status}.`;
  return new Failure(exitOf(status), sentence, { status, ...facts });
}

function exitOf(status: number): ExitCode {
  if (status === 401 || status === 402 || status === 403) return EXIT.notAllowed;
  if (status === 404 || status === 410) return EXIT.notFound;
  if (status === 409 || status === 412 || status === 429) return EXIT.conflict;
  // A redirect comes from what stands between: no answer of the API is one.
  return status >= 500 || status < 400 ? EXIT.serverAway : EXIT.badUse;
}
