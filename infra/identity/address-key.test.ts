import { describe, expect, test } from "vitest";
import { addressKey } from "./address-key.ts";

describe("addressKey", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["203.0.113.9:5123", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:cb00:7109", "203.0.113.9"],
    ["2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2:bbbb:1:2:3", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::7]:443", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["Unknown", "unknown"],
  ])("%s counts as %s", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  test("keeps IPv4 visitors apart when they come mapped", () => {
    expect(addressKey("::ffff:203.0.113.9")).not.toBe(addressKey("::ffff:203.0.113.10"));
  });
});
