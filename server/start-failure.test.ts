import { expect, test } from "vitest";
import { StartRefused } from "#infra/platform/start-refused.ts";
import { startFailure } from "./start-failure.ts";

test.each([
  ["a refusal", new StartRefused("PORT: another program listens."), "PORT: another program listens."],
  [
    "a sentence of ours, such as for a wrong APP_SECRET",
    new Error("APP_SECRET holds none of the secrets."),
    "APP_SECRET holds none of the secrets.",
  ],
])("%s is printed without a stack", (_name, error, sentence) =>
  expect(startFailure(error)).toBe(`Tributary cannot start.\n${sentence}`),
);

test.each([
  ["a defect", new TypeError("undefined is not a function")],
  ["an error of the system", Object.assign(new Error("spawn"), { code: "E2BIG" })],
])("%s is printed whole", (_name, error) => expect(startFailure(error)).toBe(error));
