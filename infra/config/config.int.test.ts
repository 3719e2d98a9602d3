import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadConfig, VARIABLE_NAMES, type Config } from "./config.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "tributary-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const freshDir = () => path.join(folder, `data-${(count += 1)}`);

function config(env: Record<string, string>): Config {
  const result = loadConfig({ DATA_DIR: freshDir(), ...env });
  if (!result.ok) throw new Error(result.faults.join(" "));
  return result.config;
}

function faults(env: Record<string, string>): readonly string[] {
  const result = loadConfig({ DATA_DIR: freshDir(), ...env });
  return result.ok ? [] : result.faults;
}

const SECRET = "x".repeat(32);

test("nothing set gives the defaults of a product that runs by itself", () => {
  expect(config({})).toMatchObject({
    port: 3_000,
    host: "127.0.0.1",
    appUrl: "http://localhost:3000",
    databaseUrl: undefined,
    role: "all",
    adminEmails: [],
    trustProxy: 0,
    outboundAllow: [],
    logLevel: "info",
    rateLimits: {
      login: { points: 10, seconds: 900 },
      "login-address": { points: 100, seconds: 3_600 },
      register: { points: 30, seconds: 3_600 },
    },
    limits: { datasetVersionsKept: 10, pullsKept: 2, runTimeoutMs: 3_600_000 },
  });
});

test("an empty value counts as unset", () => {
  expect(config({ PORT: "", SMTP_URL: " ", APP_SECRET: "" }).port).toBe(3_000);
});

test("the public address follows the port unless it is given", () => {
  expect(config({ PORT: "8080" }).appUrl).toBe("http://localhost:8080");
  expect(config({ PORT: "8080", APP_URL: "https://data.example.org/" }).appUrl).toBe("https://data.example.org");
});

test("the secret is made once, is private and stays", () => {
  const DATA_DIR = freshDir();
  const first = config({ DATA_DIR }).appSecrets[0].reveal();
  const file = path.join(DATA_DIR, "secret");
  expect(first.length).toBeGreaterThanOrEqual(43);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(config({ DATA_DIR }).appSecrets[0].reveal()).toBe(first);
  expect(readFileSync(file, "utf8").trim()).toBe(first);
});

test("a lost secret beside existing data is a fault, not a new secret", () => {
  const DATA_DIR = freshDir();
  mkdirSync(DATA_DIR);
  writeFileSync(path.join(DATA_DIR, "postgres-location"), "postgres");
  expect(faults({ DATA_DIR })).toEqual([expect.stringMatching(/secret is missing although .* Restore that file/)]);
  expect(existsSync(path.join(DATA_DIR, "secret"))).toBe(false);
});

test("a damaged secret is a fault", () => {
  const DATA_DIR = freshDir();
  mkdirSync(DATA_DIR);
  writeFileSync(path.join(DATA_DIR, "secret"), "short");
  expect(faults({ DATA_DIR })).toEqual([expect.stringContaining("is damaged")]);
});

test("rotated secrets keep their order, the first signs", () => {
  const { appSecrets } = config({ APP_SECRET: `${SECRET}new, ${SECRET}old` });
  expect(appSecrets.map((secret) => secret.reveal())).toEqual([`${SECRET}new`, `${SECRET}old`]);
});

test("lists and figures are read", () => {
  expect(
    config({
      ADMIN_EMAILS: "Ada@Example.org, bo@example.org",
      OUTBOUND_ALLOW: "10.0.0.5:8080,[fd00::5]:443,API.internal:81",
      RATE_LIMITS: "login=100/1m,register=5/2h",
      UPLOAD_MAX_BYTES: "500 MB",
      TRUST_PROXY: "2",
    }),
  ).toMatchObject({
    adminEmails: ["ada@example.org", "bo@example.org"],
    outboundAllow: [
      { host: "10.0.0.5", port: 8_080 },
      { host: "fd00::5", port: 443 },
      { host: "api.internal", port: 81 },
    ],
    rateLimits: {
      login: { points: 100, seconds: 60 },
      register: { points: 5, seconds: 7_200 },
      "login-address": { points: 100, seconds: 3_600 },
    },
    limits: { uploadBytes: 500_000_000 },
    trustProxy: 2,
  });
});

test.each([
  [{ HOST: "0.0.0.0" }],
  [{ HOST: "::", APP_URL: "http://127.0.0.1:3000" }],
  [{ HOST: "192.0.2.7", APP_URL: "http://[::1]:3000", OUTBOX: "on" }],
  [{ HOST: "data.example.org", APP_URL: "http://LOCALHOST:3000", TRUST_PROXY: "1" }],
])("a server that lets others in and shows mails as on a machine of one's own is refused: %o", (env) => {
  expect(faults(env)).toEqual([expect.stringMatching(/^HOST lets other machines in, .*, or OUTBOX=off\.$/)]);
});

test.each([
  [{}, true],
  [{ HOST: "localhost" }, true],
  [{ HOST: "127.0.0.5", OUTBOX: "on" }, true],
  [{ HOST: "::1", OUTBOX: "off" }, false],
  [{ HOST: "0.0.0.0", OUTBOX: "off" }, false],
  [{ HOST: "0.0.0.0", SMTP_URL: "smtp://mail.example.org" }, false],
  [{ HOST: "0.0.0.0", APP_URL: "https://data.example.org" }, true],
])("%o shows mails: %s", (env, shows) => {
  expect(config(env).outbox).toBe(shows);
});

test("all faults are listed at once, as sentences, without the secret values", () => {
  const found = faults({
    PORT: "99999",
    APP_URL: "ftp://x",
    APP_SECRET: "tooshortcanary",
    ADMIN_EMAILS: "nobody",
    TRUST_PROXY: "all",
    METRICS_TOKEN: "canary",
    RATE_LIMITS: "login=many",
    OUTBOUND_ALLOW: "10.0.0.5",
    ROLE: "boss",
    LOG_LEVEL: "loud",
    SMTP_URL: "http://u:canary@x",
    MONGODB_URL: "canary",
    EVENTSTORE_URL: "x",
    DATABASE_URL: "mysql://canary@x",
    UPLOAD_MAX_BYTES: "many",
    CONTACT_FORM_URL: "javascript:alert(1)",
    FILES_URL: "s3://key:canary/0815@host/bucket",
  });
  expect(found.map((fault) => fault.split(" ")[0]).sort()).toEqual([
    "ADMIN_EMAILS",
    "APP_SECRET",
    "APP_URL",
    "CONTACT_FORM_URL",
    "DATABASE_URL",
    "EVENTSTORE_URL",
    "FILES_URL",
    "LOG_LEVEL",
    "METRICS_TOKEN",
    "MONGODB_URL",
    "OUTBOUND_ALLOW",
    "PORT",
    "RATE_LIMITS",
    "ROLE",
    "SMTP_URL",
    "TRUST_PROXY",
    "UPLOAD_MAX_BYTES",
  ]);
  expect(found.every((fault) => fault.endsWith("."))).toBe(true);
  expect(found.join("\n")).not.toContain("canary");
});

test("a shared database needs a shared secret", () => {
  const DATABASE_URL = "postgres://u:p@localhost/db";
  expect(faults({ DATABASE_URL })).toEqual([expect.stringMatching(/^APP_SECRET must be set when DATABASE_URL is set/)]);
  expect(config({ DATABASE_URL, APP_SECRET: SECRET }).databaseUrl?.reveal()).toBe(DATABASE_URL);
});

test.each(["web", "follower", "runner"])("the role %s needs a database that processes can share", (ROLE) => {
  expect(faults({ ROLE })).toEqual([expect.stringMatching(/^ROLE can only be split/)]);
  expect(config({ ROLE, DATABASE_URL: "postgres://u@localhost/db", APP_SECRET: SECRET }).role).toBe(ROLE);
});

test.each([
  [{}, true],
  [{ MIGRATE: "on" }, true],
  [{ MIGRATE: "off" }, false],
  [{ ROLE: "web" }, false],
  [{ ROLE: "web", MIGRATE: "off" }, false],
])("a start with %o migrates: %s", (env, migrates) => {
  expect(config({ DATABASE_URL: "postgres://u@localhost/db", APP_SECRET: SECRET, ...env }).migrates).toBe(migrates);
});

test("a role that never migrates is not told to", () => {
  const shared = { DATABASE_URL: "postgres://u@localhost/db", APP_SECRET: SECRET };
  expect(faults({ ...shared, ROLE: "runner", MIGRATE: "on" })).toEqual([
    "MIGRATE=on is for ROLE=all: processes of other roles never migrate. Run `npm run migrate` before them.",
  ]);
});

test.each([
  "http://example.org/path",
  "http://user@example.org",
  "https://example.org/?a=1",
  "example.org",
  "//example.org",
])("%s is no public address", (APP_URL) => {
  expect(faults({ APP_URL })).toHaveLength(1);
});

test("the configuration can be logged without giving a secret away", () => {
  const logged = JSON.stringify(
    config({
      APP_SECRET: `canary${SECRET}`,
      SMTP_URL: "smtp://u:canary@localhost",
      FILES_URL: "s3://key:canary@host/bucket",
      METRICS_TOKEN: "canary-canary-canary",
    }),
  );
  expect(logged).not.toContain("canary");
});

test(".env.example names every variable, and what it shows can be set", () => {
  const example = readFileSync(path.join(import.meta.dirname, "../..", ".env.example"), "utf8");
  const shown = [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(
    ([, name, value]) => [name ?? "", value ?? ""] as const,
  );
  expect(shown.map(([name]) => name).sort()).toEqual(VARIABLE_NAMES.filter((name) => name !== "NODE_ENV").sort());
  const DATA_DIR = freshDir();
  expect(faults({ ...Object.fromEntries(shown), APP_SECRET: SECRET, DATA_DIR })).toEqual([]);
});
