import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { STOP_MS } from "./lifecycle.ts";
import { TIMES } from "./http/http-server.ts";

/** The files of deploy/ agree with the limits of the server. */
const ROOT = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const secondsOf = (text: string, setting: RegExp): number[] =>
  [...text.matchAll(setting)].map(([, seconds]) => Number(seconds));

test.each(["deploy/compose.yaml", "deploy/compose.cluster.yaml"])(
  "%s sets variables that exist, and lets a stop end",
  (file) => {
    const text = read(file);
    const known = new Set([...read(".env.example").matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name));
    const set = [...text.matchAll(/^ {2,6}([A-Z][A-Z_]+): /gm)].map(([, name]) => name);
    expect(set.length).toBeGreaterThan(5);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
    for (const seconds of secondsOf(text, /stop_grace_period: (\d+)s/g))
      expect(seconds * 1_000).toBeGreaterThan(STOP_MS);
    expect(text).toContain("read_only: true");
  },
);

test("in a cluster one service migrates, and all that never do wait for it", () => {
  const { services } = parse(read("deploy/compose.cluster.yaml"), { merge: true }) as {
    services: Record<
      string,
      {
        environment?: Record<string, string>;
        command?: string[];
        restart?: string;
        depends_on?: Record<string, unknown>;
      }
    >;
  };
  const roles = Object.values(services).filter(({ environment }) => environment?.["ROLE"] !== undefined);
  expect(roles).toHaveLength(6);
  for (const each of roles)
    expect(each.depends_on?.["migrate"]).toEqual({ condition: "service_completed_successfully" });
  const { command = [], restart, depends_on } = services["migrate"]!;
  expect([restart, command.at(-1), Object.keys(depends_on ?? {})]).toEqual(["no", "--yes", ["postgres"]]);
  expect(existsSync(path.join(ROOT, command[1]!))).toBe(true);
});

test("the unit and the image let a stop end", () => {
  const [unit] = secondsOf(read("deploy/tributary.service"), /TimeoutStopSec=(\d+)/g);
  const [image] = secondsOf(read("deploy/Containerfile"), /--stop-timeout (\d+)/g);
  for (const seconds of [unit, image]) expect(seconds! * 1_000).toBeGreaterThan(STOP_MS);
  expect(read("deploy/Containerfile")).toMatch(/^USER (?!0|root)/m);
});

test("nginx closes idle connections before the server does, and is more patient than it", () => {
  const text = read("deploy/nginx.conf");
  const [idle] = secondsOf(text, /^ {2}keepalive_timeout (\d+)s/gm);
  expect(idle! * 1_000).toBeLessThan(TIMES.keepAliveMs);
  const [silence] = secondsOf(text, /proxy_read_timeout (\d+)s/g);
  expect(silence! * 1_000).toBeGreaterThan(120_000);
  const [body] = secondsOf(text, /client_body_timeout (\d+)s/g);
  expect(body! * 1_000).toBeGreaterThan(TIMES.bodyIdleMs);
  const [unread] = secondsOf(text, /send_timeout (\d+)s/g);
  expect(unread! * 1_000).toBeGreaterThan(TIMES.unreadMs);
  for (const line of ["client_max_body_size 10g;", "proxy_request_buffering off;", "proxy_buffering off;"])
    expect(text).toContain(line);
});
