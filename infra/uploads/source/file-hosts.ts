import type { FileHosts } from "#domain/dataset/source/file-address.ts";
import { parseAllowList, parseDestination } from "../../egress/address/destination.ts";

/** Which addresses files may be fetched from. `allow`: `host:port` entries that are exempt (OUTBOUND_ALLOW). */
export function createFileHosts(allow: readonly string[]): FileHosts {
  const allowed = parseAllowList(allow);
  return {
    mayFetch(url) {
      const destination = parseDestination(url, allowed);
      if (!("url" in destination)) return false;
      return destination.secure || destination.exempt || destination.kind === "sandbox";
    },
  };
}
