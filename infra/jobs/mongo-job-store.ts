import { type Collection, type Filter, MongoClient, ObjectId } from "mongodb";
import {
  JOB_NAMES,
  JOB_STATES,
  type JobFilter,
  type JobKind,
  type JobReport,
  type JobState,
} from "#domain/core/ports/work-ports.ts";
import type { ListPage, ListRange } from "#domain/core/lists/list-page.ts";
import { JOBS_TABLE } from "./agenda-tables.ts";
import { FAILED_KEPT_MS, type JobStore, LOCK_LIFETIME_MS } from "./job-store.ts";

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
};
type Jobs = Collection<StoredJob>;

/** The connection to Agenda's jobs in MongoDB; it opens with the first question. */
export function openMongoJobs(url: string) {
  const client = new MongoClient(url);
  return { db: client.db(), store: mongoJobStore(client.db().collection<StoredJob>(JOBS_TABLE), () => client.close()) };
}

function mongoJobStore(jobs: Jobs, close: () => Promise<void>): JobStore {
  const makeDue = async (id: string, condition: Filter<StoredJob>) => {
    const found = await jobs.findOneAndUpdate(
      { $and: [idFilter(id), UNLOCKED(), THERE, condition] },
      { $set: { nextRunAt: new Date(), failedAt: null } },
      { returnDocument: "after" },
    );
    return found && reportOf(found);
  };
  return {
    kinds: () => kinds(jobs),
    counts: (most) => Promise.all(JOB_NAMES.map((name) => counts(jobs, name, most))),
    page: (filter, range) => page(jobs, filter, range),
    retry: (id) => makeDue(id, {}),
    revive: async (id) => (await makeDue(id, { nextRunAt: null })) !== null,
    async remove(id) {
      const failed: Filter<StoredJob> = { $and: [idFilter(id), inState("failed"), { type: { $ne: "single" } }] };
      const found = await jobs.findOneAndDelete(failed);
      return found && reportOf(found);
    },
    async sweep() {
      const old = new Date(Date.now() - FAILED_KEPT_MS);
      await jobs.deleteMany({
        $and: [
          { type: { $ne: "single" }, nextRunAt: null, lockedAt: null },
          { $or: [{ failedAt: null }, { failedAt: { $lt: old } }] },
        ],
      });
    },
    close,
  };
}

const THERE: Filter<StoredJob> = {
  $or: [{ lockedAt: { $ne: null } }, { nextRunAt: { $ne: null } }, { failedAt: { $ne: null } }],
};
const deadLine = () => new Date(Date.now() - LOCK_LIFETIME_MS);
const UNLOCKED = (): Filter<StoredJob> => ({ $or: [{ lockedAt: null }, { lockedAt: { $lte: deadLine() } }] });
const idFilter = (id: string): Filter<StoredJob> => ({ _id: ObjectId.isValid(id) ? new ObjectId(id) : new ObjectId() });

function inState(state: JobState): Filter<StoredJob> {
  switch (state) {
    case "running":
      return { lockedAt: { $gt: deadLine() } };
    case "failed":
      return { $and: [UNLOCKED(), { failedAt: { $ne: null } }] };
    case "waiting":
      return { $and: [UNLOCKED(), THERE, { failedAt: null }] };
  }
}

function reportOf(job: StoredJob): JobReport {
  const running = job.lockedAt && job.lockedAt > deadLine();
  const begun = job.lastRunAt && job.lastRunAt > (job.lastFinishedAt ?? new Date(0)) ? job.lastRunAt : job.lockedAt;
  return {
    id: job._id.toHexString(),
    name: job.name,
    about: job.data?.id ?? "",
    recurring: job.type === "single",
    state: running ? "running" : job.failedAt ? "failed" : "waiting",
    since: (running ? begun : (job.failedAt ?? job.lastFinishedAt)) ?? job._id.getTimestamp(),
    nextAt: job.nextRunAt ?? null,
    failures: job.failCount ?? 0,
    error: job.failedAt ? (job.failReason ?? "") : null,
  };
}

async function kinds(jobs: Jobs): Promise<readonly JobKind[]> {
  const found = new Map<string, JobKind>();
  for (const state of JOB_STATES) {
    const groups = await jobs
      .aggregate<{ _id: string; jobs: number; due: Date | null }>([
        { $match: inState(state) },
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

async function counts(jobs: Jobs, name: string, most: number): Promise<JobKind> {
  const count = (state: JobState) => jobs.countDocuments({ $and: [{ name }, inState(state)] }, { limit: most });
  const [failed, running, waiting] = await Promise.all([count("failed"), count("running"), count("waiting")]);
  const [first] = await jobs
    .find({ $and: [{ name }, { nextRunAt: { $ne: null } }, inState("waiting")] })
    .sort({ nextRunAt: 1 })
    .limit(1)
    .toArray();
  return { name, failed, running, waiting, dueAt: first?.nextRunAt ?? null };
}

async function page(jobs: Jobs, { state, name }: JobFilter, range: ListRange): Promise<ListPage<JobReport>> {
  const filter: Filter<StoredJob> = { $and: [state ? inState(state) : THERE, name === null ? {} : { name }] };
  const [items, total] = await Promise.all([
    jobs
      .find(filter)
      .sort({ failedAt: -1, lockedAt: -1, nextRunAt: 1, _id: 1 })
      .skip(range.offset)
      .limit(range.limit)
      .toArray(),
    jobs.countDocuments(filter),
  ]);
  return { items: items.map(reportOf), total };
}
