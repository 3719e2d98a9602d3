import { BaseNotificationChannel, type JobNotification } from "agenda";
import type { Pool } from "pg";
import type { Log } from "../observability/logger.ts";
import type { Notifications } from "../postgres/notifications.ts";

export const BELL_CHANNEL = "tributary_job_bell";

/**
 * Tells the runners of all processes that there are jobs of some kind. It rings over Postgres, which every installation
 * has, wherever Agenda keeps the jobs; each process may ring, and those whose Agenda has started listen. A lost ring is
 * only a delay, because runners also look by themselves.
 */
export class JobBell extends BaseNotificationChannel {
  readonly #pool: Pool;
  readonly #notifications: Notifications;
  readonly #log: Pick<Log, "warn">;
  readonly #looking = new Set<string>();
  readonly #again = new Set<string>();
  #kinds: readonly string[] = [];
  #stopListening: () => void = () => undefined;

  constructor(pool: Pool, notifications: Notifications, log: Pick<Log, "warn">) {
    super();
    this.#pool = pool;
    this.#notifications = notifications;
    this.#log = log;
    // Agenda publishes only where its channel is connected, and connects it only where jobs are done.
    this.setState("connected");
  }

  /** Rings in all processes: runners look for jobs of this kind, of every kind if none is named. */
  async ring(kind = ""): Promise<void> {
    try {
      await this.#pool.query("SELECT pg_notify($1, $2)", [BELL_CHANNEL, kind]);
    } catch (err) {
      this.#log.warn({ err, job: kind }, "Runners were not told of a job, and find it when they look next");
    }
  }

  /** Makes this process look for jobs of this kind now, or of every kind if it does not do such jobs. */
  lookFor(kind: string): void {
    for (const each of this.#kinds.includes(kind) ? [kind] : this.#kinds) void this.#look(each);
  }

  /** Looks for one kind at a time: of many rings during a look, one more look comes of all. */
  async #look(jobName: string): Promise<void> {
    if (this.#looking.has(jobName)) return void this.#again.add(jobName);
    this.#looking.add(jobName);
    do {
      this.#again.delete(jobName);
      await this.notifyHandlers({
        ...{ jobId: "" as JobNotification["jobId"], jobName },
        // Without a time, which would be compared with the clock of this process.
        ...{ nextRunAt: null, priority: 0, timestamp: new Date() },
      });
    } while (this.#again.has(jobName));
    this.#looking.delete(jobName);
  }

  /** From now on this process hears the bell, and looks for jobs of these kinds. */
  listen(kinds: readonly string[]): void {
    this.#kinds = kinds;
    // Null: rings may have been missed.
    this.#stopListening = this.#notifications.on(BELL_CHANNEL).each((kind) => this.lookFor(kind ?? ""));
  }

  override publish({ jobName }: JobNotification): Promise<void> {
    return this.ring(jobName);
  }

  override connect(): Promise<void> {
    return Promise.resolve();
  }

  override disconnect(): Promise<void> {
    this.#stopListening();
    return Promise.resolve();
  }
}
