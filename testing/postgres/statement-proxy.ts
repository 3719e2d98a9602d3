import { silentProxy } from "./proxy.ts";

type Statement = { readonly application: string; readonly text: string };

/** A TCP proxy to Postgres that hears the statements sent through it. */
export type StatementProxy = {
  readonly url: string;
  /** Statements since the last call, each with the name of its connection. */
  taken(): readonly Statement[];
  close(): Promise<void>;
};

/** `url` is of a Postgres on a Unix socket. */
export async function statementProxy(url: string): Promise<StatementProxy> {
  let heard: Statement[] = [];
  const proxy = await silentProxy(url, () => statementsOf((statement) => heard.push(statement)));
  return {
    url: proxy.url,
    taken() {
      const taken = heard;
      heard = [];
      return taken;
    },
    close: () => proxy.close(),
  };
}

/**
 * Reads the messages of a client: the first has a length and parameters, each of the others a letter, a length and its
 * content. P (Parse) and Q (Query) have statements.
 */
function statementsOf(hear: (statement: Statement) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let application: string | null = null;
  return (bytes: Buffer): void => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const letter = application === null ? 0 : 1;
      if (rest.length < letter + 4) return;
      const end = letter + rest.readUInt32BE(letter);
      if (rest.length < end) return;
      const content = rest.subarray(letter + 4, end).toString();
      const type = letter === 0 ? "" : String.fromCharCode(rest[0]!);
      rest = rest.subarray(end);
      if (type === "") application = /application_name\0([^\0]*)/.exec(content)?.[1] ?? "";
      const text = type === "P" ? content.split("\0")[1] : type === "Q" ? content.split("\0")[0] : undefined;
      if (text !== undefined) hear({ application: application ?? "", text });
    }
  };
}
