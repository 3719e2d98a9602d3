import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";

const ADMIN = { ADMIN_EMAILS: "chief@example.org" };
let db: InstalledDatabase;
let product: Product;
let chief: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: ADMIN });
  chief = await product.person("Chief");
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

type Asked = { readonly of?: Product; readonly host?: string; readonly headers?: Record<string, string> };

function statusOf({ of = product, host = `localhost:${of.port}`, headers = {} }: Asked = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port: of.port, path: "/outbox", headers: { host, ...headers } }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    })
      .once("error", reject)
      .end();
  });
}

test("mails are for whoever sits at the machine, and for admins", async () => {
  expect(await statusOf()).toBe(200);
  expect(await statusOf({ host: "evil.example" })).toBe(404);
  expect(await statusOf({ host: "evil.example", headers: { cookie: chief.cookie } })).toBe(200);
});

test.each([
  ["x-forwarded-for", "127.0.0.1"],
  ["x-forwarded-for", ""],
  ["x-forwarded-host", "localhost"],
  ["x-forwarded-proto", "http"],
  ["forwarded", "for=127.0.0.1"],
  ["x-real-ip", "::1"],
  ["cf-connecting-ip", "127.0.0.1"],
])("who is passed on with %s: %j does not sit at it", async (name, value) => {
  expect(await statusOf({ headers: { [name]: value } })).toBe(404);
});

test("nor does who is passed on with HTTP 1.0", async () => {
  const said = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(product.port, "127.0.0.1", () =>
      socket.write(`GET /outbox HTTP/1.0\r\nHost: localhost:${product.port}\r\n\r\n`),
    );
    socket.on("data", (chunk) => (text += chunk.toString())).once("close", () => resolve(text));
    socket.once("error", reject);
  });
  expect(said).toMatch(/^HTTP\/1\.1 404 /);
});

test.each([
  ["TRUST_PROXY=1", { TRUST_PROXY: "1" }, 200],
  ["OUTBOX=off", { OUTBOX: "off" }, 404],
])("with %s nobody sits at it, and admins read mails or not", async (_name, env, forAdmins) => {
  const host = `localhost:${product.port}`;
  const other = await startProduct({
    ...db.installation,
    env: { ...ADMIN, ...env, ROLE: "web", APP_URL: `http://${host}` },
  });
  try {
    expect(await statusOf({ of: other, host })).toBe(404);
    expect(await statusOf({ of: other, host, headers: { cookie: chief.cookie } })).toBe(forAdmins);
  } finally {
    await other.stop();
  }
});
