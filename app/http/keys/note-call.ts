import type { Request, Response } from "express";
import type { Platform } from "../../platform.ts";
import { clientName } from "./key-credential.ts";
import type { Reader } from "./stream-credential.ts";

/**
 * Records a call of a table by key when it is over, for the list of last calls. The route tells which table it was
 * (`res.locals.tableRead`) and how many rows were sent (`rowsSent`); a call that reaches no table is not recorded.
 */
export function noteCall(
  { keyCalls, followUps }: Pick<Platform, "keyCalls" | "followUps">,
  req: Request,
  res: Response,
  { userId, keyId }: Reader,
  continues = false,
): void {
  const started = performance.now();
  res.once("close", () => {
    const table: unknown = res.locals["tableRead"];
    const rows: unknown = res.locals["rowsSent"];
    if (typeof table !== "string") return;
    const call = {
      ...{ userId, keyId, table },
      client: clientName(req.headers["user-agent"]),
      status: res.statusCode,
      rows: typeof rows === "number" ? rows : null,
      ms: Math.round(performance.now() - started),
    };
    followUps.start(userId, "noting a call by key", () => keyCalls.note(call, { continues }));
  });
}
