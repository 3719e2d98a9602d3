import { createHmac } from "node:crypto";
import bcrypt from "bcrypt";
import { type Budget, type ConcurrencyLimit, createConcurrencyLimit } from "#domain/core/budget.ts";
import type { Passwords } from "#domain/core/ports/identity-ports.ts";
import { addressKey } from "./address-key.ts";

export interface PasswordHash extends Passwords {
  /** Whether the hash was made at another cost: worth hashing again at the next login. */
  isOutdated(hash: string): boolean;
  /** Hashes in progress, waiting and refused. */
  readonly budget: Budget;
}

/** bcrypt runs on the thread pool of libuv, whose four threads also serve the file system, DNS and zlib: hashing gets half of them. */
const MAX_RUNNING = 2;
/** About five seconds of hashing; no request waits longer than twice that, even on a slow machine. */
const MAX_WAITING = 40;
const MAX_WAIT_MS = 10_000;
/** Hashes of one client address in progress or waiting, so that one visitor cannot use up the limit of all. */
const MAX_PER_ADDRESS = 20;

/**
 * bcrypt over HMAC-SHA-256 of the password. bcrypt alone ignores everything after byte 72 and stops at a NUL; the HMAC
 * removes both limits. Its key (`pepper`) must stay the same for the life of the installation, because no hash can be
 * made again without its password: so it is the vault's stable fingerprint, not a key from APP_SECRET, which rotates.
 *
 * Passwords are compared in Unicode form NFC (RFC 8265, OpaqueString): the same keys pressed on two systems give the
 * same password. Nothing else is changed: case and blanks count. The domain checks the length.
 *
 * `cost` is bcrypt's: 12 takes about a quarter of a second; tests use 4.
 */
export function passwordHash(options: { readonly pepper: string; readonly cost?: number }): PasswordHash {
  const cost = options.cost ?? 12;
  if (options.pepper.length < 32) throw new Error("The pepper of passwords must have 32 or more characters");
  const keyed = (password: string) =>
    createHmac("sha256", options.pepper).update(password.normalize("NFC"), "utf8").digest("base64");
  // A hash of no real password, at the same cost: comparing with it takes as long as with a real one.
  const nobody = bcrypt.hash(keyed("nobody"), cost);
  const { budget, inTurn } = hashingBudget();
  return {
    hash: (password, client) => inTurn(client, () => bcrypt.hash(keyed(password), cost)),
    verify: (password, hash, client) =>
      inTurn(client, async () => {
        const same = await bcrypt.compare(keyed(password), hash ?? (await nobody));
        return same && hash !== null;
      }),
    isOutdated: (hash) => bcrypt.getRounds(hash) !== cost,
    budget,
  };
}

function hashingBudget(): {
  readonly budget: Budget;
  readonly inTurn: <T>(client: string, work: () => Promise<T>) => Promise<T | null>;
} {
  const admitted: ConcurrencyLimit = createConcurrencyLimit({
    name: "password hashing",
    limit: MAX_RUNNING + MAX_WAITING,
    perOwner: MAX_PER_ADDRESS,
  });
  const slots: ConcurrencyLimit = createConcurrencyLimit({
    name: "password hashing",
    limit: MAX_RUNNING,
    queue: MAX_WAITING,
  });
  return {
    budget: { use: () => ({ ...slots.use(), refused: admitted.use().refused + slots.use().refused }) },
    async inTurn(client, work) {
      const leave = admitted.tryEnter(addressKey(client));
      if (leave === null) return null;
      try {
        const result = await slots.run("", work, AbortSignal.timeout(MAX_WAIT_MS));
        return result === "full" ? null : result;
      } finally {
        leave();
      }
    },
  };
}
