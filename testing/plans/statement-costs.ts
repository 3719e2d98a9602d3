import pg from "pg";

type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** What a statement reads, by EXPLAIN (ANALYZE, BUFFERS). */
export type StatementCost = {
  readonly text: string;
  /** Pages of tables and indexes, of 8 kB. */
  readonly pages: number;
  /** Tables that it reads from end to end. */
  readonly scanned: readonly string[];
};

type Plan = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly Plan[];
};

/** Records the statements that are sent through its pool, and explains them afterwards. */
export function statementRecorder(url: string) {
  let recorded: Statement[] = [];
  const record = (query: unknown, values: unknown): void => {
    const text = typeof query === "string" ? query : (query as { readonly text?: unknown }).text;
    if (typeof text !== "string") return;
    const copied = /^copy \((.*)\) to stdout/is.exec(text)?.[1];
    if (copied !== undefined) recorded.push({ text: copied, values: [] });
    // Several statements in one message begin and end transactions and read no table.
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text) || /;\s*\S/.test(text)) return;
    const given = Array.isArray(values) ? values : (query as { readonly values?: unknown }).values;
    recorded.push({ text, values: Array.isArray(given) ? given : [] });
  };
  class RecordingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const send = this.query.bind(this) as (...args: unknown[]) => unknown;
      this.query = ((query: unknown, values: unknown, ...rest: unknown[]) => {
        record(query, values);
        return send(query, values, ...rest);
      }) as typeof this.query;
    }
  }
  const pool = new pg.Pool({ connectionString: url, max: 4, Client: RecordingClient });
  const explaining = new pg.Pool({ connectionString: url, max: 1 });
  for (const each of [pool, explaining]) each.on("error", () => undefined);
  return {
    pool,
    /** What the statements read that `work` sends. They are explained after it, and change nothing again. */
    async costsOf(work: () => Promise<unknown>): Promise<readonly StatementCost[]> {
      recorded = [];
      await work();
      const sent = recorded;
      const costs: StatementCost[] = [];
      for (const statement of sent) costs.push(await explain(explaining, statement));
      return costs;
    },
    close: () => Promise.all([pool.end(), explaining.end()]),
  };
}

async function explain(pool: pg.Pool, { text, values }: Statement): Promise<StatementCost> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { rows } = await client.query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      [...values],
    );
    const plan = rows[0]!["QUERY PLAN"][0]!.Plan;
    return { text, pages: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], scanned: scannedBy(plan) };
  } catch (error) {
    // A row that was inserted cannot be inserted again.
    if ((error as { readonly code?: string }).code !== "23505") throw error;
    return { text, pages: 0, scanned: [] };
  } finally {
    await client.query("rollback");
    client.release();
  }
}

function scannedBy(plan: Plan): readonly string[] {
  const own = plan["Node Type"] === "Seq Scan" ? [plan["Relation Name"] ?? ""] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scannedBy)];
}
