import type { Request, Response } from "express";
import type { TableRead } from "#domain/core/keys/key-calls.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import type { Platform } from "../../platform.ts";
import { clientName } from "./key-credential.ts";
import type { Reader } from "./stream-credential.ts";
import { whenClosed } from "../watching/when-closed.ts";

/** Says who reads with a key or token of their own, whatever the session. */
export function tellReader(res: Response, { userId, keyId }: Reader): void {
  res.locals["readerId"] = userId;
  if (keyId !== null) res.locals["keyId"] = keyId;
}

/** Says which table a call reads; a call that reaches no table is not recorded. */
export function tellTable(
  res: Response,
  { name: table, kind, itemId, instanceId }: Named,
  version: number | null,
): void {
  res.locals["tableRead"] = { ...named({ name: table, kind, itemId, instanceId }), version, refused: false };
}

/**
 * Says which table a call may not read, by the text that names it, so that its owner and auditors see who was refused. One
 * that names nothing is not recorded.
 */
export async function tellRefused(
  { queries }: Pick<Platform, "queries">,
  res: Response,
  reference: string,
): Promise<void> {
  const [found] = await queries.tables.named([reference], []);
  if (found) res.locals["tableRead"] = { ...named(found), version: null, refused: true };
}

type Named = Pick<TableEntry, "name" | "kind" | "itemId" | "instanceId">;

function named({ name: table, kind, itemId, instanceId }: Named): Pick<TableRead, "table" | "itemId"> {
  return { table, itemId: kind === "output" ? (instanceId ?? itemId) : itemId };
}

/**
 * Records a call of a table by key when it is over: for the list of last calls, and for those who see who read an item.
 * The route tells which table it was (`tellTable`) and how many rows were sent (`rowsSent`).
 */
export function noteCall(
  { keyCalls, followUps }: Pick<Platform, "keyCalls" | "followUps">,
  req: Request,
  res: Response,
  { userId, keyId }: Reader,
  continues = false,
): void {
  const started = performance.now();
  const { socket } = req;
  const before = socket.bytesWritten;
  whenClosed(res, () => {
    const read = res.locals["tableRead"] as TableRead | undefined;
    const rows: unknown = res.locals["rowsSent"];
    if (read === undefined) return;
    const call = {
      ...{ userId, keyId, ...read },
      client: clientName(req.headers["user-agent"]),
      status: res.statusCode,
      rows: typeof rows === "number" ? rows : null,
      bytes: socket.bytesWritten - before,
      ms: Math.round(performance.now() - started),
    };
    followUps.start(userId, "noting a call by key", () => keyCalls.note(call, { continues }));
  });
}
