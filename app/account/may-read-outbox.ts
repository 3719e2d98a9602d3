import type { AppContext } from "../platform.ts";

/** Whether mails are stored here and this viewer may read them. */
export function outboxIsOpen({ platform, viewer, forwarded }: AppContext, request: Request): boolean {
  const { outbox, appUrl } = platform.site;
  return (
    outbox &&
    mayReadOutbox({
      isAdmin: viewer?.roles.includes("admin") === true,
      forwarded,
      host: request.headers.get("Host"),
      appUrl,
    })
  );
}

/**
 * Mails contain links that give access to accounts, so they are for admins, and for anyone only if the server runs on
 * their own machine: its public address is loopback, the browser requested that host, and there is no proxy.
 */
export function mayReadOutbox(asking: {
  readonly isAdmin: boolean;
  readonly forwarded: boolean;
  readonly host: string | null;
  readonly appUrl: string;
}): boolean {
  if (asking.isAdmin) return true;
  const { hostname, host } = new URL(asking.appUrl);
  const loopback = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
  return loopback && !asking.forwarded && asking.host?.toLowerCase() === host;
}
