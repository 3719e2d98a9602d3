import type { LoggedEvent } from "../../core/event-log.ts";
import { loadState } from "../../core/load-state.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { type Account, account } from "../../user/account.ts";
import type { UserEvent } from "../../user/events.ts";
import { streams } from "../streams.ts";

/** Plan and streaming keys of a user as the log has them. */
export async function loadAccount(ports: Pick<CorePorts, "log">, userId: string): Promise<Account> {
  return (await loadState<Account, LoggedEvent<UserEvent>>(ports.log, account, streams.user(userId))).state;
}
