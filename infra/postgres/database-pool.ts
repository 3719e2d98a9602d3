import { AsyncResource } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Budget } from "#domain/core/budget.ts";
import type { DatabaseClient } from "./database-client.ts";
import { unavailableBecause } from "./unavailable.ts";

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** How long a running query may take when the pool closes. */
const GRACE_MS = 2_000;

/** A pool of `DatabaseClient`s that counts refused requests, and can be closed while busy. */
export class DatabasePool extends pg.Pool {
  readonly #clients = new Set<pg.PoolClient>();
  #refused = 0;
  #closed: Promise<void> | undefined;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on("connect", (client) => this.#clients.add(client));
    this.on("remove", (client) => this.#clients.delete(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (callback === undefined) return super.connect().catch((error: unknown) => this.#fail(error));
    // A connection that becomes free calls back for whoever waited, not for whoever gave it back.
    const answer = AsyncResource.bind(callback);
    super.connect((error, client, done) => {
      if (error) this.#count(error);
      answer(error, client, done);
    });
  }

  /**
   * Hands out no more connections, waits briefly for running queries, then cuts their connections, so that the server
   * ends them.
   */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  /** Connections in use, for /metrics. */
  budget(name: string): Budget {
    return {
      use: () => ({
        name,
        used: this.totalCount - this.idleCount,
        limit: this.options.max ?? 0,
        waiting: this.waitingCount,
        refused: this.#refused,
      }),
    };
  }

  async #close(): Promise<void> {
    const ended = this.end();
    if ((await Promise.race([ended, wait(GRACE_MS, "late" as const, { ref: false })])) !== "late") return;
    for (const client of this.#clients) (client as unknown as DatabaseClient).cutOff();
  }

  #fail(error: unknown): never {
    this.#count(error);
    throw error;
  }

  #count(error: unknown): void {
    if (unavailableBecause(error) === "busy") this.#refused += 1;
  }
}
