import { createHash } from "node:crypto";
import { type Collection, type Filter, MongoClient, ObjectId } from "mongodb";
import {
  JOB_NAMES,
  JOB_STATES,
  type JobFilter,
  type JobKind,
  type JobName,
  type JobReport,
  type JobState,
} from "#domain/core/ports/work-ports.ts";
import type { ListPage, ListRange } from "#domain/core/lists/list-page.ts";
import { JOBS_TABLE } from "./agenda-tables.ts";
import type { DatabaseTime } from "../time/database-time.ts";
import { FAILED_KEPT_MS, type JobData, type JobStore, LOCK_LIFETIME_MS, LONGEST_PUT_OFF_MS } from "./job-store.ts";

const DUPLICATE_KEY = 11_000;
/** The fields that Agenda's documents have from the start. */
const NOTHING_YET = {
  lockedAt: null,
  lastRunAt: null,
  lastFinishedAt: null,
  failedAt: null,
  failCount: null,
  failReason: null,
};

/** All processes count in the time of the one Postgres, also for jobs in MongoDB. */
type Time = Pick<DatabaseTime, "now">;

/** The fields of Agenda's documents that are read here. */
type StoredJob = {
  readonly _id: ObjectId;
  readonly name: string;
  readonly type?: string;
  readonly data?: { readonly id?: string };
  readonly nextRunAt?: Date | null;
  readonly lockedAt?: Date | null;
  readonly lastRunAt?: Date | null;
  readonly lastFinishedAt?: Date | null;
  readonly failedAt?: Date | null;
  readonly failCount?: number | null;
  readonly failReason?: string | null;
  readonly createdAt?: Date;
};
type Jobs = Collection<StoredJob>;

/** The connection to Agenda's jobs in MongoDB; it opens with the first question. */
export function openMongoJobs(url: string, time: Time) {
  const client = new MongoClient(url);
  const jobs = client.db().collection<StoredJob>(JOBS_TABLE);
  return { db: client.db(), store: mongoJobStore(jobs, time, () => client.close()) };
}

function mongoJobStore(jobs: Jobs, time: Time, close: () => Promise<void>): JobStore {
  const fromNow = (ms: number) => new Date(time.now() + ms);
  const reportNow = (job: StoredJob | null) => job && reportOf(job, time.now());
  return {
    kinds: () => kinds(jobs, time.now()),
    counts: (most) => Promise.all(JOB_NAMES.map((name) => counts(jobs, { name, most, now: time.now() }))),
    page: (filter, range) => page(jobs, { ...filter, range, now: time.now() }),
    add: (name, data) => add(jobs, name, { data, due: fromNow(0) }),
    async releaseLocked(name) {
      await jobs.updateMany(
        { name, type: { $ne: "single" }, lockedAt: { $ne: null } },
        { $set: { lockedAt: null, nextRunAt: fromNow(0) } },
      );
    },
    async lastRound(name) {
      const job = await jobs.findOne({ type: "single", name, failedAt: null });
      return job?.lastFinishedAt ?? null;
    },
    bringNearer: (everySeconds) => bringNearer(jobs, everySeconds, fromNow),
    retry: async (id) =>
      reportNow(
        await jobs.findOneAndUpdate(
          { $and: [idFilter(id), unlocked(time.now()), THERE] },
          { $set: { nextRunAt: fromNow(0), failedAt: null } },
          { returnDocument: "after" },
        ),
      ),
    async remove(id) {
      const failed: Filter<StoredJob> = {
        $and: [idFilter(id), inState("failed", time.now()), { type: { $ne: "single" } }],
      };
      return reportNow(await jobs.findOneAndDelete(failed));
    },
    async sweep() {
      const old = fromNow(-FAILED_KEPT_MS);
      const { deletedCount: removed } = await jobs.deleteMany({
        $and: [
          { type: { $ne: "single" }, nextRunAt: null, lockedAt: null },
          { $or: [{ failedAt: null }, { failedAt: { $lt: old } }] },
        ],
      });
      return { removed, done: true };
    },
    close,
  };
}

const THERE: Filter<StoredJob> = {
  $or: [{ lockedAt: { $ne: null } }, { nextRunAt: { $ne: null } }, { failedAt: { $ne: null } }],
};
const deadLine = (now: number) => new Date(now - LOCK_LIFETIME_MS);
const unlocked = (now: number): Filter<StoredJob> => ({
  $or: [{ lockedAt: null }, { lockedAt: { $lte: deadLine(now) } }],
});
const idFilter = (id: string): Filter<StoredJob> => ({ _id: ObjectId.isValid(id) ? new ObjectId(id) : new ObjectId() });

/**
 * The id of a job is made of what it is about, so there is one for each, whoever adds it at the same moment; no index is
 * needed that some servers do not have.
 */
async function add(
  jobs: Jobs,
  name: JobName,
  { data, due }: { readonly data: JobData & { readonly id: string }; readonly due: Date },
): Promise<void> {
  const _id = new ObjectId(createHash("sha256").update(`${name} ${data.id}`).digest().subarray(0, 12));
  const job = {
    ...{ name, type: "normal", priority: 0, data, nextRunAt: due, createdAt: due },
    ...NOTHING_YET,
  };
  try {
    await jobs.updateOne({ _id }, { $setOnInsert: job }, { upsert: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === DUPLICATE_KEY)) throw error;
  }
  await jobs.updateOne(
    { _id, nextRunAt: null, lockedAt: null, failedAt: { $ne: null } },
    { $set: { nextRunAt: due, failedAt: null } },
  );
}

async function bringNearer(
  jobs: Jobs,
  everySeconds: Readonly<Partial<Record<JobName, number>>>,
  fromNow: (ms: number) => Date,
): Promise<number> {
  const recurring = Object.entries(everySeconds).map(([name, seconds]) =>
    jobs.updateMany(
      { type: "single", name, nextRunAt: { $gt: fromNow((seconds + 1) * 1_000) } },
      { $set: { nextRunAt: fromNow(seconds * 1_000) } },
    ),
  );
  const changes = await Promise.all([
    ...recurring,
    jobs.updateMany(
      { type: { $ne: "single" }, nextRunAt: { $gt: fromNow(LONGEST_PUT_OFF_MS) } },
      { $set: { nextRunAt: fromNow(0) } },
    ),
    jobs.updateMany({ lockedAt: { $gt: fromNow(1_000) } }, { $set: { lockedAt: fromNow(0) } }),
  ]);
  return changes.reduce((sum, { modifiedCount }) => sum + modifiedCount, 0);
}

function inState(state: JobState, now: number): Filter<StoredJob> {
  switch (state) {
    case "running":
      return { lockedAt: { $gt: deadLine(now) } };
    case "failed":
      return { $and: [unlocked(now), { failedAt: { $ne: null } }] };
    case "waiting":
      return { $and: [unlocked(now), THERE, { failedAt: null }] };
  }
}

function reportOf(job: StoredJob, now: number): JobReport {
  const running = job.lockedAt && job.lockedAt > deadLine(now);
  const begun = job.lastRunAt && job.lastRunAt > (job.lastFinishedAt ?? new Date(0)) ? job.lastRunAt : job.lockedAt;
  return {
    id: job._id.toHexString(),
    name: job.name,
    about: job.data?.id ?? "",
    recurring: job.type === "single",
    state: running ? "running" : job.failedAt ? "failed" : "waiting",
    since: (running ? begun : (job.failedAt ?? job.lastFinishedAt)) ?? job.createdAt ?? job._id.getTimestamp(),
    nextAt: job.nextRunAt ?? null,
    failures: job.failCount ?? 0,
    error: job.failedAt ? (job.failReason ?? "") : null,
  };
}

async function kinds(jobs: Jobs, now: number): Promise<readonly JobKind[]> {
  const found = new Map<string, JobKind>();
  for (const state of JOB_STATES) {
    const groups = await jobs
      .aggregate<{ _id: string; jobs: number; due: Date | null }>([
        { $match: inState(state, now) },
        { $group: { _id: "$name", jobs: { $sum: 1 }, due: { $min: "$nextRunAt" } } },
      ])
      .toArray();
    for (const { _id: name, jobs: count, due } of groups) {
      const before = found.get(name) ?? { name, failed: 0, running: 0, waiting: 0, dueAt: null };
      found.set(name, { ...before, [state]: count, ...(state === "waiting" ? { dueAt: due } : {}) });
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function counts(
  jobs: Jobs,
  { name, most, now }: { readonly name: string; readonly most: number; readonly now: number },
): Promise<JobKind> {
  const count = (state: JobState) => jobs.countDocuments({ $and: [{ name }, inState(state, now)] }, { limit: most });
  const [failed, running, waiting] = await Promise.all([count("failed"), count("running"), count("waiting")]);
  const [first] = await jobs
    .find({ $and: [{ name }, { nextRunAt: { $ne: null } }, inState("waiting", now)] })
    .sort({ nextRunAt: 1 })
    .limit(1)
    .toArray();
  return { name, failed, running, waiting, dueAt: first?.nextRunAt ?? null };
}

async function page(
  jobs: Jobs,
  { state, name, range, now }: JobFilter & { readonly range: ListRange; readonly now: number },
): Promise<ListPage<JobReport>> {
  const filter: Filter<StoredJob> = { $and: [state ? inState(state, now) : THERE, name === null ? {} : { name }] };
  const [items, total] = await Promise.all([
    jobs
      .find(filter)
      .sort({ failedAt: -1, lockedAt: -1, nextRunAt: 1, _id: 1 })
      .skip(range.offset)
      .limit(range.limit)
      .toArray(),
    jobs.countDocuments(filter),
  ]);
  return { items: items.map((job) => reportOf(job, now)), total };
}
