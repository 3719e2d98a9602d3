import { expect, test } from "vitest";
import { localPath } from "./local-path.ts";

test.each(["/", "/manage?tab=stream", "/documentation#excel", "/a//b"])("%s is a path of ours", (path) => {
  expect(localPath(path, "/x")).toBe(path);
});

test.each([null, undefined, 7, "", "manage", "//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example", "/\n//evil.example", "javascript:alert(1)"])(
  "%j is not",
  (path) => {
    expect(localPath(path, "/x")).toBe("/x");
  },
);
