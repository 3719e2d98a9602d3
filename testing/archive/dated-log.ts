import { Readable } from "node:stream";
import type { Pool } from "pg";
import { fold } from "#domain/core/decider.ts";
import { type LogArchive, logArchives } from "#domain/log-archive/decider.ts";
import { NO_STREAM } from "#domain/core/event-store.ts";
import type { LogIdentity } from "#domain/transparency/ports.ts";
import type { ArchivePorts } from "#infra/event-store/archive/archive-log.ts";
import { eventId } from "#infra/event-store/event-id.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore, type PostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import type { FileStore } from "#infra/files/file-store.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { logCrypto } from "#infra/transparency/log-crypto.ts";
import { createLogTree } from "#infra/transparency/log-tree.ts";
import { createSignedCheckpoints } from "#infra/transparency/signed-checkpoints.ts";
import { transparencyMigrations } from "#infra/transparency/transparency-migrations.ts";
import { growTree } from "#runners/transparency/grow-tree.ts";
import { signCheckpoint } from "#runners/transparency/sign-checkpoint.ts";
import { command } from "../contracts/event-store-parts.ts";
import { eventually } from "../eventually.ts";
import { keptInMemory, testIdentity } from "../transparency/log-in-tests.ts";

const MIGRATIONS = [...logMigrations, ...transparencyMigrations];

/** An event of a log that is made for a test. `at`: ISO 8601. */
export type DatedEvent = { readonly stream: string; readonly type: string; readonly at: string };

/** Appends events with the times that they say, one command each, as the owner of the log may. */
const APPEND_DATED = `WITH RECURSIVE asked AS (
    SELECT i, e->>'stream' AS stream, e->>'type' AS type, (e->>'at')::timestamptz AS at, json_build_object('n', e->'n')::text AS data,
      (e->>'id')::uuid AS id, e->>'command' AS command,
      (row_number() OVER (PARTITION BY e->>'stream' ORDER BY i) - 1)::integer AS revision
    FROM json_array_elements($1::json) WITH ORDINALITY AS given (e, i)),
  chained AS (
    SELECT a.*, NULL::text AS before, log.event_hash(id, stream, revision, type, 1, at, '{"kind":"system","name":"test"}', command, 'test', NULL, NULL,
      encode(sha256(convert_to(data, 'UTF8')), 'hex')) AS hash FROM asked a WHERE revision = 0
    UNION ALL
    SELECT a.*, c.hash, log.event_hash(a.id, a.stream, a.revision, a.type, 1, a.at, '{"kind":"system","name":"test"}', a.command, 'test', NULL, c.hash,
      encode(sha256(convert_to(a.data, 'UTF8')), 'hex')) FROM chained c JOIN asked a ON a.stream = c.stream AND a.revision = c.revision + 1)
  INSERT INTO log.events (id, position, stream, revision, type, schema_version, recorded_at, actor, command_id, correlation_id, prev_hash, hash, data)
  SELECT id, i + (SELECT coalesce(max(position), 0) FROM log.events), stream, revision, type, 1, at, '{"kind":"system","name":"test"}', command, 'test', before, hash, data::json
  FROM chained ORDER BY i`;

export async function appendDated(pool: Pool, events: readonly DatedEvent[]): Promise<void> {
  const withIds = events.map((event, n) => {
    const commandId = `command-${event.stream}-${n}`;
    return { ...event, n, command: commandId, id: eventId(commandId, 0) };
  });
  await pool.query(APPEND_DATED, [JSON.stringify(withIds)]);
}

/** Makes a log of these events in an empty database, and signs it. */
export async function datedLog(pool: Pool, events: readonly DatedEvent[]): Promise<void> {
  await migrate(pool, MIGRATIONS);
  await appendDated(pool, events);
  await signLog(pool);
}

export async function signLog(
  pool: Pool,
  archive?: FileStore,
  identity: LogIdentity = testIdentity("test.example/log"),
): Promise<void> {
  const store = createPostgresEventStore({ pool, log: { warn: () => undefined }, archive });
  const [tree, signed] = [createLogTree(pool), createSignedCheckpoints(pool)];
  const growing = await growTree({ store, tree, crypto: logCrypto });
  if ("code" in growing) throw new Error(growing.code);
  const head = await store.head();
  await eventually(async () => (await tree.state()).position === head);
  await growing.stop();
  await store.close();
  const verdict = await signCheckpoint({ store, tree, signed, kept: keptInMemory(), crypto: logCrypto }, identity);
  if (verdict !== "signed") throw new Error(JSON.stringify(verdict));
}

/** What `archiveLog` needs, over a test database. */
export function archivePorts(pool: Pool, files: FileStore): ArchivePorts & { readonly store: PostgresEventStore } {
  const store = createPostgresEventStore({ pool, log: { warn: () => undefined }, archive: files });
  const stream = logArchives.stream("log");
  const recorded = async (): Promise<readonly LogArchive[]> => {
    const events = await store.readStream(stream);
    return fold(
      logArchives,
      events.map(({ data }) => ({ type: "LogArchived", data: data as LogArchive })),
    ).archives;
  };
  return {
    ...{ pool, files, store, recorded, migrations: MIGRATIONS, size: { events: 7, bytes: 1_000_000 } },
    tree: createLogTree(pool),
    signed: createSignedCheckpoints(pool),
    async record(archive) {
      const known = await recorded();
      if (known.some(({ sha256 }) => sha256 === archive.sha256)) return;
      const result = await store.appendToStream(stream, [{ type: "LogArchived", schemaVersion: 1, data: archive }], {
        expectedRevision: known.length === 0 ? NO_STREAM : known.length - 1,
        context: command(),
      });
      if (!result.ok) throw new Error(result.reason);
    },
  };
}

/** Replaces the bytes of a stored file, as damage would. */
export async function overwrite(files: FileStore, name: string, bytes: Uint8Array): Promise<void> {
  await files.remove([name]);
  await files.keep(Readable.from([bytes]), () => name);
}
