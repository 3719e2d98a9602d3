import { describe, expect, test } from "vitest";
import { sessionCookie } from "./session-cookie.ts";
import { sessionDoor } from "./session-lifecycle.ts";

const cookie = sessionCookie({ secure: true });
const expires = new Date("2030-01-02T03:04:05Z");

describe("sessionCookie", () => {
  test("is for no script, no other site and no plain connection", () => {
    expect(cookie.set("a.b.c", expires)).toBe(
      "token=a.b.c; Path=/; HttpOnly; SameSite=Lax; Secure; Expires=Wed, 02 Jan 2030 03:04:05 GMT",
    );
    expect(sessionCookie({ secure: false }).set("a.b.c", expires)).not.toContain("Secure");
    expect(cookie.clear()).toBe(
      "token=; Path=/; HttpOnly; SameSite=Lax; Secure; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0",
    );
    expect(() => cookie.set("a; Domain=evil.example", expires)).toThrow();
  });
});

describe("sessionDoor", () => {
  test("opens a session with its cookie, and ends both together", async () => {
    const ended: string[] = [];
    const replaced: string[] = [];
    const door = sessionDoor(
      {
        open: async (userId) => ({ token: `for.${userId}`, expires }),
        replace: async (sid) => void replaced.push(sid),
        end: async (sid) => void ended.push(sid),
      },
      cookie,
    );
    expect(await door.open("ada", null, "Firefox on Linux")).toMatch(/^token=for\.ada; .*Expires=Wed, 02 Jan 2030/);
    expect(await door.close("sid-1")).toBe(cookie.clear());
    expect(await door.close(null)).toBe(cookie.clear());
    expect(await door.open("ada", "sid-0", "Firefox on Linux")).toMatch(/^token=for\.ada; /);
    expect([replaced, ended]).toEqual([["sid-0"], ["sid-1"]]);
  });
});
