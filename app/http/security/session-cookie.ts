import { SESSION_COOKIE } from "../request/cookies.ts";

/** The session cookie, as Set-Cookie values for a response. */
export interface SessionCookie {
  set(token: string, expires: Date): string;
  clear(): string;
}

/** The cookie `token`: HttpOnly, not sent with other sites' forms, and Secure if APP_URL is https. */
export function sessionCookie(options: { readonly secure: boolean }): SessionCookie {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${options.secure ? "; Secure" : ""}`;
  return {
    set(token, expires) {
      if (!/^[\w.-]+$/.test(token))
        throw new Error("A session token has letters, digits, dots, dashes and underscores only");
      return `${SESSION_COOKIE}=${token}; ${attributes}; Expires=${expires.toUTCString()}`;
    },
    clear: () => `${SESSION_COOKIE}=; ${attributes}; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0`,
  };
}
