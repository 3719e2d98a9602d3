import { Readable } from "node:stream";
import type { UserRow } from "#projections/users/queries.ts";
import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";
import type { TableAccess } from "#projections/tables/queries.ts";
import type { Platform } from "../../platform.ts";
import { originalEndpoint, rejectedEndpoint } from "./byte-endpoints.ts";
import { disposition } from "./file-headers.ts";
import { type CallResult, NOT_FOUND, refuse } from "../call-result.ts";
import { byteEndpoint, type ByteCall } from "../gate/byte-endpoint.ts";
import type { GatedEndpoint } from "../gate/mount-endpoints.ts";
import { sendRefusal } from "../security/refuse-request.ts";
import { versionTag } from "../version-tag.ts";
import { sendFile, type StoredFile } from "./send-file.ts";
import { atVersion, versionAsked } from "../../versions/version-asked.ts";
import { DOWNLOADS_FULL, withPlace } from "./with-place.ts";

export type UploadedFiles = {
  /** The bytes as uploaded; null if they are gone. */
  original(
    datasetId: string,
    of: { readonly physical: string | null; readonly version: number },
  ): Promise<StoredFile | null>;
  /** Rejected rows, one JSON object per line; null if there are none. */
  rejected(datasetId: string, physical: string): Promise<StoredFile | null>;
};

const GONE = { original: refuse("original-gone"), rejected: refuse("rejected-rows-gone") } as const;

export type DownloadRouteOptions = {
  readonly platform: Platform;
  readonly files: UploadedFiles;
};

type Part = "original" | "rejected";

/**
 * GET /api/assets/{id}/original and /api/assets/{id}/rejected: the file of a dataset and its rejected rows, for users
 * who may read its rows in full.
 */
export function downloadEndpoints(options: DownloadRouteOptions): readonly GatedEndpoint[] {
  const made = (part: Part, endpoint: Endpoint) =>
    byteEndpoint(endpoint, {
      may: (call) => mayDownload(options, call),
      send: (call, permit) => download(options, part, permit, call),
    });
  return [made("original", originalEndpoint), made("rejected", rejectedEndpoint)];
}

type Endpoint = typeof originalEndpoint | typeof rejectedEndpoint;
type Call = ByteCall<Endpoint>;
type Permit = { readonly viewer: UserRow; readonly now: TableAccess; readonly item: DatasetItem };

async function mayDownload(
  { platform: { queries } }: DownloadRouteOptions,
  { viewer, params: { id } }: Call,
): Promise<CallResult<Permit>> {
  const now = await queries.tables.find(id, viewer?.id ?? null);
  if (!now || now.table.kind !== "dataset") return NOT_FOUND;
  if (!viewer) return refuse("login-needed");
  if (now.access !== "full") return refuse("access-needed");
  const item = await queries.catalogue.dataset(id, viewer.id);
  return item ? { ok: true, value: { viewer, now, item } } : NOT_FOUND;
}

async function download(
  { platform, files }: DownloadRouteOptions,
  part: Part,
  { viewer, now, item }: Permit,
  { req, res, params: { id }, query, context: { signal } }: Call,
): Promise<void> {
  const asked = versionAsked(query);
  if (!asked.ok) return sendRefusal(res, asked);
  const then = await atVersion(platform, now, asked.value);
  if (!then.ok) return sendRefusal(res, then);
  const found = then.value;
  const physical = found.table.current?.physical;
  // Of the version whose file it was: a restored one has the table of an older one.
  const origin = physical === undefined ? null : await platform.queries.tables.originOf(id, physical);
  const { fileName, rejected, version: firstVersion } = origin ?? { ...item, version: found.table.version };
  if (part === "rejected" && !physical && item.status === "loading") return sendRefusal(res, refuse("rows-loading"));
  const name = part === "original" ? (fileName ?? item.tableName) : `${item.tableName}.rejected.jsonl`;
  const headers = {
    "Content-Type": part === "original" ? "application/octet-stream" : "application/x-ndjson; charset=utf-8",
    "Content-Disposition": disposition("attachment", name),
  };
  await withPlace(res, { ...platform.downloads, owner: viewer.id, left: signal }, DOWNLOADS_FULL, async () => {
    let file: StoredFile | null = null;
    try {
      if (part === "original") file = await files.original(id, { physical: physical ?? null, version: firstVersion });
      else if (physical && rejected > 0) file = await files.rejected(id, physical);
      if (!file && (part === "original" || rejected > 0)) return sendRefusal(res, GONE[part]);
      res.set(headers);
      const { version, updatedAt } = found.table;
      // The file of a version never changes. A first file that was not loaded has no version yet.
      const etag = versionTag(version, `${part}-${(file ?? NOTHING).bytes}`);
      await sendFile(req, res, file ?? NOTHING, { etag, modified: new Date(updatedAt) });
    } finally {
      await file?.close();
    }
  });
}

/** What no row was set aside from. */
const NOTHING: StoredFile = { bytes: 0, read: () => Readable.from([]), close: () => Promise.resolve() };
