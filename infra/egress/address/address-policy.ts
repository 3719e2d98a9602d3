import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Unicast in ipaddr.js, but not public: Azure's host agent uses it inside every Azure machine. */
const NOT_PUBLIC_V4 = ["168.63.129.16/32"].map((cidr) => ipaddr.IPv4.parseCIDR(cidr));

/**
 * The only block that IANA has assigned to IPv6 global unicast. It excludes ::/96 (IPv4-compatible), NAT64 and all
 * else.
 */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether `address` (canonical text of an IPv4 or IPv6 address) is global unicast: not private, local, reserved,
 * multicast, or wrapping another address (mapped, NAT64, 6to4, Teredo, ISATAP). False for what is not an address.
 * Ranges: IANA's special-purpose registries in ipaddr.js.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) {
    const parsed = ipaddr.IPv4.parse(address);
    return parsed.range() === "unicast" && !NOT_PUBLIC_V4.some((range) => parsed.match(range));
  }
  if (family === 6 && !address.includes("%")) {
    const parsed = ipaddr.IPv6.parse(address);
    return parsed.range() === "unicast" && parsed.match(GLOBAL_V6) && !isIsatap(parsed);
  }
  return false;
}

/** Whether both texts denote one address; `::ffff:a.b.c.d`, as dual-stack sockets report it, equals `a.b.c.d`. */
export function isSameAddress(a: string, b: string): boolean {
  if (isIP(a) === 0 || isIP(b) === 0) return false;
  return ipaddr.process(a).toString() === ipaddr.process(b).toString();
}

/** RFC 5214: an interface id 0000:5efe or 0200:5efe carries an IPv4 address in its last 32 bits. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , upper, lower] = address.parts;
  return lower === 0x5efe && (upper === 0 || upper === 0x0200);
}
