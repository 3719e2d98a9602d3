import { addressName, ADDRESS_SECRETS } from "../../../dataset/source/file-address.ts";
import type { Ports } from "../../ports.ts";

/** The address of a dataset's files, for its owner alone; null if it is no longer stored. */
export function datasetAddress(
  { vault }: Pick<Ports, "vault">,
  { ownerId, addressRef }: { readonly ownerId: string; readonly addressRef: string },
): Promise<string | null> {
  return vault.get(ownerId, addressRef);
}

/** Datasets with addresses in the vault, and the one to continue after. */
type HeldAddresses = {
  readonly items: readonly { readonly owner: string; readonly item: string; readonly storedMsAgo: number }[];
  readonly next: string | null;
};

/** A dataset is in the read model by then, if it was made at all. */
const UNKNOWN_FOR_LONG_MS = 3_600_000;

/** Removes the addresses of datasets that are gone. */
export async function clearAddresses({
  vault,
  held,
  withAddress,
}: Pick<Ports, "vault"> & {
  readonly held: (prefix: string, after: string) => Promise<HeldAddresses>;
  readonly withAddress: (datasetIds: readonly string[]) => Promise<ReadonlySet<string>>;
}): Promise<void> {
  for (let after: string | null = ""; after !== null;) {
    const page: HeldAddresses = await held(ADDRESS_SECRETS, after);
    const known = await withAddress(page.items.map(({ item }) => item));
    for (const { owner, item, storedMsAgo } of page.items)
      if (!known.has(item) && storedMsAgo > UNKNOWN_FOR_LONG_MS) await vault.removeAll(owner, addressName(item, ""));
    after = page.next;
  }
}
