import pg, { type Pool, type PoolClient } from "pg";
import type { ColumnType } from "#domain/core/values/table.ts";
import { physicalColumns } from "../column-sql.ts";
import { startCopy } from "../load/copy-rows.ts";
import type { Layout } from "../csv/row-format.ts";
import { inDataTransaction } from "../data-transaction.ts";
import { arrayLine } from "./pull-lines.ts";
import type { Spool } from "./pull-spool.ts";

/** From this byte of the spool on, lines have cells for this many columns. */
export type Segment = { readonly from: number; readonly columns: number };

/** The rows of a spool, copied to a typed table during the pull, so that little is left to do at its end. */
export type StagedRows = {
  /** Bytes of the spool that are in the table. */
  copied(): number;
  /** How often the table had to be started again because a column turned out to have another type. */
  restarts(): number;
  /** Copies the rest of the spool into the table, with these column types. */
  advance(layout: Layout, types: readonly ColumnType[], segments: readonly Segment[]): Promise<void>;
  drop(): Promise<void>;
};

export function stagedRows({
  pool,
  name,
  runId,
  spool,
}: {
  pool: Pool;
  name: string;
  runId: string;
  spool: Spool;
}): StagedRows {
  let made: { readonly layout: Layout; readonly types: readonly ColumnType[] } | null = null;
  let copied = 0;
  let restarts = 0;

  const prepare = async (client: PoolClient, layout: Layout, wanted: readonly ColumnType[]): Promise<void> => {
    if (made?.layout === layout && made.types.every((type, index) => type === wanted[index])) {
      if (layout === "columns")
        for (let index = made.types.length; index < wanted.length; index += 1)
          await client.query(`ALTER TABLE ${name} ADD COLUMN c${index} ${wanted[index]}`);
      return;
    }
    if (made !== null) restarts += 1;
    copied = 0;
    await client.query(`
      DROP TABLE IF EXISTS ${name};
      CREATE TABLE ${name} (${physicalColumns(layout, "pull", wanted)}, PRIMARY KEY (_row_id));
      ALTER TABLE ${name} ALTER COLUMN _run_id SET DEFAULT ${pg.escapeLiteral(runId)}`);
  };

  return {
    copied: () => copied,
    restarts: () => restarts,
    async advance(layout, wanted, segments) {
      const to = spool.size();
      await inDataTransaction(pool, async (client) => {
        await prepare(client, layout, wanted);
        for (const [index, segment] of segments.entries()) {
          const from = Math.max(copied, segment.from);
          const until = Math.min(to, segments[index + 1]?.from ?? to);
          if (from < until) await copyLines(client, name, layout, segment.columns, spool.read(from, until));
        }
      });
      made = { layout, types: wanted };
      copied = to;
    },
    async drop() {
      await pool.query(`DROP TABLE IF EXISTS ${name}`);
      made = null;
      copied = 0;
    },
  };
}

async function copyLines(
  client: PoolClient,
  name: string,
  layout: Layout,
  columns: number,
  lines: AsyncIterable<Uint8Array>,
): Promise<void> {
  const cells = layout === "array" ? ["cells"] : Array.from({ length: columns }, (_, index) => `c${index}`);
  const copy = startCopy(client, `${name} (${["_row_id", ...cells].join(", ")})`, { format: "text", freeze: false });
  for await (const chunk of layout === "array" ? asArrays(lines) : lines) await copy.write(chunk);
  await copy.end();
}

async function* asArrays(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let rest = Buffer.alloc(0);
  for await (const chunk of lines) {
    rest = Buffer.concat([rest, chunk]);
    const end = rest.lastIndexOf(0x0a) + 1;
    const whole = rest.subarray(0, end).toString();
    rest = rest.subarray(end);
    if (whole !== "")
      yield Buffer.from(
        whole
          .split("\n")
          .slice(0, -1)
          .map((line) => `${arrayLine(line)}\n`)
          .join(""),
      );
  }
}
