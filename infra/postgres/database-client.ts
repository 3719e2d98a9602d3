import pg from "pg";
import { cutText } from "#domain/core/text/text.ts";
import { beginSpan, errorType, type SpanFacts } from "../observability/tracing.ts";

export type DatabaseClientConfig = pg.ClientConfig & {
  /** SQL that each new connection runs first. */
  readonly sessionSql?: string;
  /** A query without an answer for this long ends its connection; 0: no limit. Does not apply to COPY. */
  readonly answerWithinMs?: number;
};

/** Time limit of making a connection, however long a caller may wait for a free one. */
const CONNECT_MS = 10_000;
/** How long to wait for a server to close a connection. */
const GOODBYE_MS = 1_000;
/** Characters of a statement that a span has. */
const MAX_STATEMENT = 1_000;

/**
 * A connection that never waits for ever: it sets its session up with SQL, because poolers refuse start-up parameters,
 * and is cut if the server stops answering, which TCP alone reports after some 15 minutes.
 */
export class DatabaseClient extends pg.Client {
  readonly #sessionSql: string;
  readonly #answerWithinMs: number;

  constructor(config: DatabaseClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
    this.#sessionSql = config.sessionSql ?? "";
    this.#answerWithinMs = config.answerWithinMs ?? 0;
    // A connection may break before it is used, or between two statements. Then its next use fails; the process
    // continues.
    this.on("error", () => undefined);
  }

  override connect(...given: unknown[]): never {
    const opened = this.#open();
    const callback = given[0] as ((error: unknown, client?: this) => void) | undefined;
    opened.then(
      () => callback?.(null, this),
      (error: unknown) => callback?.(error),
    );
    return opened as never;
  }

  override query(...given: unknown[]): never {
    const [what] = given;
    const isStream = typeof what === "object" && what !== null && "submit" in what;
    if (isStream) return this.#send(given) as never;
    const over = this.#watch(what);
    const at = given.findIndex((each) => typeof each === "function");
    if (at !== -1) {
      const callback = given[at] as (...answer: unknown[]) => unknown;
      given[at] = (...answer: unknown[]) => {
        over(answer[0]);
        return callback(...answer);
      };
      return this.#send(given) as never;
    }
    return this.#send(given).then(
      (result) => {
        over();
        return result;
      },
      (error: unknown) => {
        over(error);
        throw error;
      },
    ) as never;
  }

  override end(...given: unknown[]): never {
    const leave = setTimeout(() => this.cutOff(), GOODBYE_MS).unref();
    this.once("end", () => clearTimeout(leave));
    return (super.end as (...args: unknown[]) => unknown)(...given) as never;
  }

  /** Closes the socket immediately; running queries fail with `reason`. */
  cutOff(reason?: Error): void {
    (this as unknown as { connection: { stream: { destroy(error?: Error): void } } }).connection.stream.destroy(reason);
  }

  /** Ends the connection if there is no answer in time, and records the statement as a span. */
  #watch(what: unknown): (error?: unknown) => void {
    const ms = this.#answerWithinMs;
    const late = () => this.cutOff(new Error(`The database did not answer within ${ms / 1_000} s.`));
    const timer = ms === 0 ? undefined : setTimeout(late, ms);
    const span = beginSpan(() => statementFacts(what));
    return (error) => {
      clearTimeout(timer);
      span.end({}, error ? errorType(error) : null);
    };
  }

  #send(given: unknown[]): Promise<unknown> {
    return (super.query as (...args: unknown[]) => Promise<unknown>)(...given);
  }

  async #open(): Promise<this> {
    await super.connect();
    if (this.#sessionSql === "") return this;
    try {
      await super.query(this.#sessionSql);
    } catch (error) {
      this.cutOff();
      throw error;
    }
    return this;
  }
}

/** The statement by its text without values: those that are not parameters are left out. */
export function statementFacts(what: unknown): SpanFacts {
  const text = typeof what === "string" ? what : String((what as { readonly text?: unknown } | null)?.text ?? "");
  const sql = cutText(text, MAX_STATEMENT)
    .trim()
    .replace(/E?'[^']*(?:'|$)/g, "'…'")
    .replace(/(?:'…')+/g, "'…'");
  const [operation = "statement"] = /^\w+/.exec(sql) ?? [];
  const attributes = { "db.system.name": "postgresql", "db.operation.name": operation, "db.query.text": sql };
  return { name: operation, kind: "client", attributes };
}
