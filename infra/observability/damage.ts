import type { Pool, PoolClient } from "pg";

/** What the database said of a damaged page or index, and where that is. */
export type DamageFound = { readonly place: string; readonly at: Date };

/** Remembers what the database says of damaged data, whoever asked and whatever became of the answer. */
export type Damage = {
  /** How often it was said since the process started. */
  seen(): number;
  /** The last of it. */
  last(): DamageFound | null;
  /** Listens on every connection of a pool. */
  watch(pool: Pool): void;
};

/** SQLSTATE data_corrupted and index_corrupted. */
const DAMAGED = /^XX00[12]$/;

type Connection = { on(event: "errorMessage", listener: (error: { code?: string; message: string }) => void): void };

/** `namer` is asked for the names of relations; `onFound` is called each time. */
export function createDamage(namer: Pool, onFound: (found: DamageFound) => void): Damage {
  const watched = new Set<Pool>();
  let seen = 0;
  let last: DamageFound | null = null;
  const note = async (words: string): Promise<void> => {
    seen += 1;
    const at = new Date();
    last = { place: words, at };
    last = { place: await damagedPlace(namer, words), at };
    onFound(last);
  };
  return {
    seen: () => seen,
    last: () => last,
    watch(pool) {
      if (watched.has(pool)) return;
      watched.add(pool);
      pool.on("connect", (client: PoolClient) => {
        // The driver has this event for each error of the server; its types do not say so.
        const { connection } = client as unknown as { readonly connection: Connection };
        connection.on("errorMessage", ({ code = "", message }) => {
          if (DAMAGED.test(code)) void note(message);
        });
      });
    },
  };
}

export function isDamage(error: unknown): error is Error {
  return error instanceof Error && DAMAGED.test(String((error as { code?: unknown }).code));
}

const PAGE = /block (\d+) of relation "?(base\/\d+\/(\d+))/;

/** Where damaged data is: the server names a file, which says nothing to a person. */
export async function damagedPlace(pool: Pick<Pool, "query">, words: string): Promise<string> {
  const [, block, file, node] = PAGE.exec(words) ?? [];
  if (node === undefined) return words;
  const { rows } = await pool
    .query<{ name: string | null }>("SELECT pg_filenode_relation(0, $1::oid)::regclass::text AS name", [node])
    .catch(() => ({ rows: [] }));
  return `page ${block} of ${rows[0]?.name ?? "a relation"} (${file})`;
}
