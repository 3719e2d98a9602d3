import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { refuse, refusedAs, tooMany } from "../call-result.ts";
import { answerFor } from "../refusals.ts";

const APP = path.resolve(import.meta.dirname, "../..");

test("no status of a refusal is outside the table", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: APP }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith("http/refusals"),
  );
  const found = files.flatMap((file) =>
    readFileSync(path.join(APP, file), "utf8")
      .split("\n")
      .filter((line) => /\bstatus(?::|\()\s*[45]\d\d\b|\brefus\w+\([45]\d\d\b/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test("a refusal tells its facts, its field and when to come again", () => {
  expect(refuse("too-many-drafts", { most: 100 })).toEqual({
    ok: false,
    code: "too-many-drafts",
    status: 409,
    facts: { limit: 100 },
    error: "You have 100 open drafts. Publish or discard one first.",
    field: null,
  });
  expect(refuse("input-invalid", { message: "Enter your name.", field: "name" })).toMatchObject({
    status: 400,
    error: "Enter your name.",
    field: "name",
  });
  expect(refuse("uploads-of-day-used", { limit: 100, retryAfterSeconds: 300 })).toEqual({
    ok: false,
    code: "uploads-of-day-used",
    status: 429,
    facts: { limit: 100 },
    error: "This server takes 100 uploads a day from one user. Try again tomorrow.",
    field: null,
    retryAfterSeconds: 300,
  });
  expect(refuse("parquet-in-the-making")).toMatchObject({
    status: 503,
    error: "The Parquet file of this version is being made. Try again in half a minute.",
    retryAfterSeconds: 30,
  });
  expect(tooMany(61)).toMatchObject({ status: 429, error: "Too many attempts. Try again in 2 minutes." });
  expect(answerFor({ code: "title-missing" })).toMatchObject({ status: 400, field: "title" });
});

test("only what a row declares of a refusal is told", () => {
  const secret = { ...{ ownerId: "u-1", token: "s3cret" } };
  const told = refusedAs({ code: "run-in-progress", runId: "i-1-2", ...secret });
  expect(told.facts).toEqual({ run_id: "i-1-2" });
  expect(JSON.stringify(told)).not.toContain("s3cret");
  const faults = [{ path: "settings.key", message: "Enter the key.", value: "s3cret" }];
  expect(refusedAs({ code: "settings-invalid", faults })).toMatchObject({
    placedFaults: [{ path: "settings.key", message: "Enter the key." }],
    faults: { "settings.key": "Enter the key." },
  });
  expect(refusedAs({ code: "connector-inactive", latestConnectorId: "c-2" }).facts).toEqual({
    latest_connector_id: "c-2",
  });
  expect(refusedAs({ code: "connector-inactive", latestConnectorId: null }).facts).toEqual({});
});
