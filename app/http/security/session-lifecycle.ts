import type { SessionLifecycle } from "../../platform.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** Opens and closes sessions as Set-Cookie values: the store's rows and the browser's cookie together. */
export function sessionDoor(
  sessions: {
    open(userId: string, device: string): Promise<{ readonly token: string; readonly expires: Date }>;
    replace(sid: string): Promise<void>;
    end(sid: string): Promise<void>;
  },
  cookie: SessionCookie,
): SessionLifecycle {
  return {
    async open(userId, before, device) {
      if (before !== null) await sessions.replace(before);
      const { token, expires } = await sessions.open(userId, device);
      return cookie.set(token, expires);
    },
    async close(sid) {
      if (sid !== null) await sessions.end(sid);
      return cookie.clear();
    },
  };
}
