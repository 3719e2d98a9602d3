import { describe, expect, test } from "vitest";
import { isPublicAddress, isSameAddress } from "./address-policy.ts";

describe("isPublicAddress", () => {
  test.each([
    "8.8.8.8",
    "93.184.215.14",
    "1.1.1.1",
    "168.63.129.15",
    "172.32.0.1",
    "2606:4700::1111",
    "2a00:1450:4001::8a",
  ])("takes %s", (address) => expect(isPublicAddress(address)).toBe(true));

  test.each([
    ["this network", "0.0.0.0"],
    ["this network", "0.1.2.3"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.255.254"],
    ["private", "10.0.0.1"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["shared by carriers", "100.64.0.1"],
    ["Alibaba's metadata", "100.100.100.200"],
    ["link-local", "169.254.0.1"],
    ["metadata", "169.254.169.254"],
    ["Azure's host agent", "168.63.129.16"],
    ["IETF protocols", "192.0.0.1"],
    ["Oracle's metadata", "192.0.0.192"],
    ["documentation", "192.0.2.1"],
    ["documentation", "198.51.100.1"],
    ["documentation", "203.0.113.1"],
    ["6to4 relays", "192.88.99.1"],
    ["benchmarks", "198.18.0.1"],
    ["benchmarks", "198.19.255.255"],
    ["multicast", "224.0.0.1"],
    ["multicast", "239.255.255.255"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["IPv4-compatible", "::7f00:1"],
    ["IPv4-compatible", "::8.8.8.8"],
    ["IPv4-mapped", "::ffff:127.0.0.1"],
    ["IPv4-mapped", "::ffff:8.8.8.8"],
    ["translated", "::ffff:0:7f00:1"],
    ["NAT64", "64:ff9b::7f00:1"],
    ["local NAT64", "64:ff9b:1::a00:1"],
    ["6to4", "2002:7f00:1::"],
    ["Teredo", "2001:0:7f00:1::"],
    ["ISATAP", "2606:4700::5efe:10.0.0.1"],
    ["ISATAP", "2606:4700::200:5efe:a00:1"],
    ["link-local", "fe80::1"],
    ["link-local with zone", "fe80::1%eth0"],
    ["site-local", "fec0::1"],
    ["unique local", "fc00::1"],
    ["Amazon's metadata", "fd00:ec2::254"],
    ["multicast", "ff02::1"],
    ["discard", "100::1"],
    ["documentation", "2001:db8::1"],
    ["documentation", "3fff::1"],
    ["ORCHID", "2001:20::1"],
    ["benchmarks", "2001:2::1"],
    ["segment routing", "5f00::1"],
    ["not assigned", "4000::1"],
    ["not assigned", "e000::1"],
    ["a name", "localhost"],
    ["nothing", ""],
    ["another spelling", "127.1"],
    ["another spelling", "0x7f000001"],
    ["octal", "0177.0.0.1"],
    ["with a port", "8.8.8.8:80"],
    ["public with a zone", "2606:4700::1111%1"],
  ])("refuses %s: %s", (_what, address) => expect(isPublicAddress(address)).toBe(false));
});

test("isSameAddress compares addresses, not their spelling", () => {
  expect(isSameAddress("::ffff:93.184.215.14", "93.184.215.14")).toBe(true);
  expect(isSameAddress("2606:4700:0:0:0:0:0:1111", "2606:4700::1111")).toBe(true);
  expect(isSameAddress("93.184.215.14", "93.184.215.15")).toBe(false);
  expect(isSameAddress("", "93.184.215.14")).toBe(false);
});
