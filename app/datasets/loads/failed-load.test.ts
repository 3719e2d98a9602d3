import { expect, test } from "vitest";
import { failedLoad } from "./failed-load.ts";

const failed = {
  ...{ owned: true, loadingVersion: null },
  loadFailure: { code: "no-room", facts: {} },
  loadFile: { uploadId: null, receivedAt: "2026-11-24T10:00:00.000Z" },
} as Parameters<typeof failedLoad>[0];
const now = Date.parse("2026-11-24T11:00:00.000Z");

test("the owner reads why the newest file is not there, and that it is kept", () => {
  expect(failedLoad(failed, now)).toMatchObject({ loadError: expect.stringMatching(/\w/), fileKept: true });
});

test("nothing is said of it while the next version is being loaded", () => {
  expect(failedLoad({ ...failed, loadingVersion: 2 }, now)).toBeNull();
});

test("others, and the owner of a load that was cancelled, read nothing", () => {
  expect(failedLoad({ ...failed, owned: false }, now)).toBeNull();
  expect(failedLoad({ ...failed, loadFailure: { code: "cancelled", facts: {} } }, now)).toBeNull();
});
