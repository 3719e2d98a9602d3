import { expect, test } from "vitest";
import { createOutbound } from "./create-outbound.ts";
import { proveLoopbackRefused } from "./loopback-self-test.ts";

test("passes with the policy in force, and with loopback allowed on purpose", async () => {
  for (const allow of [[], ["127.0.0.1:8080"]]) {
    await proveLoopbackRefused(createOutbound({ allow, userAgent: "T/1" }), allow);
  }
});

test("stops a server whose outbound lets loopback through", async () => {
  const open = createOutbound({ allow: ["127.0.0.1:80"], userAgent: "T/1" });
  await expect(proveLoopbackRefused(open, [])).rejects.toThrow("127.0.0.1 was not refused");
});
