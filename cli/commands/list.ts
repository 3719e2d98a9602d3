import { EXIT, Failure } from "../failure.ts";
import type { Client } from "../client/client.ts";
import { type Command, textOf } from "./command.ts";

type Row = { readonly value: unknown; readonly cells: readonly string[] };
type Asked = { readonly search?: string };

const PAGE = "1000";

/** What can be listed. Each yields its rows as they come, page by page. */
const LISTS = {
  async *tables(api: Client): AsyncGenerator<Row> {
    for await (const item of api.items("/api/stream/data", { limit: PAGE })) {
      const { table, title, rows } = item as { table?: string; title?: string; rows?: number | null };
      yield { value: item, cells: [table ?? "", String(rows ?? ""), title ?? ""] };
    }
  },
  async *connections(api: Client): AsyncGenerator<Row> {
    for await (const item of api.items("/api/connectors/my", { limit: PAGE }))
      yield { value: item, cells: [item.id, item.last_run?.status ?? "", item.title] };
  },
  async *datasets(api: Client, asked: Asked): AsyncGenerator<Row> {
    for await (const item of api.items("/api/assets", { limit: "100", ...asked }))
      yield { value: item, cells: [item.id, item.table_name ?? "", item.title] };
  },
  async *connectors(api: Client, asked: Asked): AsyncGenerator<Row> {
    for await (const item of api.items("/api/connectors", { limit: "100", ...asked }))
      yield { value: item, cells: [item.id, item.status, item.title] };
  },
} as const;

export const list: Command = {
  usage: "list [tables|connections|datasets|connectors] [--search <words>]",
  about: "Lists what the key can read; tables, if nothing is named.",
  options: { search: { type: "string" } },
  async run({ api, terminal, signal }, given) {
    const [kind = "tables", ...rest] = given.positionals;
    if (!(kind in LISTS) || rest.length > 0)
      throw new Failure(EXIT.badUse, `List one of ${Object.keys(LISTS).join(", ")}.`);
    const search = textOf(given, "search");
    if (search !== undefined && kind !== "datasets" && kind !== "connectors")
      throw new Failure(EXIT.badUse, "--search is for datasets and connectors.");
    for await (const { value, cells } of LISTS[kind as keyof typeof LISTS](
      api,
      search === undefined ? {} : { search },
    )) {
      signal.throwIfAborted();
      terminal.row(value, cells);
    }
    return EXIT.ok;
  },
};
