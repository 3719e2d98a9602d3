import { expect, test } from "vitest";
import { z } from "zod";
import { replayedFields, shownOnce, withoutSecrets } from "./shown-once.ts";

const schema = z.strictObject({
  id: z.string(),
  secret: shownOnce(),
  secretShown: z.boolean(),
  hooks: z.array(z.strictObject({ url: z.string(), secret: shownOnce().nullable() })).optional(),
  ...replayedFields,
});

test("a kept answer is the same without its secrets, however deep they are", () => {
  const first = { id: "1", secret: "CANARY-1", secretShown: true, hooks: [{ url: "u", secret: "CANARY-2" }] };
  const kept = withoutSecrets(schema, first);
  expect(kept).toEqual({ id: "1", secretShown: false, hooks: [{ url: "u" }], secret_shown: false });
  expect(first.secret).toBe("CANARY-1");
});

test("an answer without secrets is kept as it is", () => {
  const plain = { id: "1", secretShown: true, hooks: [{ url: "u" }] };
  expect(withoutSecrets(schema, plain)).toBe(plain);
  expect(withoutSecrets(z.string(), "text")).toBe("text");
});
