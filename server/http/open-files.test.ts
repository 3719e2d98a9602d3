import { expect, test } from "vitest";
import { CONNECTIONS } from "./http-server.ts";
import { connectionLimits, mayOpenFiles } from "./open-files.ts";

test("as many connections are taken as fit beside what the process opens itself", () => {
  for (let files = 0; files < 6_000; files += 50) {
    const { limit, perAddress, warning } = connectionLimits(files, 60);
    expect(limit).toBeLessThanOrEqual(CONNECTIONS.limit);
    expect(perAddress).toBeLessThan(limit);
    expect(perAddress).toBeGreaterThan(0);
    if (files > 300) expect(limit + 60).toBeLessThan(files);
    expect(warning === null).toBe(limit === CONNECTIONS.limit);
  }
  expect(connectionLimits(null, 60)).toEqual({ ...CONNECTIONS, warning: null });
  expect(connectionLimits(256, 60).warning).toBe(
    "This process may open 256 files, so it takes 46 connections at a time and not 4000. Raise the limit to 16384 (ulimit -n, LimitNOFILE in a systemd unit, ulimits in a compose file)",
  );
});

test("the system says how many files this process may open", () => {
  expect(process.platform === "linux" ? mayOpenFiles() : 1).toBeGreaterThan(0);
});
