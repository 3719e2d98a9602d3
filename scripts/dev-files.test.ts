import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { changesTheServer, WATCHED } from "./dev-files.ts";

test("sources start the development server again, tests and an editor's own files do not", () => {
  const files = [
    "server.ts",
    "runners/workers.ts",
    "domain/starter.json",
    "domain/core/result.test.ts",
    "infra/mail/mail-queue.int.test.ts",
    "infra/README.md",
    "infra/.#vault.ts",
    "infra/vault.ts~",
    "4913",
  ];
  expect(files.filter(changesTheServer)).toEqual(["server.ts", "runners/workers.ts", "domain/starter.json"]);
});

test("all that is watched is there", () => {
  expect(WATCHED.filter((name) => !existsSync(path.join(import.meta.dirname, "..", name)))).toEqual([]);
});
