import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "#testing/call.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let [ada, ben]: Person[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  [ada, ben] = [await product.person("Ada"), await product.person("Ben")];
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const get = (path: string, cookie?: string, headers = {}) =>
  product.call("GET", path, {
    headers: { "sec-fetch-site": "same-origin", ...headers, ...(cookie === undefined ? {} : { cookie }) },
  });
const post = (path: string, cookie: string, body: unknown = {}) =>
  product.call("POST", path, { headers: { "sec-fetch-site": "same-origin", cookie }, body });
const tokens = ({ headers }: Answer) => headers.getSetCookie().filter((each) => each.startsWith("token="));
const cleared = (answer: Answer) => tokens(answer).some((each) => each.startsWith("token=;"));

async function signIn({ email, password }: Person, cookie = ""): Promise<string> {
  const answer = await post("/api/users/login", cookie, { email, password });
  expect([answer.status, tokens(answer).length]).toEqual([200, 1]);
  return tokens(answer)[0]!.split(";")[0]!;
}

test("a request that was under way while its browser signed in again does not take the new cookie away", async () => {
  const before = await signIn(ada!);
  const after = await signIn(ben!, before);
  // Sent with the cookie that the browser had; its answer arrives after that of the login.
  for (const path of ["/api/users/me", "/api/connectors/my", "/manage", "/manage.data", "/"]) {
    const late = await get(path, before);
    expect([path, late.status, tokens(late)]).toEqual([
      path,
      path.startsWith("/api") ? 401 : path === "/manage" ? 302 : late.status,
      [],
    ]);
  }
  const late = await post("/api/access/grant", before, { assetId: "none" });
  expect([late.status, tokens(late)]).toEqual([401, []]);
  // A page works with the new cookie, and shows no message about an expired session.
  const page = await get("/manage?tab=stream", before);
  expect([page.headers.get("location"), page.headers.getSetCookie()]).toEqual([
    "/login?redirect=%2Fmanage%3Ftab%3Dstream",
    [],
  ]);
  expect((await get("/login?redirect=%2Fmanage%3Ftab%3Dstream", after)).headers.get("location")).toBe(
    "/manage?tab=stream",
  );
  expect((await get("/api/users/me", after)).json.name).toBe("Ben");
});

test("a request without a cookie takes none away", async () => {
  const answer = await get("/api/users/me");
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
});

test("a session that has ended is taken away with the 401, and so is a forged one", async () => {
  const loggedOut = await signIn(ada!);
  await post("/api/users/logout", loggedOut);
  const expired = await signIn(ada!);
  await db.pool.query(
    "update identity.sessions set expires = now() - interval '1 second' where sid = (select sid from identity.sessions order by created desc limit 1)",
  );
  for (const cookie of [loggedOut, expired, "token=eyJhbGciOiJIUzI1NiJ9.e30.forged"]) {
    for (const path of ["/api/users/me", "/manage"]) {
      const answer = await get(path, cookie);
      expect([path, cleared(answer), tokens(answer).length]).toEqual([path, true, 1]);
    }
  }
  expect((await get("/manage", expired)).headers.getSetCookie().join()).toContain("flash=");
});

test("another browser of the same person is not touched, and an hour later a replaced session is like any other that has ended", async () => {
  const [here, there] = [await signIn(ada!), await signIn(ada!)];
  await signIn(ada!, here);
  expect((await get("/api/users/me", there)).status).toBe(200);
  expect(cleared(await get("/api/users/me", here))).toBe(false);
  const { rows } = await db.pool.query(
    "select expires < now() + interval '61 minutes' as soon from identity.sessions where replaced",
  );
  expect(rows.every(({ soon }) => soon)).toBe(true);
  await db.pool.query("update identity.sessions set expires = now() - interval '1 second' where replaced");
  expect(cleared(await get("/api/users/me", here))).toBe(true);
});
