import ipaddr from "ipaddr.js";
import { cutText } from "#domain/core/text/text.ts";

/**
 * The part of a client address that counts as one visitor: an IPv4 address (also as `::ffff:1.2.3.4`, or with a port),
 * or the /64 network of an IPv6 address, which is what one household or server gets. Any other text is returned
 * unchanged.
 */
export function addressKey(address: string): string {
  const bare = address
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")
    .replace(/%.*$/, "");
  if (!ipaddr.isValid(bare)) return cutText(bare, 100).toLowerCase();
  const parsed = ipaddr.process(bare);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
