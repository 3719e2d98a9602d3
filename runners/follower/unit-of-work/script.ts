import type { Connection, Submittable } from "pg";

/** A statement without parameters; `lines`: the input of a COPY. */
export type Statement = { readonly text: string; readonly lines?: string };

/** What the driver calls on a query. */
type Script = Submittable & {
  readonly finished: Promise<void>;
  fail(error: Error): void;
};

const COPY_DATA = "d".charCodeAt(0);
const COPY_DONE = Buffer.from(["c".charCodeAt(0), 0, 0, 0, 4]);

/**
 * Several statements as one message, with the lines of each COPY right behind it: one round trip in place of two for
 * each COPY and one for each other statement. The server reads lines when it reaches their COPY, and ignores them after
 * an error (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY).
 */
export function createScript(statements: readonly Statement[]): Script {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const nothing = (): void => undefined;
  const handlers = {
    submit(connection: Connection) {
      const { stream } = connection;
      stream.cork();
      connection.query(statements.map(({ text }) => text).join(";\n"));
      for (const { lines } of statements) {
        if (lines === undefined) continue;
        const data = Buffer.from(lines);
        const head = Buffer.alloc(5);
        head.writeUInt8(COPY_DATA, 0);
        head.writeUInt32BE(data.length + 4, 1);
        for (const part of [head, data, COPY_DONE]) stream.write(part);
      }
      stream.uncork();
    },
    handleError: reject,
    handleReadyForQuery: () => resolve(),
    handleCopyInResponse: nothing,
    handleCommandComplete: nothing,
    handleRowDescription: nothing,
    handleDataRow: nothing,
    handleEmptyQuery: nothing,
  };
  return Object.assign(handlers, { finished: promise, fail: reject });
}
