import type { AppContext } from "../platform.ts";

/** Whether mails are kept here for whoever asks to read. */
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
 * Mails hold links that open accounts, so they are for admins, and for anyone only where the server is somebody's own machine:
 * its public address is loopback, the browser asked for that very host, and no proxy stands in between.
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
