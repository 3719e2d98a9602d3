import type { SessionLifecycle } from "../../platform.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** Opens and closes sessions as Set-Cookie values: the store's rows and the browser's cookie together. */
export function sessionDoor(
  sessions: {
    open(userId: string): Promise<{ readonly token: string; readonly expires: Date }>;
    replace(sid: string): Promise<void>;
    end(sid: string): Promise<void>;
  },
  cookie: SessionCookie,
): SessionLifecycle {
  return {
    async open(userId, before) {
      if (before !== null) await sessions.replace(before);
      const { token, expires } = await sessions.open(userId);
      return cookie.set(token, expires);
    },
    async close(sid) {
      if (sid !== null) await sessions.end(sid);
      return cookie.clear();
    },
  };
}
