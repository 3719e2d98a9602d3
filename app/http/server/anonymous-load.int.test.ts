import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import type { Ask } from "#testing/call.ts";
import { type Product, startProduct } from "#testing/product.ts";

const VISITORS = 50;
/** More than hash passwords at a time: that a queue of passwords is bounded is shown by the calls of the API. */
const VISITORS_OF_FORMS_THAT_HASH = 12;

let db: FreshDatabase;
let product: Product;

// As in production: password hashing has its real cost. Rate limits are wide, so that only budgets protect the page.
beforeAll(async () => {
  db = await testDatabase();
  product = await startProduct({ databaseUrl: db.url, env: { NODE_ENV: "production", LOG_LEVEL: "fatal" } });
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

let number = 0;
const email = () => `visitor${(number += 1)}@example.org`;
const password = "a long password";
const token = "x".repeat(43);
const form = (fields: Record<string, string>) => ({
  body: new URLSearchParams(fields).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" },
});

const POSTS: readonly (readonly [string, () => Ask, visitors?: number])[] = [
  ["/api/users/reset-password/x", () => ({ body: { password } })],
  [`/api/users/reset-password/${token}`, () => ({ body: { password } })],
  ["/api/users/login", () => ({ body: { email: email(), password } })],
  ["/api/users/register", () => ({ body: { name: `Visitor ${(number += 1)}`, email: email(), password } })],
  ["/api/users/forgot-password", () => ({ body: { email: email() } })],
  ["/api/users/resend-verification", () => ({ body: { email: email() } })],
  ["/api/users/logout", () => ({})],
  ["/api/dev/apikey", () => ({ body: { email: email() } })],
  ["/login", () => form({ email: email(), password }), VISITORS_OF_FORMS_THAT_HASH],
  [
    "/register",
    () => form({ name: `Visitor ${(number += 1)}`, email: email(), password, terms: "accepted" }),
    VISITORS_OF_FORMS_THAT_HASH,
  ],
  ["/forgot-password", () => form({ email: email() })],
  ["/reset-password/x", () => form({ password, confirm: password })],
  [`/verify-email/${token}`, () => form({})],
  ["/contact", () => form({ name: "Visitor", email: email(), message: "Hello" })],
  ["/theme", () => form({ theme: "dark" })],
];

/**
 * All visitors post to a path at once; the start page is requested until they have their answers. Returns its longest
 * wait in ms, and the statuses.
 */
async function volley(
  path: string,
  ask: () => Ask,
  visitors: number,
): Promise<{ readonly longest: number; readonly statuses: readonly number[] }> {
  let answered = false;
  const posts = Promise.all(Array.from({ length: visitors }, () => product.call("POST", path, ask()))).finally(
    () => (answered = true),
  );
  const waits: number[] = [];
  do {
    const started = performance.now();
    expect((await product.call("GET", "/")).status).toBe(200);
    waits.push(performance.now() - started);
  } while (!answered);
  const answers = await posts;
  for (const { status, headers } of answers)
    if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  return { longest: Math.max(...waits), statuses: [...new Set(answers.map(({ status }) => status))].sort() };
}

/** A volley counts as quick by its longest wait for the start page, in ms. */
const QUICK_MS = 1_000;
const TIMES_IDLE = 5;

/** The machine may be busy with something else for a moment: one quick volley shows that the posts hold nobody up. */
test.each(POSTS)(
  "keeps the start page quick while many visitors at once post to %s",
  { timeout: 180_000 },
  async (path, ask, visitors = VISITORS) => {
    for (;;) {
      const { longest, statuses } = await volley(path, ask, visitors);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      if (longest < QUICK_MS) return;
      // What so many requests cost on this machine right now if they do nothing.
      const idle = await volley("/api/none", () => ({}), visitors);
      if (longest < TIMES_IDLE * idle.longest) return;
      console.warn(
        `${path}: ${Math.round(longest)} ms, and ${Math.round(idle.longest)} ms when the requests do nothing`,
      );
    }
  },
);
