import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "#testing/call.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

const PASSWORD = "correct horse of the test";
/** The default limit of mails per receiving address: 5 an hour. */
const LIMITS =
  "register=1000000/1h,forgot=1000000/1h,forgot-address=1000000/1h,share=1000000/1h,link=4/1h,login-address=12/1h";

let db: InstalledDatabase;
let product: Product;
let ada: Person;
let number = 0;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { RATE_LIMITS: LIMITS, TRUST_PROXY: "1" } });
  ada = await product.person("Ada");
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const post = (path: string, body: unknown, from = "198.51.100.1") =>
  product.call("POST", path, { body, headers: { "x-forwarded-for": from } });
const form = (path: string, fields: Record<string, string>) =>
  product.call("POST", path, {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
const unknown = () => `nobody${(number += 1)}@example.org`;
const fresh = () => `Fresh ${(number += 1)}`;

/** All that a client sees, without what differs between any two requests. */
function seen({ status, headers, text }: Answer, typed: readonly string[]) {
  const hide = (from: string) =>
    typed.reduce((left, each) => left.replaceAll(each, "…"), from).replace(/nonce="[^"]*"|"request_id":"[^"]*"/g, "");
  const named = [...headers].filter(
    ([name]) =>
      !["date", "x-request-id", "content-security-policy", "content-length"].includes(name) &&
      // What is left of the caller's own limit, which each call lowers by one.
      !["ratelimit-remaining", "ratelimit-reset"].includes(name),
  );
  return { status, headers: named, text: hide(text) };
}

describe("a stranger who registers", () => {
  const pending = `pending@example.org`;
  beforeAll(async () => {
    expect((await post("/api/users/register", { name: "Pending", email: pending, password: PASSWORD })).status).toBe(
      201,
    );
  });

  test.each([
    ["a free name", () => fresh()],
    ["a taken name", () => "ADA"],
    ["a name that is none", () => " "],
  ])("under %s cannot tell from the answer whether an address is known", async (_kind, nameOf) => {
    const answers = [];
    const pages = [];
    for (const email of [ada.email, pending, unknown()]) {
      const name = nameOf();
      answers.push(seen(await post("/api/users/register", { name, email, password: PASSWORD }), [name, email]));
      const another = nameOf();
      pages.push(
        seen(await form("/register", { name: another, email, password: PASSWORD, terms: "accepted" }), [
          another,
          email,
        ]),
      );
    }
    for (const each of [answers, pages]) expect(each).toEqual([each[0], each[0], each[0]]);
  });

  test("can log in at once, but for the address that is to be verified", async () => {
    const email = unknown();
    await post("/api/users/register", { name: fresh(), email, password: PASSWORD });
    const login = await post("/api/users/login", { email, password: PASSWORD });
    expect([login.status, login.json.error]).toEqual([
      403,
      expect.stringContaining("Verify your e-mail address first"),
    ]);
  });

  test("cannot tell by logging in with the password just chosen, or another, whether the address was known", async () => {
    const answers = [];
    for (const email of [ada.email, pending, unknown()]) {
      await post("/api/users/register", { name: fresh(), email, password: "chosen by a stranger" });
      const logIn = async (password: string) =>
        seen(await post("/api/users/login", { email, password }, "198.51.100.77"), [email]);
      const chosen = await eventually(async () => {
        const answer = await logIn("chosen by a stranger");
        return answer.status === 403 && answer;
      });
      answers.push([chosen, await logIn("never chosen")]);
    }
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(answers[0]!.map(({ status }) => status)).toEqual([403, 400]);
    expect((await post("/api/users/login", { email: ada.email, password: ada.password })).status).toBe(200);
  });

  test("finds every name taken afterwards, whosever the address was", async () => {
    for (const email of [ada.email, pending, unknown()]) {
      const name = fresh();
      const statuses = [];
      for (const address of [email, email, unknown(), email])
        statuses.push((await post("/api/users/register", { name, email: address, password: PASSWORD })).status);
      expect(statuses).toEqual([201, 201, 409, 201]);
    }
  });

  test("is answered alike when asking for mails to known and unknown addresses", async () => {
    for (const path of ["/api/users/forgot-password", "/api/users/resend-verification"]) {
      const answers = [];
      for (const email of [ada.email, pending, unknown()]) answers.push(seen(await post(path, { email }), [email]));
      expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    }
  });
});

describe("mails to one address", () => {
  test("are five an hour for all senders and ways together, and nobody is told", async () => {
    const [victim, owner] = [await product.person("Victim"), await product.person("Owner")];
    const made = await owner.upload("a\n1\n", { is_public: "false" });
    const causes = [
      () => post("/api/users/register", { name: fresh(), email: victim.email, password: PASSWORD }),
      () => post("/api/users/forgot-password", { email: victim.email.toUpperCase() }),
      () => post("/api/users/resend-verification", { email: victim.email }),
      () => owner.post(`/api/assets/${made.json.id}/shares`, { email: victim.email }),
    ];
    const statuses = new Set<number>();
    for (let round = 0; round < 8; round += 1) for (const cause of causes) statuses.add((await cause()).status);
    expect([...statuses].filter((status) => status >= 300)).toEqual([]);
    expect(await settledMails(victim.email)).toHaveLength(5);

    const stranger = unknown();
    for (let round = 0; round < 8; round += 1) {
      await post("/api/users/register", { name: fresh(), email: stranger, password: PASSWORD });
      await post("/api/users/resend-verification", { email: stranger });
    }
    expect(await settledMails(stranger)).toHaveLength(5);
  });

  test("tell of a changed password all the same", async () => {
    const changed = await product.person("Changed");
    await post("/api/users/forgot-password", { email: changed.email });
    const link = await eventually(
      async () => /reset-password\/([\w-]+)/.exec((await product.mailsTo(changed.email)).join())?.[1],
    );
    for (let round = 0; round < 6; round += 1) await post("/api/users/forgot-password", { email: changed.email });
    expect(await settledMails(changed.email)).toHaveLength(5);
    expect((await post(`/api/users/reset-password/${link}`, { password: "another password" })).status).toBe(200);
    const mails = await eventually(async () => {
      const all = await product.mailsTo(changed.email);
      return all.length === 6 && all;
    });
    expect(mails.filter((mail) => mail.includes("Your password was changed"))).toHaveLength(1);
  });

  /** The mails to an address once there are five and none are waiting any more: a sixth would come within half a second. */
  async function settledMails(email: string): Promise<string[]> {
    await eventually(async () => (await product.mailsTo(email)).length >= 5);
    await wait(500);
    await eventually(async () => (await db.pool.query("select 1 from mail.queue")).rowCount === 0);
    return product.mailsTo(email);
  }
});

describe("wrong passwords", () => {
  const logIn = (email: string, password: string, from: string) => post("/api/users/login", { email, password }, from);

  test("use up the attempts of a client address, but not for those who have logged in from there before", async () => {
    const [office, home] = ["203.0.113.50", "203.0.113.60"];
    const colleague = await product.person("Colleague");
    expect((await logIn(ada.email, ada.password, office)).status).toBe(200);
    const statuses = [];
    for (let attempt = 0; attempt < 14; attempt += 1)
      statuses.push((await logIn(unknown(), "wrong password", office)).status);
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 400), 429, 429]);

    const late = await logIn(colleague.email, colleague.password, office);
    expect([late.status, Number(late.headers.get("retry-after")) > 0, late.json.error]).toEqual([
      429,
      true,
      expect.stringContaining("Too many attempts"),
    ]);
    expect((await logIn(ada.email, ada.password, office)).status).toBe(200);
    expect((await logIn(colleague.email, colleague.password, home)).status).toBe(200);
  });

  test("are still counted for each account, also from where it is known", async () => {
    const from = "203.0.113.70";
    expect((await logIn(ada.email, ada.password, from)).status).toBe(200);
    const statuses = [];
    for (let attempt = 0; attempt < 12; attempt += 1)
      statuses.push((await logIn(ada.email, "wrong password", from)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
  });

  test("are the only logins that count", async () => {
    const from = "203.0.113.80";
    const person = await product.person("Often");
    for (let attempt = 0; attempt < 15; attempt += 1)
      expect((await logIn(person.email, person.password, from)).status).toBe(200);
    expect((await logIn(unknown(), "wrong password", from)).status).toBe(400);
  });

  test("leave no address behind in the table of known logins", async () => {
    const { rows } = await db.pool.query<{ key: string }>("select key from identity.known_logins");
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("links that do not work", () => {
  test("may be tried a few times from one address, by form and by call", async () => {
    const from = "203.0.113.90";
    const headers = { "x-forwarded-for": from };
    const statuses = [];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      statuses.push((await post("/api/users/reset-password/x", { password: PASSWORD }, from)).status);
      statuses.push((await product.call("GET", "/api/users/verify-email/x", { headers })).status);
    }
    const over = await post("/api/users/reset-password/x", { password: PASSWORD }, from);
    expect([statuses, over.status, Number(over.headers.get("retry-after")) > 0]).toEqual([
      [400, 400, 400, 400],
      429,
      true,
    ]);
    const page = await product.call("POST", "/reset-password/x", {
      body: `password=${PASSWORD}&confirm=${PASSWORD}`,
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
    });
    expect([page.status, page.headers.get("retry-after") !== null, page.text.includes("Too many attempts")]).toEqual([
      429,
      true,
      true,
    ]);
  });
});
