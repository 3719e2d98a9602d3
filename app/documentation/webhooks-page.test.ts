import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { VERIFY_IN_NODE } from "./webhooks-page.ts";

test("the check in Node takes what is signed, and neither changed nor old deliveries", async () => {
  const { isGenuine } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(VERIFY_IN_NODE)}`
  )) as {
    isGenuine: (headers: Record<string, string>, body: string, secrets: readonly string[]) => boolean;
  };
  const [secret, other] = ["whsec_c2VjcmV0IG9mIHRoZSB0ZXN0IG9uZQ==", "whsec_YW5vdGhlciBzZWNyZXQgb2YgdGVzdHM="];
  const signed = (at: Date) => ({
    "webhook-id": "one",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign("one", at, "{}"),
  });
  const now = signed(new Date());
  expect(isGenuine(now, "{}", [other, secret])).toBe(true);
  expect(isGenuine(now, "{ }", [secret])).toBe(false);
  expect(isGenuine(now, "{}", [other])).toBe(false);
  expect(isGenuine(signed(new Date(Date.now() - 600_000)), "{}", [secret])).toBe(false);
  expect(isGenuine({}, "{}", [secret])).toBe(false);
});
