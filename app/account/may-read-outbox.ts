import { isLoopback } from "#domain/core/values/loopback.ts";
import type { RequestFacts } from "../http/request/request-facts.ts";
import type { AppContext } from "../platform.ts";

/** Whether mails are stored here and this viewer may read them. */
export function outboxIsOpen({ platform, viewer, facts }: AppContext): boolean {
  const { outbox, appUrl } = platform.site;
  return outbox && mayReadOutbox({ isAdmin: viewer?.roles.includes("admin") === true, facts, appUrl });
}

/**
 * Mails contain links that give access to accounts, so they are for admins, and for anyone only if the server runs on
 * their own machine: the request comes from this machine and through no proxy, it asks for APP_URL's host, and that is
 * loopback. Where proxies are expected (TRUST_PROXY), it is no machine of one's own.
 */
export function mayReadOutbox(asking: {
  readonly isAdmin: boolean;
  readonly facts: Pick<RequestFacts, "isLocal" | "trustsProxies" | "host">;
  readonly appUrl: string;
}): boolean {
  const { isAdmin, facts, appUrl } = asking;
  if (isAdmin) return true;
  const { hostname, host } = new URL(appUrl);
  return facts.isLocal && !facts.trustsProxies && isLoopback(hostname) && facts.host === host;
}
