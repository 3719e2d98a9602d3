import { sendRefusal } from "../security/refuse-request.ts";
import type { Request, Response } from "express";
import { rowsPath } from "../../streaming/snippet.ts";
import type { Platform } from "../../platform.ts";
import { pageHeaders, rangeOf } from "../json-api/paging.ts";
import { queryOf, readQuery } from "../json-api/query.ts";
import { streamListQuery } from "./byte-endpoints.ts";
import type { Reader } from "../keys/stream-credential.ts";

/** GET /api/stream/data without a table: the tables that this key can read, by title. */
export async function listTables(platform: Platform, req: Request, res: Response, reader: Reader): Promise<void> {
  const params = queryOf(req);
  const read = readQuery(params, streamListQuery);
  if (!read.ok) return sendRefusal(res, read);
  const { appUrl } = platform.site;
  const { items, ...page } = await platform.queries.tables.readablePage(
    reader.userId,
    { only: reader.tables },
    rangeOf(read.value),
  );
  res.set(pageHeaders({ url: new URL(req.originalUrl, appUrl), appUrl, asked: read.value }, page)).json(
    items.map(({ itemId: id, instanceId, name, title, kind, current }) => ({
      id,
      connection_id: instanceId,
      table: name,
      title,
      kind,
      rows: current?.rows ?? 0,
      columns: current?.columns.map((column) => ({ name: column.name, label: column.label, type: column.type })) ?? [],
      url: `${appUrl}/${rowsPath(name, "json")}`,
    })),
  );
}
