import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Secret } from "#domain/core/text/secret.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { excelTokens, type ExcelTokens } from "./tokens/excel-tokens.ts";
import { identityMigrations } from "./migrations.ts";
import { type BrowserSessions, sessions } from "./sessions.ts";
import { sweepIdentity } from "./sweep.ts";

const secrets = [new Secret("a secret of the installation, 32 or more characters")] as const;
const issuer = "http://localhost:3000";
let db: FreshDatabase;
let store: BrowserSessions;
let excel: ExcelTokens;

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, identityMigrations);
  store = sessions({ pool: db.pool, secrets, issuer });
  excel = excelTokens({ pool: db.pool, secrets, issuer });
});
afterAll(() => db.drop());

describe("sessions", () => {
  test("last from sign-in to logout", async () => {
    const opened = await store.open("ada");
    expect(await store.check(opened.token)).toEqual({ userId: "ada", sid: opened.sid, user: null, unread: 0 });
    expect(opened.expires.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    await store.end(opened.sid);
    expect(await store.check(opened.token)).toBeNull();
  });

  test("are found with their users by one statement", async () => {
    let statements = 0;
    const pool = new pg.Pool({ connectionString: db.url });
    const query = (...given: [never]) => ((statements += 1), pool.query(...given));
    const userRow = (id: string) => `(select json_build_object('name', ${id} || ' of the users'))`;
    const both = sessions<{ name: string }>({ pool: { query } as never, secrets, issuer, userRow });
    const { token, sid } = await store.open("gus");
    expect(await both.check(token)).toEqual({ userId: "gus", sid, user: { name: "gus of the users" }, unread: 0 });
    expect(statements).toBe(1);
    await pool.end();
  });

  test("end together, but for the one that changed the password", async () => {
    const here = await store.open("bea");
    const there = await store.open("bea");
    const other = await store.open("cid");
    await store.endAll("bea", here.sid);
    expect(await store.check(here.token)).toEqual({ userId: "bea", sid: here.sid, user: null, unread: 0 });
    expect(await store.check(there.token)).toBeNull();
    await store.endAll("bea");
    expect(await store.check(here.token)).toBeNull();
    expect(await store.check(other.token)).not.toBeNull();
  });

  test("are known as replaced for an hour, and open nothing then", async () => {
    const { token, sid } = await store.open("fay");
    const other = await store.open("fay");
    const { token: sheet } = await excel.issue("fay");
    await store.replace(sid);
    expect(await store.check(token)).toBe("replaced");
    expect(await store.check(other.token)).toMatchObject({ userId: "fay" });
    expect(await excel.check(sheet)).toBeNull();
    await db.pool.query(`update identity.sessions set expires = expires - interval '61 minutes' where sid = $1`, [sid]);
    expect(await store.check(token)).toBeNull();
  });

  test("tell their user where they are open and when they were last seen", async () => {
    const laptop = await store.open("hal", "Firefox on Linux");
    const phone = await store.open("hal", "x".repeat(500));
    const gone = await store.open("hal", "Safari on macOS");
    await store.open("ida", "Chrome on Windows");
    await store.replace(gone.sid);
    const seenBefore = (sid: string, minutes: number) =>
      db.pool.query(`update identity.sessions set last_seen = now() - $2 * interval '1 minute' where sid = $1`, [
        sid,
        minutes,
      ]);
    await seenBefore(laptop.sid, 4);
    await seenBefore(phone.sid, 60);
    await store.check(laptop.token);
    const { items, total } = await store.listOf("hal", { limit: 10, offset: 0 });
    expect(items.map(({ sid, device }) => [sid, device])).toEqual([
      [laptop.sid, "Firefox on Linux"],
      [phone.sid, "x".repeat(80)],
    ]);
    expect([total, Date.now() - Number(items[0]?.lastSeen) > 3 * 60_000]).toEqual([2, true]);
    await store.check(phone.token);
    const next = await store.listOf("hal", { limit: 1, offset: 0 });
    expect([next.items[0]?.sid, next.total]).toEqual([phone.sid, 2]);
    expect(Date.now() - Number(next.items[0]?.lastSeen)).toBeLessThan(60_000);
  });

  test("are ended one by one by their user alone", async () => {
    const here = await store.open("jon");
    const there = await store.open("jon");
    expect(await store.endOf("eve", there.sid)).toBe(false);
    expect(await store.check(there.token)).not.toBeNull();
    expect(await store.endOf("jon", there.sid)).toBe(true);
    expect(await store.endOf("jon", there.sid)).toBe(false);
    expect([await store.check(there.token), (await store.check(here.token)) !== null]).toEqual([null, true]);
  });

  test("end by the database's clock, even when the token says otherwise", async () => {
    const { token, sid } = await store.open("dee");
    await db.pool.query(`update identity.sessions set expires = now() - interval '1 second' where sid = $1`, [sid]);
    expect(await store.check(token)).toBeNull();
    await sweepIdentity(db.pool, { keyCallsKeptDays: 90 }, AbortSignal.timeout(60_000));
    const { rowCount } = await db.pool.query(`select 1 from identity.sessions where sid = $1`, [sid]);
    expect(rowCount).toBe(0);
  });

  test("are not opened by a row of somebody else", async () => {
    const { token, sid } = await store.open("eve");
    await db.pool.query(`update identity.sessions set user_id = 'ada' where sid = $1`, [sid]);
    expect(await store.check(token)).toBeNull();
  });

  test("read junk as nobody", async () => {
    for (const junk of ["", "a.b.c", "\0", "x".repeat(100_000)]) expect(await store.check(junk)).toBeNull();
  });
});

describe("tokens for spreadsheets", () => {
  test("open the stream for a quarter of an hour, until they are revoked", async () => {
    const { token, expiresAt } = await excel.issue("ada");
    const other = await excel.issue("bea");
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(15 * 60_000 + 5_000);
    expect(await excel.check(token)).toMatchObject({ userId: "ada" });
    await excel.revokeAll("ada");
    expect(await excel.check(token)).toBeNull();
    expect(await excel.check(other.token)).toMatchObject({ userId: "bea" });
  });

  test("leave behind when their user logged in last, also after they have ended", async () => {
    const before = new Date();
    const { sid } = await store.open("grace");
    await store.end(sid);
    const logins = await store.lastLogins(["grace", "nobody"]);
    expect([...logins.keys()]).toEqual(["grace"]);
    expect(Math.abs(logins.get("grace")!.getTime() - before.getTime())).toBeLessThan(60_000);
    await db.pool.query("update identity.last_logins set at = now() - interval '1 day'");
    await store.open("grace");
    expect((await store.lastLogins(["grace"])).get("grace")!.getTime()).toBeGreaterThan(before.getTime() - 60_000);
  });

  test("stop with their user's logout, and when all sessions end", async () => {
    const { sid } = await store.open("iva");
    const { token } = await excel.issue("iva");
    const other = await excel.issue("bea");
    await store.end(sid);
    expect(await excel.check(token)).toBeNull();
    expect(await excel.check(other.token)).not.toBeNull();
    await store.endAll("bea");
    expect(await excel.check(other.token)).toBeNull();
  });

  test("are no sessions, and sessions are none of them", async () => {
    expect(await store.check((await excel.issue("ada")).token)).toBeNull();
    expect(await excel.check((await store.open("ada")).token)).toBeNull();
  });

  test("are over when their time is", async () => {
    const hasty = excelTokens({ pool: db.pool, secrets, issuer, lifetimeMs: -1_000 });
    expect(await hasty.check((await hasty.issue("ada")).token)).toBeNull();
  });
});
