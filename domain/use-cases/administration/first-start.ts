import { aggregate } from "../../core/aggregate.ts";
import type { JsonObject } from "../../core/values/json.ts";
import { dataset } from "../../dataset/decider.ts";
import { user } from "../../user/decider.ts";
import { registerVerified } from "../accounts/register-verified.ts";
import { hasReserved } from "../accounts/reservations.ts";
import { publishConnector } from "../authoring/publish-connector.ts";
import { uploadDataset } from "../datasets/upload-dataset.ts";
import { createPost } from "../blog/create-post.ts";
import type { WrittenPost } from "../blog/written-post.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

/** A connector as the starter catalogue publishes it. `definition` is in the connector definition language. */
export type StarterConnector = {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly apiDocUrl?: string;
  readonly definition: JsonObject;
};

/** A dataset of the starter catalogue with the bytes of its CSV file. */
export type StarterDataset = {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly fileName: string;
  readonly csv: Uint8Array;
  /** What its columns hold, by their names in the file. */
  readonly columns: readonly { readonly name: string; readonly description: string; readonly unit?: string }[];
};

/** The content of a new installation. Titles are unique. The first dataset is the sample. */
export type StarterContent = {
  readonly connectors: readonly StarterConnector[];
  readonly datasets: readonly StarterDataset[];
  /** The first one is the newest. */
  readonly posts: readonly WrittenPost[];
};

export type FirstStartPorts = Pick<Ports, "log" | "clock" | "ids" | "vault" | "tokens" | "jobs"> & {
  /** Stores an uploaded file for the job `load-dataset`; the same file again replaces it. */
  storeUpload(datasetId: string, bytes: Uint8Array): Promise<void>;
};

export type FirstStartRequest = {
  /** Read only if there is something to publish. */
  readonly content: () => Promise<StarterContent>;
  /** Whether the log was empty when this start began. */
  readonly logIsEmpty: boolean;
  /**
   * Whether the installation makes its own admin, because no address is configured that becomes admin by registering.
   */
  readonly makesAdmin: boolean;
};

export type FirstStart = {
  /** For `/reset-password/<token>` of the installation's own admin, 24 hours, at the first start; null later. */
  readonly adminToken: string | null;
  /** The installation's own admin has no password yet. */
  readonly adminWaits: boolean;
  /** A public starter dataset; null if there is none (any more). */
  readonly sample: { readonly datasetId: string; readonly tableName: string } | null;
};

const DAY_MS = 86_400_000;
const ADMIN = { name: "Admin", email: "admin@localhost" } as const;
/** Owns the starter content. It has no password and no mailbox (RFC 2606), so it can never log in. */
const STARTER = { name: "Tributary", email: "starter@tributary.invalid" } as const;
/** The program's own content needs no sanitiser, which takes a start 400 ms. Its test says that it stays the same. */
const OWN_HTML = { sanitize: (html: string) => Promise.resolve(html) };
/** Vault name of the marker that the starter posts are written: installations older than the blog get them too. */
const POSTS_SECRET = "starter-posts";
/** Vault name of the marker that the admin's link was made: logs are kept and passed on, so it is printed once. */
const LINK_SECRET = "admin-link";
/** Vault name of the marker that the first start is finished. */
const FINISHED_SECRET = "first-start";

/** Null: the catalogue has no dataset. Older installations have a key of the table beside it, which nothing reads. */
type Finished = { readonly datasetId: string | null; readonly tableName: string | null };

/**
 * Creates the first admin and the starter catalogue of an empty installation; on later starts it only looks up what to
 * print. Ids and command ids derive from `cause`, which must be the same at every start, so that the next start
 * completes one that died. One process at a time, before anybody can sign up: if the name "Tributary" or "Admin" is
 * already taken, there is no starter content or no admin.
 */
export async function firstStart(
  ports: FirstStartPorts,
  request: FirstStartRequest,
  cause: Cause,
): Promise<FirstStart> {
  const adminId = ports.ids.derive(cause.commandId, "admin");
  const starterId = ports.ids.derive(cause.commandId, "starter");
  const note = await ports.vault.get(starterId, FINISHED_SECRET);
  let finished = note === null ? null : (JSON.parse(note) as Finished);
  if (finished === null) {
    // The first event is the reservation of the starter's address: it tells the next start that this log was empty.
    const begun = request.logIsEmpty || (await hasReserved(ports, { userId: starterId, email: STARTER.email }));
    if (!begun) return { adminToken: null, adminWaits: false, sample: null };
    if (!(await registerVerified(ports, { userId: starterId, ...STARTER }, part(cause, "starter"))))
      return { adminToken: null, adminWaits: false, sample: null };
    if (request.makesAdmin) await makeAdmin(ports, adminId, cause);
    finished = await publishAll(ports, await request.content(), starterId, cause);
    await ports.vault.put(starterId, FINISHED_SECRET, JSON.stringify(finished));
  }
  if ((await ports.vault.get(starterId, POSTS_SECRET)) === null) {
    await writePosts(ports, await request.content(), starterId, cause);
    await ports.vault.put(starterId, POSTS_SECRET, "written");
  }
  const adminWaits = request.makesAdmin && (await hasNoPassword(ports, adminId));
  return {
    adminToken: adminWaits ? await adminToken(ports, adminId) : null,
    adminWaits,
    sample: await sampleOf(ports, finished),
  };
}

/** The cause of one part: its processes derive their own command ids from it. */
function part(cause: Cause, name: string): Cause {
  return { ...cause, commandId: `${cause.commandId}/${name}` };
}

async function makeAdmin(ports: FirstStartPorts, userId: string, cause: Cause): Promise<void> {
  if (!(await registerVerified(ports, { userId, ...ADMIN }, part(cause, "admin")))) return;
  await aggregate(ports.log, user).handle(
    userId,
    { type: "grant-role", userId, role: "admin" },
    step(part(cause, "admin"), "grant-admin"),
  );
}

async function publishAll(
  ports: FirstStartPorts,
  content: StarterContent,
  starterId: string,
  cause: Cause,
): Promise<Finished> {
  for (const { apiDocUrl = null, ...connector } of content.connectors) {
    const published = await publishConnector(
      ports,
      { ...connector, apiDocUrl, isPublic: true, by: starterId },
      part(cause, `connector/${connector.title}`),
    );
    if (!published.ok)
      throw new Error(`The starter connector "${connector.title}" was refused: ${published.refusal.code}`);
  }
  let sample: { datasetId: string; tableName: string } | null = null;
  for (const { csv, columns, ...card } of content.datasets) {
    const datasetId = ports.ids.derive(cause.commandId, "dataset", card.title);
    const created = await uploadDataset(
      { ...ports, keepFile: (id) => ports.storeUpload(id, csv) },
      { ...card, datasetId, isPublic: true, onRequest: false, by: starterId },
      part(cause, `dataset/${card.title}`),
    );
    if (!created.ok) throw new Error(`The starter dataset "${card.title}" was refused: ${created.refusal.code}`);
    const described = await aggregate(ports.log, dataset).handle(
      datasetId,
      { type: "describe-columns", columns: columns.map((note) => ({ label: "", unit: "", ...note })), by: starterId },
      step(part(cause, `dataset/${card.title}`), "describe-columns"),
    );
    if (!described.ok) throw new Error(`The columns of "${card.title}" were refused: ${described.refusal.code}`);
    sample ??= { datasetId, tableName: created.value.tableName };
  }
  return sample ?? { datasetId: null, tableName: null };
}

async function writePosts(ports: FirstStartPorts, { posts }: StarterContent, starterId: string, cause: Cause) {
  const grant = { type: "grant-role", userId: starterId, role: "editor" } as const;
  await aggregate(ports.log, user).handle(starterId, grant, step(part(cause, "starter"), "grant-editor"));
  for (const written of posts.toReversed()) {
    const created = await createPost(
      { ...ports, html: OWN_HTML },
      { written, isPublished: true, by: starterId },
      part(cause, `post/${written.slug}`),
    );
    // A slug that somebody has taken since stays theirs.
    if (!created.ok && created.refusal.code !== "slug-taken")
      throw new Error(`The starter post "${written.title}" was refused: ${created.refusal.code}`);
  }
}

async function sampleOf(
  { log }: Pick<FirstStartPorts, "log">,
  { datasetId, tableName }: Partial<Finished>,
): Promise<FirstStart["sample"]> {
  if (!datasetId || !tableName) return null;
  const state = await aggregate(log, dataset).load(datasetId);
  return state.status === "loading" || state.status === "ready" ? { datasetId, tableName } : null;
}

async function hasNoPassword({ log }: Pick<FirstStartPorts, "log">, adminId: string): Promise<boolean> {
  const events = await aggregate(log, user).history(adminId);
  return events.length > 0 && events.every(({ type }) => type !== "PasswordSet");
}

async function adminToken({ vault, tokens }: FirstStartPorts, adminId: string): Promise<string | null> {
  if ((await vault.get(adminId, LINK_SECRET)) !== null) return null;
  const token = await tokens.issue("reset-password", adminId, {}, DAY_MS);
  await vault.put(adminId, LINK_SECRET, "made");
  return token;
}
