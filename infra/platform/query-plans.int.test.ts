import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Secret } from "#domain/core/text/secret.ts";
import { type Filling, fillTables } from "#testing/plans/fill-tables.ts";
import { statementRecorder } from "#testing/plans/statement-costs.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { createRunRecords } from "../beside-log/run-records.ts";
import { createSnapshotStore } from "../beside-log/snapshot-store.ts";
import { createStoredAnswers } from "../beside-log/stored-answers.ts";
import { createTextStore } from "../beside-log/text-store.ts";
import { knownLogins } from "../identity/known-logins.ts";
import { rateLimits } from "../identity/rate-limits.ts";
import { sessions } from "../identity/sessions.ts";
import { sweepIdentity } from "../identity/sweep.ts";
import { accessKeys } from "../identity/tokens/access-keys.ts";
import { accessLooks } from "../identity/access-looks.ts";
import { keyCalls } from "../identity/tokens/key-calls.ts";
import { excelTokens } from "../identity/tokens/excel-tokens.ts";
import { oneTimeTokens } from "../identity/tokens/one-time-tokens.ts";
import { fileTransport } from "../mail/file-transport.ts";
import { mailQueue } from "../mail/mail-queue.ts";
import { createLog } from "../observability/logger.ts";
import { migrate } from "../postgres/migrations.ts";
import { removableOrphans } from "../tables/orphans.ts";
import { emptyShares, findTable, registeredTables, tableStatistics } from "../tables/registry.ts";
import { dropTable, sweepStaging, sweepUnregistered } from "../tables/remove-tables.ts";
import { createDailyAllowance } from "../uploads/daily-allowance.ts";
import { createLogTree } from "../transparency/log-tree.ts";
import { createLogWitness } from "../transparency/log-witness.ts";
import { createSignedCheckpoints } from "../transparency/signed-checkpoints.ts";
import { folderStore } from "../files/folder-store.ts";
import { openScratch } from "../files/scratch.ts";
import { createUploads } from "../uploads/uploads.ts";
import { createVault } from "../vault/vault.ts";
import { createDiskRoom } from "./disk-room.ts";
import { createIds } from "./ids.ts";
import { platformMigrations } from "./schema.ts";

const ROWS = 100_000;
/** A table of so many rows has some thousand pages. */
const MAX_PAGES = 300;
/** For a round of a sweep that looks at 500 items. */
const MAX_PAGES_OF_ROUND = 8_000;
const SOON = AbortSignal.timeout(600_000);
/** The clean-up compares all physical tables with the whole registry: one pass over both. */
const COMPARES_ALL = /FROM pg_tables/;

const old = "now() - n * interval '0.5 seconds'";
const later = "now() + n * interval '1 minute'";
const FILLING: Filling = {
  "identity.last_logins": { user_id: "'u' || n", at: "now()" },
  "vault.owner_keys": { owner: "'u' || n", key_id: "'k' || n", wrapped: "'x'", wrapped_by: "'m'" },
  "run_records.runs": { run_id: "'run' || n", instance_id: "'i' || n / 50", number: "n % 50", progress: "'{}'" },
  "run_records.requests": {
    run_id: "'run' || 1 + n / 10",
    number: "n % 10",
    at: "now()",
    operation: "'items'",
    attempt: "1",
    method: "'GET'",
    url: "'https://api.example.org/items?page=' || n",
  },
  "requests.answers": {
    key: "'key' || n",
    fingerprint: "'f'",
    status: "200",
    body: "'x'",
    headers: "'[]'",
    claimed_at: old,
  },
  "identity.sessions": { sid: "'s' || n", user_id: "'u' || n % 20000", expires: later, last_seen: "now()" },
  "identity.one_time_tokens": {
    hash: "sha256(n::text::bytea)",
    kind: "'reset-password'",
    user_id: "'u' || n % 20000",
    data: "'x'",
    expires: later,
  },
  "identity.access_keys": {
    hash: "sha256(n::text::bytea)",
    id: "'key' || n",
    user_id: "'u' || n % 20000",
    kind: "'table'",
    prefix: "'trib'",
    last_four: "'abcd'",
    expires: `case when n % 10 = 0 then ${later} end`,
  },
  "identity.key_calls": {
    user_id: "'u' || n % 20000",
    key_id: "'key' || n",
    at: old,
    table_name: "'table_' || n % 50",
    item_id: "'item' || n % 20000",
    status: "200",
    ms: "1",
  },
  "identity.access_looks": {
    viewer_id: "'u' || n % 500",
    person_id: "'u' || n % 20000",
    item_id: "'item' || n % 20000",
    at: old,
  },
  "identity.excel_tokens": { jti: "'t' || n", user_id: "'u' || n % 20000", expires: later },
  "identity.rate_limits": { key: "'login:' || n", points: "1", expire: "(extract(epoch from now()) + n) * 1000" },
  "identity.known_logins": { key: "md5(n::text)", seen: old },
  "mail.queue": {
    id: "gen_random_uuid()",
    sealed: "case when n % 2 = 0 then 'x'::bytea end",
    next_attempt: later,
    failed: `case when n % 2 = 1 then ${old} end`,
  },
  "uploads.received": {
    dataset_id: "'ds' || n",
    user_id: "'u' || n % 20000",
    bytes: "1000",
    received_at: old,
    open_until: "case when n % 5000 = 0 then now() end",
  },
  "uploads.folders": {
    area: "'uploads'",
    folder: "'ds' || n",
    kept_at: "case when n % 500 = 0 then now() - interval '2 days' end",
  },
  "uploads.progress": { dataset_id: "'ds' || n", stage: "'loading'", bytes: "1", rows: "1", seen_at: old },
  "texts.by_hash": { hash: "md5(n::text)", bytes: "3", body: "n", kept_at: old },
  "snapshots.states": { stream: "'draft-' || n", version: "'1'", revision: "100", state: "'{}'", kept_at: old },
  "registry.tables": {
    physical: "'t_' || md5(n::text)",
    stored_in: "'t_' || md5(n::text)",
    kind: "case when n % 2 = 0 then 'pull' else 'dataset' end",
    layout: "'columns'",
    columns: "'[]'",
    row_count: "1",
    bytes: "8192",
    content_hash: "'0'",
    state: "case when n % 5000 = 0 then 'staging' else 'ready' end",
    ready_at: "case when n % 5000 = 0 then null else now() end",
    run_id: "case when n % 2 = 0 then 'run' || n end",
  },
  // Tiles of whole subtrees; what is open is a row.
  "transparency.tiles": {
    level: "0",
    n: "n",
    hashes: "'x'::bytea",
    after_position: "lpad(n::text, 20, '0')",
  },
  "transparency.witnessed": { origin: "'log' || n", origin_hash: "md5(n::text)", note: "'x'" },
  "registry.orphans": {
    kind: "case when n % 100 = 0 then 'version' else 'upload' end",
    name: "'u' || n",
    seen_at: old,
  },
};
/** After the keys of their owners. */
const SECRETS: Filling = {
  "vault.secrets": {
    owner: "'u' || n",
    name: "case when n % 2 = 0 then 'instance/' || md5(n::text) || '/token' else 'password' end",
    version: "1",
    sealed: "'x'",
    stored_at: old,
  },
};

let db: FreshDatabase;
let folder: string;
let recorder: ReturnType<typeof statementRecorder>;
beforeAll(async () => {
  db = await testDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "plans-"));
  await migrate(db.pool, platformMigrations);
  // Foreign keys are checked row by row, which takes longer than everything else.
  await db.pool.query("alter table run_records.requests drop constraint requests_run_id_fkey");
  await fillTables(db.pool, FILLING, ROWS);
  await fillTables(db.pool, SECRETS, ROWS);
  recorder = statementRecorder(db.url);
}, 120_000);
afterAll(async () => {
  await recorder?.close();
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

type Calls<Store, Left extends keyof Store = never> = {
  readonly [Name in Exclude<keyof Store, Left>]: (store: Store) => Promise<unknown>;
};

/** One test for each call; a new member of a store does not compile without one. */
function readsFewPages<Store, Left extends keyof Store = never>(
  name: string,
  open: () => Store,
  calls: Calls<Store, Left>,
  mostPages: Partial<Record<keyof Store, number>> = {},
): void {
  describe(name, () => {
    for (const [member, call] of Object.entries(calls) as [keyof Store & string, (store: Store) => Promise<unknown>][])
      test(`${member} reads few pages of ${ROWS} rows`, async () => {
        const store = open();
        const costs = await recorder.costsOf(() => call(store));
        expect(costs.length).toBeGreaterThan(0);
        for (const { text, pages, scanned } of costs.filter((cost) => !COMPARES_ALL.test(cost.text))) {
          expect(
            scanned.filter((table) => isFilled(table)),
            text,
          ).toEqual([]);
          expect(pages, text).toBeLessThanOrEqual(mostPages[member] ?? MAX_PAGES);
        }
      });
  });
}

function isFilled(table: string): boolean {
  return Object.keys({ ...FILLING, ...SECRETS }).some((filled) => filled.endsWith(`.${table}`));
}

const secrets = [new Secret("a secret of these tests that is long enough")] as const;
const issuer = "http://localhost:3000";
const USER = "u77";
const none = async () => new Set<string>();

readsFewPages<ReturnType<typeof createVault>, "rewrap">(
  "vault",
  () => createVault({ pool: recorder.pool, masterSecrets: secrets }),
  {
    put: (vault) => vault.put("anna", "password", "x"),
    get: (vault) => vault.get("anna", "password"),
    getAll: (vault) => vault.getAll("anna", ["password"]),
    remove: (vault) => vault.remove("anna", "password"),
    removeAll: (vault) => vault.removeAll(USER, "instance/"),
    fingerprint: (vault) => vault.fingerprint("mail", "anna@example.org"),
    forget: (vault) => vault.forget("bert"),
    sealFields: (vault) => vault.sealFields("anna", [{ place: "name", text: "Anna" }]),
    openFields: (vault) => vault.openFields([{ place: "name", text: "none.AAAA" }]),
    itemsUnder: (vault) => vault.itemsUnder("instance/", "5"),
  },
  { itemsUnder: MAX_PAGES_OF_ROUND },
);

readsFewPages(
  "run records",
  () => createRunRecords(recorder.pool),
  {
    begin: (records) => records.begin({ runId: "run-new", instanceId: "i77", number: 60 }),
    keep: (records) => records.keep("run77", { operations: [], wait: null, requests: 0 }, []),
    progress: (records) => records.progress(["run77"]),
    requests: (records) => records.requests("run77"),
    sweep: (records) => records.sweep(async (instances) => new Set(instances), SOON),
  },
  { sweep: MAX_PAGES_OF_ROUND },
);

readsFewPages("answers under an idempotency key", () => createStoredAnswers(recorder.pool, secrets), {
  claim: (answers) => answers.claim("key77", "f", crypto.randomUUID(), USER),
  find: (answers) => answers.find("none"),
  renew: (answers) => answers.renew("key77", crypto.randomUUID()),
  keep: (answers) => answers.keep("key77", crypto.randomUUID(), { status: 200, body: "{}", headers: [] }),
  giveUp: (answers) => answers.giveUp("key77", crypto.randomUUID()),
  sweep: (answers) => answers.sweep(SOON),
});

readsFewPages("sessions", () => sessions({ pool: recorder.pool, secrets, issuer }), {
  open: (browser) => browser.open(USER),
  check: async (browser) => browser.check((await browser.open(USER)).token),
  replace: (browser) => browser.replace("s77"),
  end: (browser) => browser.end("s78"),
  listOf: (browser) => browser.listOf(USER, { limit: 50, offset: 0 }),
  endOf: (browser) => browser.endOf("u76", "s76"),
  endAll: (browser) => browser.endAll("u79", "s79"),
  isFresh: (browser) => browser.isFresh("s77", 900_000),
  confirm: (browser) => browser.confirm("s77"),
  lastLogins: (browser) => browser.lastLogins(["u77", "u78"]),
});

readsFewPages("looks at access", () => accessLooks(recorder.pool), {
  note: (looks) => looks.note({ viewerId: "u7", personId: USER, itemId: "item7", asOf: null }),
  page: async (looks) => {
    await looks.page({ personId: USER }, { limit: 20, offset: 0 });
    await looks.page({ itemId: "item7" }, { limit: 20, offset: 0 });
  },
});

readsFewPages("calls by key", () => keyCalls(recorder.pool, { kept: 50 }), {
  note: async (calls) => {
    const table = { table: "table_7", itemId: "item7", version: 1, refused: false };
    const call = { userId: USER, keyId: "key77", client: null, ...table, status: 200, rows: 1, bytes: 9, ms: 1 };
    await calls.note(call, { continues: true });
    await calls.note(call, { continues: false });
    await calls.note({ ...call, version: null, refused: true }, { continues: false });
  },
  lastOf: (calls) => calls.lastOf(USER, 8),
  page: async (calls) => {
    const range = { limit: 20, offset: 0 };
    await calls.page({ itemId: "item7", userId: null }, range);
    await calls.page({ itemId: null, userId: USER }, range);
    await calls.page({ itemId: "item7", userId: USER }, { ...range, after: [7] });
    await calls.page({ itemId: "item7", userId: null, refused: "all" }, range);
    await calls.page({ itemId: null, userId: USER, refused: "told" }, range);
  },
});

readsFewPages("access keys", () => accessKeys(recorder.pool, createIds()), {
  create: (keys) => keys.create({ userId: USER, kind: "account", tables: null }),
  find: async (keys) => keys.find((await keys.create({ userId: USER, kind: "account", tables: null })).key),
  remove: (keys) => keys.remove(USER, "key77"),
  removeAll: (keys) => keys.removeAll("u76"),
  keepOnly: (keys) => keys.keepOnly("u78", "streaming", "key78"),
  listOf: (keys) => keys.listOf(USER),
  expiringSoon: (keys) => keys.expiringSoon(100),
  expiryTold: (keys) => keys.expiryTold("key80", 7),
  touch: (keys) => keys.touch("key79", "curl"),
});

readsFewPages("spreadsheet tokens", () => excelTokens({ pool: recorder.pool, secrets, issuer }), {
  issue: (tokens) => tokens.issue(USER),
  check: async (tokens) => tokens.check((await tokens.issue(USER)).token),
  revokeAll: (tokens) => tokens.revokeAll(USER),
});

readsFewPages("one-time tokens", () => oneTimeTokens(recorder.pool), {
  issue: (tokens) => tokens.issue("reset-password", USER),
  redeem: async (tokens) => tokens.redeem("reset-password", await tokens.issue("reset-password", USER)),
  peek: async (tokens) => tokens.peek("reset-password", await tokens.issue("reset-password", USER)),
  revokeAll: (tokens) => tokens.revokeAll(USER),
});

readsFewPages("known logins", () => knownLogins(recorder.pool, async (_kind, value) => value), {
  note: (logins) => logins.note("anna", "127.0.0.1"),
  has: (logins) => logins.has("anna", "127.0.0.1"),
});

readsFewPages("rate limits", () => rateLimits(recorder.pool, { login: { points: 5, seconds: 60 } }), {
  consume: (limits) => limits.consume("login", { account: "anna" }),
  reset: (limits) => limits.reset("login", { account: "anna" }),
  giveBack: (limits) => limits.giveBack("login", { account: "anna" }),
});

readsFewPages<ReturnType<typeof mailQueue>, "sealed">(
  "mail",
  () =>
    mailQueue({
      pool: recorder.pool,
      secrets,
      transport: fileTransport({ dataDir: folder, from: "tributary@example.org" }),
    }),
  {
    send: (mails) => mails.send({ to: "anna@example.org", subject: "Hello", text: "Hello" }),
    deliverDue: (mails) => mails.deliverDue(),
    sweep: (mails) => mails.sweep(SOON),
    removeTo: (mails) => mails.removeTo("ben@example.org"),
  },
);

const limits = {
  uploadBytesPerDay: 1e9,
  uploadsPerDay: 100,
  uploadBytes: 1e9,
  uploadColumns: 100,
  uploadCellBytes: 1e6,
};
readsFewPages("daily allowance", () => createDailyAllowance({ pool: recorder.pool, limits }), {
  check: (allowance) => allowance.check(USER, 1_000),
  left: (allowance) => allowance.left(USER),
  claim: (allowance) => allowance.claim("upload", USER, 1_000, 1_000),
  claimUnpacked: (allowance) => allowance.claimUnpacked("ds77", USER, 1_000, 1_000),
  renew: (allowance) => allowance.renew("ds77"),
  uncount: (allowance) => allowance.uncount("ds77"),
  settle: (allowance) => allowance.settle("upload", "ds-new", 1_000),
  claimed: (allowance) => allowance.claimed("ds77"),
  sweep: (allowance) => allowance.sweep(SOON),
});

readsFewPages("texts of drafts", () => createTextStore(recorder.pool), {
  put: (texts) => texts.put("{}"),
  get: (texts) => texts.get("none"),
  sweep: (texts) => texts.sweep(none, SOON),
});

readsFewPages("snapshots", () => createSnapshotStore(recorder.pool, createLog("silent")), {
  find: (snapshots) => snapshots.find("draft-77", "1"),
  keep: (snapshots) => snapshots.keep("draft-77", "1", { revision: 200, state: {} }),
  sweep: (snapshots) => snapshots.sweep(SOON),
});

const hash = new Uint8Array(32);
readsFewPages("the tree over the log", () => createLogTree(recorder.pool), {
  state: (tree) => tree.state(),
  tiles: (tree) => tree.tiles(Array.from({ length: 40 }, (_, level) => ({ level: level % 8, n: level * 100 }))),
  grow: (tree) =>
    tree.grow(
      { size: 0, position: null },
      { size: 1, position: "1" },
      { tiles: [{ level: 0, n: 77, hashes: hash }], starts: new Map([[77, "1"]]) },
    ),
  startOf: (tree) => tree.startOf(77),
  tileAt: async (tree) => expect(await tree.tileAt("00000000000000050000")).toBe(49_999),
});

readsFewPages("signed log checkpoints", () => createSignedCheckpoints(recorder.pool), {
  last: (signed) => signed.last(),
  replace: (signed) => signed.replace(null, { origin: "o", size: 1, root: hash, note: "n" }),
  cosigned: (signed) => signed.cosigned(1, "x"),
  ofTheDay: (signed) => signed.ofTheDay(),
  report: (signed) => signed.report(null),
});

const noKeys = { witness: async () => null };
const witness = () =>
  createLogWitness({ pool: recorder.pool, clock: { now: async () => new Date() }, keys: noKeys, logs: [] });
readsFewPages<ReturnType<typeof witness>, "addCheckpoint">("log checkpoints of other servers", witness, {
  cosigned: (other) => other.cosigned("none"),
});

const uploads = () => {
  const { pool } = recorder;
  const files = { store: folderStore(folder), scratch: openScratch(folder) };
  return createUploads({ pool, ...files, limits, room: createDiskRoom({ folder, pool, minFreeBytes: 0 }) });
};
const TABLE = "t_00000000000000000000000000000000";
readsFewPages(
  "tables and clean-up",
  () => ({
    findTable: () => findTable(recorder.pool, TABLE),
    registeredTables: () => registeredTables(recorder.pool, TABLE, 20),
    emptyShares: () => emptyShares(recorder.pool, [TABLE]),
    tableStatistics: () => tableStatistics(recorder.pool, TABLE),
    dropTable: () => dropTable(recorder.pool, TABLE),
    sweepStaging: () => sweepStaging(recorder.pool, { olderThanMs: Date.now() }),
    sweepUnregistered: () => sweepUnregistered(recorder.pool, SOON),
    removableOrphans: () => removableOrphans(recorder.pool, "version", { known: ["a"], unknown: ["b"] }),
    sweepIdentity: () => sweepIdentity(recorder.pool, { keyCallsKeptDays: 90 }, SOON),
    uploadProgress: () => uploads().progress("ds77"),
    sweepUploadNotes: () => uploads().sweepNotes(SOON),
    sweepForgottenUploads: () => uploads().sweepForgotten(async () => new Map(), SOON),
  }),
  {
    findTable: (all) => all.findTable(),
    registeredTables: (all) => all.registeredTables(),
    emptyShares: (all) => all.emptyShares(),
    tableStatistics: (all) => all.tableStatistics(),
    dropTable: (all) => all.dropTable(),
    sweepStaging: (all) => all.sweepStaging(),
    sweepUnregistered: (all) => all.sweepUnregistered(),
    removableOrphans: (all) => all.removableOrphans(),
    sweepIdentity: (all) => all.sweepIdentity(),
    uploadProgress: (all) => all.uploadProgress(),
    sweepUploadNotes: (all) => all.sweepUploadNotes(),
    sweepForgottenUploads: (all) => all.sweepForgottenUploads(),
  },
);
