import type { Socket } from "node:net";

/** The other end of a connection: IPv4 without the `::ffff:` of a mapped address; empty if it has gone. */
export function peerAddress({ remoteAddress = "" }: Pick<Socket, "remoteAddress">): string {
  return plainAddress(remoteAddress);
}

/**
 * The client's address behind `hops` proxies of ours: each adds to `forwardedFor` the address that it saw, and what stands
 * before that was made up by whoever sent it. With 0 hops the header does not count.
 */
export function clientAddress(peer: string, forwardedFor: string, hops: number): string {
  const seen = [
    peer,
    ...forwardedFor
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean)
      .toReversed(),
  ];
  return plainAddress(seen[Math.min(hops, seen.length - 1)] ?? "");
}

function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}
