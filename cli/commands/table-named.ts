import type { Client } from "../client/client.ts";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Where the id is in a row of the list of tables. */
const IDS = { dataset: "id", connection: "connection_id" } as const;

type Row = { readonly table?: string; readonly id?: string; readonly connection_id?: string | null };

/**
 * The id of a dataset or a connection that is given by its id or by the name of its table. A name that no table has is
 * returned as it is: the server says that there is no such thing.
 */
export async function idOf(api: Client, kind: keyof typeof IDS, given: string): Promise<string> {
  if (ID.test(given)) return given;
  for await (const item of api.items("/api/stream/data", { limit: "1000" })) {
    const row = item as Row;
    const id = row.table === given ? row[IDS[kind]] : null;
    if (id) return id;
  }
  return given;
}
