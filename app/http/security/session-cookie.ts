/** The session cookie, as Set-Cookie values for a response. */
export interface SessionCookie {
  /** The token in a Cookie header; null if there is none, or two that differ. */
  read(cookieHeader: string | null | undefined): string | null;
  set(token: string, expires: Date): string;
  clear(): string;
}

const NAME = "token";

/**
 * The cookie `token`: HttpOnly, not sent with other sites' forms, and Secure if APP_URL is https. Two different ones
 * mean that another host has planted one: then none is valid.
 */
export function sessionCookie(options: { readonly secure: boolean }): SessionCookie {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${options.secure ? "; Secure" : ""}`;
  return {
    read(cookieHeader) {
      const values = (cookieHeader ?? "").split(";").flatMap((pair) => {
        const at = pair.indexOf("=");
        return pair.slice(0, at).trim() === NAME ? [pair.slice(at + 1).trim()] : [];
      });
      const [only = null, ...others] = new Set(values.filter((value) => value !== ""));
      return others.length === 0 ? only : null;
    },
    set(token, expires) {
      if (!/^[\w.-]+$/.test(token))
        throw new Error("A session token has letters, digits, dots, dashes and underscores only");
      return `${NAME}=${token}; ${attributes}; Expires=${expires.toUTCString()}`;
    },
    clear: () => `${NAME}=; ${attributes}; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0`,
  };
}
