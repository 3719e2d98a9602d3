import type { Position } from "../event-store.ts";

/** The database's clock, used for limits, weeks and expiries. */
export interface Clock {
  now(): Promise<Date>;
}

/**
 * New ids (UUIDv7, so they sort by creation time). `derive` returns the same UUID for the same parts, for work that may
 * run twice.
 */
export interface Ids {
  fresh(): string;
  derive(...parts: readonly string[]): string;
}

/**
 * Secrets, encrypted with a key per user that is itself encrypted with the master key. Forgetting a user deletes the
 * key. A secret is bound to its owner and name: ciphertext copied to another row cannot be decrypted.
 */
export interface Vault {
  /** Stores or replaces a secret text under `owner` and `name`. */
  put(owner: string, name: string, secret: string): Promise<void>;
  /** The secret, or null if there is none (or its owner is forgotten). */
  get(owner: string, name: string): Promise<string | null>;
  /** Those of these secrets that exist, by name. */
  getAll(owner: string, names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  remove(owner: string, name: string): Promise<void>;
  /** Removes every secret of the owner whose name starts with the prefix. */
  removeAll(owner: string, prefix: string): Promise<void>;
  /** Keyed hash of a value for look-ups and reservations; the same for the life of the installation, not reversible. */
  fingerprint(kind: string, value: string): Promise<string>;
  /** Deletes the owner's key and secrets: encrypted fields of the log read `[erased]` from then on. */
  forget(owner: string): Promise<void>;
}

/** Sends mail: accepted mails are queued durably and delivered by a job. `text` may hold one-time links. */
export interface Mailer {
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>;
}

/** Waits for the read models. Callers are notified when a model advances. */
export interface ReadModels {
  /** Identifies what the read models show now: another text after each event applied, skipped or rebuilt from. */
  state(): Promise<string>;
  /**
   * Waits until the read models have applied the log up to a position (at most `timeoutMs`); false if they have not.
   */
  reached(position: Position, timeoutMs?: number): Promise<boolean>;
  /**
   * Calls `look` now and whenever the read models advance, until it finds something; null on time-out or when `signal`
   * aborts.
   */
  until<T>(
    look: () => Promise<T | null>,
    options: { readonly timeoutMs: number; readonly atMostEveryMs?: number; readonly signal?: AbortSignal },
  ): Promise<T | null>;
}

/** An answer of the API as it is kept. */
export type StoredAnswer = {
  readonly status: number;
  readonly body: string;
  readonly headers: readonly (readonly [string, string])[];
};

/** Answers stored for 24 hours under an Idempotency-Key, so that a repeated call gets the first answer. */
export interface Idempotency {
  /**
   * Runs `work` for the first call with this key; every other call waits for its answer. A key used again with another
   * fingerprint of the request is refused. Only permanent answers are stored: what was done, and refusals due to the
   * request itself.
   */
  once(
    call: { readonly userId: string; readonly key: string; readonly fingerprint: string },
    work: () => Promise<StoredAnswer>,
  ): Promise<{ readonly answer: StoredAnswer; readonly replayed: boolean } | "key-reused">;
  /** A keyed hash: what is kept of a request with a password must not help to guess it. */
  hide(text: string): string;
}
