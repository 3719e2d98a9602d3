import type { Pool } from "pg";
import type { Log } from "../observability/logger.ts";
import { type Channel, openNotifications } from "../postgres/notifications.ts";

export type WakeUp = Channel & { stop(): Promise<void> };

/** Listens on one channel of Postgres over a connection of its own, and reconnects when that is lost. */
export function listenTo(pool: Pool, channel: string, log: Pick<Log, "warn">): WakeUp {
  const notifications = openNotifications(pool, log);
  return { ...notifications.on(channel), stop: notifications.stop };
}
