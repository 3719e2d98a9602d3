import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { refuse, tooMany } from "../call-result.ts";
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
    status: 409,
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
    status: 429,
    error: "This server takes 100 uploads a day from one user. Try again tomorrow.",
    field: null,
    retryAfterSeconds: 300,
  });
  expect(tooMany(61)).toMatchObject({ status: 429, error: "Too many attempts. Try again in 2 minutes." });
  expect(answerFor({ code: "title-missing" })).toMatchObject({ status: 400, field: "title" });
});
